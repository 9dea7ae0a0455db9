import { Fragment, lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { useActiveUser } from './device/active-user.tsx';
import { onSessionEnd } from './device/active-user-channel.ts';
import { paths } from './paths.ts';
import { AppRoutes } from './routes.tsx';
import { Frame } from './shell/frame.tsx';
import { UserButton } from './shell/user-button.tsx';
import { ErrorBoundary } from './ui/error-boundary.tsx';
import { useLocation } from './ui/router.ts';
import { Spinner } from './ui/spinner.tsx';
import { useToast } from './ui/toast.tsx';

const BesidePages = lazy(() =>
  import('./beside-pages.tsx').then(
    (module) => ({ default: module.BesidePages }),
    () => ({ default: () => <></> }),
  ),
);

const UserMenu = lazy(() =>
  import('./account/shared-device/user-menu.tsx').then(
    (module) => ({ default: module.UserMenu }),
    () => ({ default: () => <UserButton disabled /> }),
  ),
);

const IdleLock = lazy(() =>
  import('./account/shared-device/idle-lock.tsx').then((module) => ({ default: module.IdleLock })),
);

/** True a moment after it is known who sits here, for what the first page can be used without. */
function useSettled(): boolean {
  const isKnown = useActiveUser().state !== 'checking';
  const [isSettled, setSettled] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), isKnown ? 500 : 3000);
    return () => clearTimeout(timer);
  }, [isKnown]);
  return isSettled;
}

/** Y30: on a device that locks, no page is drawn before it is known that the screen is open; once drawn, it stays. */
function useOpening() {
  const { state, mayLock } = useActiveUser();
  const [wasOpened, setOpened] = useState(false);
  const isOpen = wasOpened || (state !== 'checking' && !mayLock);
  useEffect(() => setOpened(isOpen), [isOpen]);
  const open = useCallback(() => setOpened(true), []);
  return { isOpen, open };
}

/** In every tab: a sign-in that the auth service has ended is said once. */
function useSessionEndToast(): void {
  const toast = useToast();
  useEffect(() => {
    return onSessionEnd(() => toast({ title: 'Session expired. Please sign in again.', variant: 'destructive' }));
  }, [toast]);
}

/**
 * The frame and the page inside it, drawn anew for another person so that nothing of the last one stays on screen. The
 * screens that sign people in show nobody's content, and see their sign-in through.
 */
export function App() {
  const { userId, mayLock } = useActiveUser();
  const { isOpen, open } = useOpening();
  const { pathname } = useLocation();
  const seat = pathname.startsWith(paths.auth()) || pathname === paths.invite() ? 'signing in' : userId;
  const isSettled = useSettled();
  useSessionEndToast();
  return (
    <>
      <Frame userMenu={isSettled && <UserMenu />}>
        {!isOpen ? (
          <Spinner />
        ) : (
          <ErrorBoundary place={pathname}>
            <Suspense fallback={<Spinner />}>
              <Fragment key={seat}>
                <AppRoutes />
              </Fragment>
            </Suspense>
          </ErrorBoundary>
        )}
      </Frame>
      {mayLock && (
        <ErrorBoundary place={pathname}>
          <Suspense>
            <IdleLock onOpen={open} />
          </Suspense>
        </ErrorBoundary>
      )}
      {isSettled && (
        <Suspense>
          <BesidePages />
        </Suspense>
      )}
    </>
  );
}
