import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Suspense, useEffect, useLayoutEffect } from 'react';
import { isSigningOut, useActiveUser } from '../../device/active-user.tsx';
import { chosenUser, useDeviceUsers } from '../../device/use-device-users.ts';
import { useValue } from '../../device/value.ts';
import { paths } from '../../paths.ts';
import { PullErrorView } from '../../shell/pull-error-view.tsx';
import { lazyPart, Nothing } from '../../ui/lazy-part.ts';
import { focusHeading, usePageTitle } from '../../ui/page-title.tsx';
import { useNavigate } from '../../ui/router.ts';
import { Spinner } from '../../ui/skeleton.tsx';
import { CatalogPage } from './catalog-page.tsx';
import { LandingView } from './landing-view.tsx';
import { useLanding } from './use-landing.ts';

/** The home page of a visitor; it replaces the same page that the build has written into landing.html. */
function LandingPage() {
  usePageTitle(t`Free field inspection training`);
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
      failed={t`Failed to fetch public courses`}
      absent={t`No courses on this device yet`}
    >
      <Trans>Connect once to load the catalog; after that it works offline.</Trans>
    </PullErrorView>
  );
  return (
    <>
      <OtherPeople />
      <LandingView landing={landing} error={error} />
    </>
  );
}

const PeopleHere = lazyPart(
  () => import('../../account/shared-device/people-here.tsx').then((file) => file.PeopleHere),
  Nothing,
);

/** After one person has signed out of a shared tablet, the others find their way in first. */
function OtherPeople() {
  const navigate = useNavigate();
  const users = useDeviceUsers();
  if (users.length === 0) return null;
  return (
    <div className="mx-auto w-full max-w-xl px-4 py-6 *:border-0 *:pb-0 [&_h2]:font-bold [&_h2]:text-xl">
      <Suspense>
        <PeopleHere
          title={t`Who's using this device?`}
          home={paths.home()}
          onUser={(user) => void navigate(paths.signIn(), { state: chosenUser(user) })}
        />
      </Suspense>
    </div>
  );
}

/** '/': the catalog for a signed-in user, the landing page for a visitor. */
export function HomePage() {
  const isLeaving = useValue(isSigningOut);
  if (useActiveUser().state !== 'known') return <LandingPage />;
  return isLeaving ? <Spinner label={t`Signing out`} /> : <CatalogPage />;
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
