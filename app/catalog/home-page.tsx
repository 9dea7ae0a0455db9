import { lazy } from 'react';
import { useIsLeaving } from '../leaving.ts';
import { usePerson } from '../person.tsx';
import { Spinner } from '../ui/spinner.tsx';

const CatalogPage = lazy(() => import('./catalog-page.tsx').then((module) => ({ default: module.CatalogPage })));
const LandingPage = lazy(() => import('./landing-page.tsx').then((module) => ({ default: module.LandingPage })));

/** '/': the catalog for someone signed in, the landing page for everybody else; neither waits for the other's code. */
export function HomePage() {
  const isLeaving = useIsLeaving();
  if (usePerson().state !== 'known') return <LandingPage />;
  return isLeaving ? <Spinner label="Signing out" /> : <CatalogPage />;
}
