import { Fragment, Suspense, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { isAdmin } from '#sync/contract/profile.ts';
import { AccountSkeleton } from './account/account-skeleton.tsx';
import { loadConfig } from './api/config.ts';
import { toasts } from './api/messages.ts';
import { useActiveUser } from './device/active-user.tsx';
import { onSessionEnd } from './device/active-user-channel.ts';
import { chosenUser } from './device/use-device-users.ts';
import { isAdminPath, isSignInPath, paths } from './paths.ts';
import { AppRoutes, needsSignIn } from './routes.tsx';
import { useSpokenLanguage } from './shell/chosen-language.ts';
import { Frame, UserButton } from './shell/frame.tsx';
import { useHeldPage } from './shell/use-held-page.ts';
import { ErrorBoundary } from './ui/error-boundary.tsx';
import { loadSentences } from './ui/language.ts';
import { lazyPart, Nothing } from './ui/lazy-part.ts';
import { PictureHosts } from './ui/picture-hosts.ts';
import { useLocation, useNavigate } from './ui/router.ts';
import { Spinner } from './ui/skeleton.tsx';
import { useToast } from './ui/toast.tsx';
import { HoldPage } from './ui/unsaved.ts';

// Without a network, a part that is not on this device is left out.
const BesidePages = lazyPart(() => import('./beside-pages.tsx').then((file) => file.BesidePages), Nothing);
const UserMenu = lazyPart(
  () => import('./account/shared-device/user-menu.tsx').then((file) => file.UserMenu),
  () => <UserButton disabled />,
);
const admin = () => loadSentences('admin');
const AdminSideBar = lazyPart(
  () =>
    admin()
      .then(() => import('./admin/shell/admin-side-bar.tsx'))
      .then((file) => file.SideBar),
  Nothing,
);
const AdminBar = lazyPart(
  () =>
    admin()
      .then(() => import('./admin/shell/admin-bar.tsx'))
      .then((file) => file.AdminBar),
  Nothing,
);
const IdleLock = lazyPart(() => import('./account/shared-device/idle-lock.tsx').then((file) => file.IdleLock));

/** What surrounds the pages of administration, for those who may open them. */
const WORKPLACE = {
  sideBar: (
    <Suspense>
      <AdminSideBar />
    </Suspense>
  ),
  bar: (
    <Suspense>
      <AdminBar />
    </Suspense>
  ),
};

/** True soon after the first page is drawn, for parts that would share a slow network with it; at the latest after three seconds. */
function useIsSettled(isDrawn: boolean): boolean {
  const isKnown = useActiveUser().state !== 'checking';
  const [isSettled, setSettled] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), isKnown && isDrawn ? 500 : 3000);
    return () => clearTimeout(timer);
  }, [isKnown, isDrawn]);
  return isSettled;
}

/** Tells when the page beside it is on the screen. */
function WhenDrawn({ tell }: { tell: () => void }) {
  useEffect(tell, [tell]);
  return null;
}

/** Y30: on a device that locks, no page is drawn until the screen is known to be unlocked; once drawn, it stays. */
function useScreenLock() {
  const { state, mayLock } = useActiveUser();
  const [wasOpened, setOpened] = useState(false);
  const isOpen = wasOpened || (state !== 'checking' && !mayLock);
  useEffect(() => setOpened(isOpen), [isOpen]);
  const open = useCallback(() => setOpened(true), []);
  return { isOpen, open };
}

/** When the session has ended, home leads to the sign-in, as pages do that need one; on any other page a toast says it. */
function useSessionEnd(): void {
  const toast = useToast();
  const user = useActiveUser();
  const navigate = useNavigate();
  // Whose session it was.
  const lastUser = useRef(user);
  useEffect(() => {
    if (user.state === 'known') lastUser.current = user;
  }, [user]);
  const tell = useEffectEvent(() => {
    const { pathname } = location;
    const state = { ...chosenUser(lastUser.current), hasEnded: true };
    if (pathname === paths.home()) void navigate(paths.auth({ mode: 'signin' }), { replace: true, state });
    // A page that needs a sign-in may have led there already.
    else if (!needsSignIn(pathname) && !isSignInPath(pathname)) toast(toasts.sessionExpired);
  });
  useEffect(() => onSessionEnd(() => tell()), []);
}

/** The hosts of pictures from elsewhere. Nothing waits for them: until they are known, such a picture is a link. */
function usePictureHosts(isSettled: boolean): readonly string[] {
  const [hosts, setHosts] = useState<readonly string[]>([]);
  useEffect(() => {
    if (!isSettled) return;
    // Without an answer, pictures from elsewhere stay links.
    loadConfig().then(
      ({ mediaHosts }) => mediaHosts?.length && setHosts(mediaHosts),
      () => undefined,
    );
  }, [isSettled]);
  return hosts;
}

/** The frame and its page, remounted for another user; the sign-in stays, which shows nobody's content and has to finish. */
export function App() {
  const { userId, profile, mayLock } = useActiveUser();
  const { isOpen, open } = useScreenLock();
  const { pathname } = useLocation();
  const isSigningIn = isSignInPath(pathname);
  const loading = isSigningIn ? <AccountSkeleton /> : <Spinner />;
  const [isDrawn, setDrawn] = useState(false);
  const tellDrawn = useCallback(() => setDrawn(true), []);
  const isSettled = useIsSettled(isDrawn);
  useSessionEnd();
  useSpokenLanguage(isSigningIn);
  return (
    <HoldPage value={useHeldPage}>
      <PictureHosts value={usePictureHosts(isSettled)}>
        <Frame
          userMenu={isSettled && <UserMenu />}
          workplace={isOpen && isAdmin(profile) && isAdminPath(pathname) ? WORKPLACE : undefined}
        >
          {!isOpen ? (
            loading
          ) : (
            <ErrorBoundary place={pathname}>
              <Suspense fallback={loading}>
                <Fragment key={isSigningIn ? 'signing in' : userId}>
                  <AppRoutes />
                </Fragment>
                <WhenDrawn tell={tellDrawn} />
              </Suspense>
            </ErrorBoundary>
          )}
        </Frame>
        {mayLock && (
          <ErrorBoundary place={pathname}>
            <Suspense>
              <IdleLock onOpen={open} />
              <WhenDrawn tell={tellDrawn} />
            </Suspense>
          </ErrorBoundary>
        )}
        {isSettled && (
          <Suspense>
            <BesidePages />
          </Suspense>
        )}
      </PictureHosts>
    </HoldPage>
  );
}
