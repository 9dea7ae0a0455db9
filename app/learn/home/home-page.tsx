import { useLayoutEffect } from 'react';
import { useActiveUser } from '../../device/active-user.tsx';
import { signingOut } from '../../device/signing-out.ts';
import { useValue } from '../../device/value.ts';
import { PullErrorView } from '../../shell/load-error-view.tsx';
import { removeStaticLanding } from '../../shell/static-landing.ts';
import { usePageTitle } from '../../ui/page-title.tsx';
import { Spinner } from '../../ui/spinner.tsx';
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
    <PullErrorView
      outcome={outcome}
      again={again}
      failed="Failed to fetch public courses"
      absent="No courses on this device yet"
    >
      Connect once to fetch the catalog; after that it opens without a network.
    </PullErrorView>
  );
  return <LandingView landing={landing} trouble={trouble} />;
}

/** '/': the catalog for someone signed in, the landing page for everybody else. */
export function HomePage() {
  const isLeaving = useValue(signingOut);
  if (useActiveUser().state !== 'known') return <LandingPage />;
  return isLeaving ? <Spinner label="Signing out" /> : <CatalogPage />;
}
