import { lazy } from 'react';
import { usePerson } from '../person.tsx';

const CatalogPage = lazy(() => import('./catalog-page.tsx').then((module) => ({ default: module.CatalogPage })));
const LandingPage = lazy(() => import('./landing-page.tsx').then((module) => ({ default: module.LandingPage })));

/** '/': the catalog for someone signed in, the landing page for everybody else; neither waits for the other's code. */
export function HomePage() {
  return usePerson().state === 'known' ? <CatalogPage /> : <LandingPage />;
}
