import { usePerson } from '../person.tsx';
import { CatalogPage } from './catalog-page.tsx';
import { LandingPage } from './landing-page.tsx';

/** '/': the catalog for someone signed in, the landing page for everybody else. */
export function HomePage() {
  return usePerson().state === 'known' ? <CatalogPage /> : <LandingPage />;
}
