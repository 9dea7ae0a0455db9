// The screen of /auth and /auth/signin in its three modes, and what follows a sign-in on it (P-16 and P-17).
import { t } from '@lingui/core/macro';
import { useEffect, useState } from 'react';
import { useActiveUser } from '../../device/active-user.tsx';
import { pageToReturnTo, paths } from '../../paths.ts';
import { usePageTitle } from '../../ui/page-title.tsx';
import { Navigate, useLocation, useNavigate, useSearchParams } from '../../ui/router.ts';
import { useToast } from '../../ui/toast.tsx';
import { afterSignIn } from '../two-step/two-step.ts';
import { AuthForms, type AuthMode, readAuthAddress } from './auth-forms.tsx';
import { forgetInvitation, Joining, JoinOffer, storedInvitation, storeInvitation } from './joining.tsx';
import { useSignInElsewhere } from './sign-in.ts';

const TITLES: Record<AuthMode, string> = { signup: t`Sign up`, signin: t`Sign in`, reset: t`Reset password` };

/** Takes the invitation, under either of its two names, out of a query. */
function takeInvitation(query: URLSearchParams): { invitation: string | undefined; rest: string } {
  const invitation = (query.get('token') ?? query.get('invitation'))?.trim() || undefined;
  const others = new URLSearchParams(query);
  others.delete('token');
  others.delete('invitation');
  const rest = others.toString();
  return { invitation, rest: rest && `?${rest}` };
}

/** Reads the invitation, stores it for this tab, and removes it from the address (R-A1). */
function useInvitationInAddress(query: URLSearchParams): string | undefined {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const { invitation, rest } = takeInvitation(query);
  if (invitation) storeInvitation(invitation);
  const mustClean = query.has('token') || query.has('invitation');
  useEffect(() => {
    if (mustClean) void navigate(pathname + rest, { replace: true });
  }, [mustClean, navigate, pathname, rest]);
  return invitation ?? storedInvitation();
}

/** Leads home, or back to the page that asked for a sign-in; also when the user is signed in, unless another one is being added. */
export function AuthPage() {
  const [query] = useSearchParams();
  const location = useLocation();
  const byPath = location.pathname === paths.signIn() ? 'signin' : 'signup';
  const [from] = useState(pageToReturnTo(location.state));
  const home = from ?? paths.home();
  const address = readAuthAddress(query, byPath);
  usePageTitle(TITLES[address.mode]);
  const { state } = useActiveUser();
  const [openedBy] = useState(state);
  const navigate = useNavigate();
  const toast = useToast();
  const invitation = useInvitationInAddress(query);
  const isElsewhere = useSignInElsewhere();
  const [isJoining, setJoining] = useState(false);

  const signedIn = (usableInvitation: string | undefined, to = home) => {
    toast({ title: t`Signed in successfully!` });
    if (usableInvitation) return setJoining(true);
    forgetInvitation();
    void afterSignIn(to).then((next) => navigate(next, { replace: true }));
  };

  if (isJoining && invitation) return <Joining token={invitation} skipTo={paths.home()} />;
  if (isElsewhere && state === 'known') {
    if (invitation) return <Joining token={invitation} skipTo={paths.setupProfile()} />;
    return <Navigate to={from ?? paths.setupProfile()} replace />;
  }
  if (openedBy === 'known' && state === 'known' && !address.isAdding) {
    return invitation ? <JoinOffer token={invitation} skipTo={home} /> : <Navigate to={home} replace />;
  }
  return <AuthForms address={address} invitation={invitation} from={from} onSignedIn={signedIn} />;
}
