import { useLayoutEffect } from 'react';
import { texts } from '../messages.ts';
import { PullTrouble } from '../pull-trouble.tsx';
import { removeStaticLanding } from '../static-landing.ts';
import { usePageTitle } from '../ui/page-title.tsx';
import { LandingView } from './landing-view.tsx';
import { useLanding } from './use-landing.ts';

/** Home for a visitor, in the place of the same page that the build has written into landing.html. */
export function LandingPage() {
  usePageTitle('Free field inspection training');
  const { landing, outcome, again } = useLanding();
  useLayoutEffect(removeStaticLanding, []);
  const hasFailed = outcome !== undefined && outcome.kind !== 'fresh';
  const trouble = !landing && hasFailed && (
    <PullTrouble
      outcome={outcome}
      again={again}
      failed={texts.failedPublicCourses}
      absent="No courses on this device yet"
    >
      Connect once to fetch the catalog; after that it opens without a network.
    </PullTrouble>
  );
  return <LandingView landing={landing} trouble={trouble} />;
}
