import { useEffect, useLayoutEffect } from 'react';
import { isSigningOut, useActiveUser } from '../../device/active-user.tsx';
import { useValue } from '../../device/value.ts';
import { PullErrorView } from '../../shell/pull-error-view.tsx';
import { focusHeading, usePageTitle } from '../../ui/page-title.tsx';
import { Spinner } from '../../ui/skeleton.tsx';
import { CatalogPage } from './catalog-page.tsx';
import { LandingView } from './landing-view.tsx';
import { useLanding } from './use-landing.ts';

/** The home page of a visitor; it replaces the same page that the build has written into landing.html. */
function LandingPage() {
  usePageTitle('Free field inspection training');
  const { landing, outcome, again } = useLanding();
  useLayoutEffect(removeStaticLanding, []);
  // Whoever signs out on the home page stays at its address, and what had the focus is gone.
  useEffect(() => {
    if (isSigningOut.get()) focusHeading();
  }, []);
  const hasFailed = outcome !== undefined && outcome.kind !== 'fresh';
  const error = !landing && hasFailed && (
    <PullErrorView
      outcome={outcome}
      again={again}
      failed="Failed to fetch public courses"
      absent="No courses on this device yet"
    >
      Connect once to load the catalog; after that it works offline.
    </PullErrorView>
  );
  return <LandingView landing={landing} error={error} />;
}

/** '/': the catalog for a signed-in user, the landing page for a visitor. */
export function HomePage() {
  const isLeaving = useValue(isSigningOut);
  if (useActiveUser().state !== 'known') return <LandingPage />;
  return isLeaving ? <Spinner label="Signing out" /> : <CatalogPage />;
}

/** Removes the landing page that came with landing.html once the app has drawn its own; a focused link keeps the focus. */
export function removeStaticLanding(): void {
  const written = document.getElementById('landing');
  if (!written) return;
  const focused = written.querySelector('a:focus')?.textContent;
  written.remove();
  if (!focused) return;
  const links = [...document.querySelectorAll<HTMLElement>('#root a')];
  links.find(({ textContent }) => textContent === focused)?.focus({ preventScroll: true });
}
