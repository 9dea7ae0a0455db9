import { useIsLeaving } from '../leaving.ts';
import { usePerson } from '../person.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { CatalogPage } from './catalog-page.tsx';
import { LandingPage } from './landing-page.tsx';

/** '/': the catalog for someone signed in, the landing page for everybody else. */
export function HomePage() {
  const isLeaving = useIsLeaving();
  if (usePerson().state !== 'known') return <LandingPage />;
  return isLeaving ? <Spinner label="Signing out" /> : <CatalogPage />;
}
