// The screen of /auth and /auth/signin in its three modes, and what comes of a sign-in here (decisions 16 and 17).
import { useEffect, useRef, useState } from 'react';
import { useActiveUser } from '../../device/active-user.tsx';
import { onActiveUserChange } from '../../device/active-user-channel.ts';
import { paths } from '../../paths.ts';
import { usePageTitle } from '../../ui/page-title.tsx';
import { Navigate, useLocation, useNavigate, useSearchParams } from '../../ui/router.ts';
import { useToast } from '../../ui/toast.tsx';
import { AuthForms } from './auth-forms.tsx';
import { type AuthMode, readAuthAddress, takeInvitation } from './auth-modes.ts';
import { Joining, JoinOffer } from './joining.tsx';
import { forgetInvitation, keepInvitation, keptInvitation } from './kept-invitation.ts';

const TITLES: Record<AuthMode, string> = { signup: 'Sign up', signin: 'Sign in', reset: 'Reset password' };

/** Reads the invitation, keeps it for the tab, and takes it out of the address (A1). */
function useInvitationOfAddress(query: URLSearchParams): string | undefined {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const { invitation, rest } = takeInvitation(query);
  if (invitation) keepInvitation(invitation);
  const mustClean = query.has('token') || query.has('invitation');
  useEffect(() => {
    if (mustClean) void navigate(pathname + rest, { replace: true });
  }, [mustClean, navigate, pathname, rest]);
  return invitation ?? keptInvitation();
}

/** True once somebody has signed in here other than by this screen's own password form: by a link, in another tab. */
function useSignInElsewhere(isOwn: { current: boolean }): boolean {
  const [heard, setHeard] = useState(false);
  useEffect(() => onActiveUserChange((change) => change === 'signed-in' && !isOwn.current && setHeard(true)), [isOwn]);
  return heard;
}

/** Opened by someone already signed in, it leads home; another person of the device may be added first. */
export function AuthPage({ byPath }: { byPath: AuthMode }) {
  const [query] = useSearchParams();
  const address = readAuthAddress(query, byPath);
  usePageTitle(TITLES[address.mode]);
  const { state } = useActiveUser();
  const [openedBy] = useState(state);
  const navigate = useNavigate();
  const toast = useToast();
  const invitation = useInvitationOfAddress(query);
  const isOwn = useRef(false);
  const isElsewhere = useSignInElsewhere(isOwn);
  const [isJoining, setJoining] = useState(false);

  const signedIn = (usable: string | undefined) => {
    toast({ title: 'Signed in successfully!' });
    if (usable) return setJoining(true);
    forgetInvitation();
    void navigate(paths.home(), { replace: true });
  };

  if (isJoining && invitation) return <Joining token={invitation} otherwise={paths.home()} />;
  if (isElsewhere && state === 'known') {
    if (invitation) return <Joining token={invitation} otherwise={paths.setupProfile()} />;
    return <Navigate to={paths.setupProfile()} replace />;
  }
  if (openedBy === 'known' && state === 'known' && !address.isAdding) {
    return invitation ? (
      <JoinOffer token={invitation} otherwise={paths.home()} />
    ) : (
      <Navigate to={paths.home()} replace />
    );
  }
  return <AuthForms address={address} invitation={invitation} isOwn={isOwn} onSignedIn={signedIn} />;
}
