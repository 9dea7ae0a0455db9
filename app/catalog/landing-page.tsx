import { useLayoutEffect } from 'react';
import { landingOf } from '#sync/contract/landing.ts';
import { texts } from '../messages.ts';
import { replacePaintedLanding } from '../painted-landing.ts';
import { usePageTitle } from '../ui/page-title.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { ErrorState, OfflineState } from '../ui/state-view.tsx';
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
  const trouble =
    outcome.kind === 'refused' ? (
      <ErrorState title={texts.failedPublicCourses} onRetry={again}>
        {outcome.message}
      </ErrorState>
    ) : (
      <OfflineState title="No courses on this device yet" onRetry={again}>
        Connect once to fetch the catalog; after that it opens without a network.
      </OfflineState>
    );
  return <LandingView landing={NOTHING_KNOWN} trouble={trouble} />;
}
