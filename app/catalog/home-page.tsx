import { useLayoutEffect } from 'react';
import { leaving } from '../leaving.ts';
import { usePerson } from '../person.tsx';
import { PullTrouble } from '../pull-trouble.tsx';
import { removeStaticLanding } from '../static-landing.ts';
import { usePageTitle } from '../ui/page-title.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { useValue } from '../value.ts';
import { CatalogPage } from './catalog-page.tsx';
import { LandingView } from './landing-view.tsx';
import { useLanding } from './use-landing.ts';

/** Home for a visitor, in the place of the same page that the build has written into landing.html. */
function LandingPage() {
  usePageTitle('Free field inspection training');
  const { landing, outcome, again } = useLanding();
  useLayoutEffect(removeStaticLanding, []);
  const hasFailed = outcome !== undefined && outcome.kind !== 'fresh';
  const trouble = !landing && hasFailed && (
    <PullTrouble
      outcome={outcome}
      again={again}
      failed="Failed to fetch public courses"
      absent="No courses on this device yet"
    >
      Connect once to fetch the catalog; after that it opens without a network.
    </PullTrouble>
  );
  return <LandingView landing={landing} trouble={trouble} />;
}

/** '/': the catalog for someone signed in, the landing page for everybody else. */
export function HomePage() {
  const isLeaving = useValue(leaving);
  if (usePerson().state !== 'known') return <LandingPage />;
  return isLeaving ? <Spinner label="Signing out" /> : <CatalogPage />;
}
