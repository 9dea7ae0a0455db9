import { useLayoutEffect } from 'react';
import { landingOf } from '#sync/contract/landing.ts';
import { texts } from '../messages.ts';
import { replacePaintedLanding } from '../painted-landing.ts';
import { PullTrouble } from '../pull-trouble.tsx';
import { usePageTitle } from '../ui/page-title.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { LandingView } from './landing-view.tsx';
import { useLanding } from './use-landing.ts';

const NOTHING_KNOWN = landingOf([], []);

/** Home for a visitor. What the server painted stays in sight until this page has the same to show. */
export function LandingPage() {
  usePageTitle('Free field inspection training');
  const { landing, outcome, again } = useLanding();
  const isReady = Boolean(landing ?? outcome);
  useLayoutEffect(() => {
    if (isReady) replacePaintedLanding();
  }, [isReady]);
  if (landing) return <LandingView landing={landing} />;
  if (!outcome) return <Spinner label="Loading courses" />;
  const trouble = outcome.kind !== 'fresh' && (
    <PullTrouble
      outcome={outcome}
      again={again}
      failed={texts.failedPublicCourses}
      absent="No courses on this device yet"
    >
      Connect once to fetch the catalog; after that it opens without a network.
    </PullTrouble>
  );
  return <LandingView landing={NOTHING_KNOWN} trouble={trouble} />;
}
