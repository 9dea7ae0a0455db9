// Where mailed links arrive: signs in, settles the person, and leads on in the specification's order (A6).

import { useCallback, useEffect, useRef, useState } from 'react';
import { failureMessages, isRefusal } from '../../api/failure-messages.ts';
import { useActiveUser } from '../../device/active-user.tsx';
import { onActiveUserChange } from '../../device/active-user-channel.ts';
import { idInPath, paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { usePageTitle } from '../../ui/page-title.tsx';
import { Navigate, useLocation, useNavigate, useSearchParams } from '../../ui/router.ts';
import { useToast } from '../../ui/toast.tsx';
import { AccountPanel } from '../account-panel.tsx';
import { BusyNote, ErrorBox, SuccessNote } from '../notes.tsx';
import { type Arrived, arrive, type Onwards } from './arrive.ts';
import { InvitationBanner } from './auth-banners.tsx';
import { invitationFailed } from './consume-invitation.ts';
import { useInvitationCheck } from './invitation-check.tsx';
import { JoinOffer } from './joining.tsx';
import { forgetInvitation, keepInvitation } from './kept-invitation.ts';
import type { MailedLink } from './link-address.ts';
import { followLink } from './sign-in.ts';
import { useMailedLink } from './use-mailed-link.ts';

const unexpectedError = (reason: string) => `An unexpected error occurred: ${reason}`;

const SIGN_IN_PATIENCE_MS = 3000;
const READ_MESSAGE_MS = 3000;

/** What the page shows. 'waiting' is for the tap that spends our own link; 'offer' asks whether to join. */
type CallbackStage =
  | { is: 'waiting'; error: string | undefined }
  | { is: 'processing' }
  | { is: 'offer' }
  | { is: 'expired'; words: string }
  | { is: 'success'; words: string }
  | { is: 'no-profile'; words: string }
  | { is: 'not-joined'; words: string; again: (() => void) | undefined };

type Opened = {
  link: MailedLink;
  /** Takes the link out of the address. */
  clean: () => void;
  courseId: number | undefined;
  invitation: string | undefined;
  /** Nothing is tried, so that the time-out comes. */
  isTimeoutTest: boolean;
};

/** The way of a mailed link, from its opening to the page that follows. */
function useCallbackStages(opened: Opened) {
  const { link, clean, courseId, invitation, isTimeoutTest } = opened;
  const { state } = useActiveUser();
  const [stage, setStage] = useState<CallbackStage>(
    link.kind === 'link' && !isTimeoutTest ? { is: 'waiting', error: undefined } : { is: 'processing' },
  );
  const [onwards, setOnwards] = useOnwards();
  const hasArrived = useRef(false);
  const expire = useCallback(() => {
    if (hasArrived.current) return;
    // The link is of no use, the invitation in it is: signing in or up in this tab still joins (decisions 16).
    if (invitation) keepInvitation(invitation);
    setStage({
      is: 'expired',
      words: 'This confirmation link may have expired or already been used. Please try signing in manually.',
    });
  }, [invitation]);

  const settle = useCallback(async () => {
    setStage({ is: 'processing' });
    const arrived = await arrive({ courseId, invitation });
    if (arrived.kind === 'no-profile' && invitation) keepInvitation(invitation);
    setStage(stageAfter(arrived, () => void settle()));
    setOnwards({ ...arrived.onwards, isHeld: arrived.kind === 'not-joined' });
  }, [courseId, invitation, setOnwards]);

  /** Once, whichever word of the sign-in comes first. */
  const signedIn = useCallback(() => {
    if (hasArrived.current) return;
    hasArrived.current = true;
    void settle();
  }, [settle]);

  const openLink = async () => {
    if (link.kind !== 'link' && link.kind !== 'tokens') return;
    setStage({ is: 'processing' });
    // A slow network may bring the sign-in after the message: then it counts all the same.
    const late = setTimeout(expire, SIGN_IN_PATIENCE_MS);
    try {
      await followLink(link);
      clean();
      signedIn();
    } catch (failure) {
      if (isRefusal(failure)) return expire();
      setStage({ is: 'waiting', error: unexpectedError(failureMessages(failure)) });
    } finally {
      clearTimeout(late);
    }
  };

  /** Signed in by nothing in this address: what joins an organization is asked for first. */
  const signedInElsewhere = useCallback(() => {
    if (invitation) setStage({ is: 'offer' });
    else signedIn();
  }, [invitation, signedIn]);

  const begun = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for the address as it was opened
  useEffect(() => {
    if (begun.current || ('type' in link && link.type === 'recovery')) return;
    begun.current = true;
    if (isTimeoutTest) setTimeout(expire, SIGN_IN_PATIENCE_MS);
    else if (link.kind === 'refused') expire();
    else if (link.kind === 'tokens') void openLink();
    else if (link.kind === 'none' && state === 'known') signedInElsewhere();
    else if (link.kind === 'none') setTimeout(expire, SIGN_IN_PATIENCE_MS);
  }, []);
  useEffect(() => {
    if (isTimeoutTest) return;
    return onActiveUserChange((change) => change === 'signed-in' && link.kind === 'none' && signedInElsewhere());
  }, [isTimeoutTest, link.kind, signedInElsewhere]);
  useRedirectToSignIn(stage.is === 'expired');

  const goOn = () => {
    forgetInvitation();
    setOnwards(onwards && { ...onwards, isHeld: false });
  };
  return { stage, openLink: () => void openLink(), goOn };
}

function stageAfter(arrived: Arrived, again: () => void): CallbackStage {
  switch (arrived.kind) {
    case 'onwards':
      return { is: 'success', words: arrived.onwards.said };
    case 'no-profile':
      return { is: 'no-profile', words: unexpectedError(arrived.reason) };
    case 'not-joined':
      return {
        is: 'not-joined',
        words: invitationFailed(arrived.reason),
        again: arrived.isFinal ? undefined : again,
      };
  }
}

type HeldOnwards = Onwards & { isHeld: boolean };

/** Leads on after the named pause, once the person is known to the guards; not while the person has to read something. */
function useOnwards() {
  const [onwards, setOnwards] = useState<HeldOnwards>();
  const { state } = useActiveUser();
  const navigate = useNavigate();
  const toast = useToast();
  const isKnown = state === 'known';
  useEffect(() => {
    if (!onwards || onwards.isHeld || !isKnown) return;
    const timer = setTimeout(() => {
      if (onwards.isNews) toast({ title: onwards.said });
      void navigate(onwards.to, { replace: true });
    }, onwards.afterMs);
    return () => clearTimeout(timer);
  }, [onwards, isKnown, navigate, toast]);
  return [onwards, setOnwards] as const;
}

/** The expired-link message stands for 3 s; a sign-in that comes meanwhile ends the wait. */
function useRedirectToSignIn(isExpired: boolean): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (!isExpired) return;
    const timer = setTimeout(() => void navigate(paths.auth({ mode: 'signin' }), { replace: true }), READ_MESSAGE_MS);
    return () => clearTimeout(timer);
  }, [isExpired, navigate]);
}

const BUTTONS: Record<string, string> = { signup: 'Confirm and sign in', invite: 'Accept and sign in' };

/** The page of /auth/callback. A link for a new password that was led here is led on. */
export function CallbackPage() {
  usePageTitle('Processing Authentication');
  const { search, hash } = useLocation();
  const [query] = useSearchParams();
  const { link, clean } = useMailedLink();
  const invitation = query.get('invitation') ?? undefined;
  const stages = useCallbackStages({
    link,
    clean,
    courseId: idInPath(query.get('courseId') ?? undefined),
    invitation,
    isTimeoutTest: query.get('test_timeout') === 'true',
  });
  if ((link.kind === 'link' || link.kind === 'tokens') && link.type === 'recovery')
    return <Navigate to={`${paths.resetPassword()}${search}${hash}`} replace />;
  if (stages.stage.is === 'offer' && invitation) return <JoinOffer token={invitation} otherwise={paths.dashboard()} />;
  return (
    <AccountPanel title="Processing Authentication">
      {stages.stage.is === 'waiting' && invitation && <WhatIsJoined invitation={invitation} />}
      <StageView {...stages} label={(link.kind === 'link' && BUTTONS[link.type]) || 'Sign in'} />
    </AccountPanel>
  );
}

/** Anybody can have a link mailed that joins their organization: whoever taps it knows which one before. */
function WhatIsJoined({ invitation }: { invitation: string }) {
  const check = useInvitationCheck(invitation);
  return check.kind === 'valid' && <InvitationBanner check={check} />;
}

type StageViewProps = { stage: CallbackStage; label: string; openLink: () => void; goOn: () => void };

function StageView({ stage, label, openLink, goOn }: StageViewProps) {
  switch (stage.is) {
    case 'waiting':
      return (
        <>
          <p>One more tap, so that nobody but you uses your link.</p>
          {stage.error && <ErrorBox>{stage.error}</ErrorBox>}
          <Button size="big" onClick={openLink}>
            {label}
          </Button>
        </>
      );
    case 'processing':
    case 'offer':
      return <BusyNote>Please wait while we sign you in...</BusyNote>;
    case 'expired':
      return (
        <>
          <ErrorBox>{stage.words}</ErrorBox>
          <Button to={paths.auth({ mode: 'signin' })} variant="secondary" replace>
            Go to sign in
          </Button>
        </>
      );
    case 'success':
      return <SuccessNote>{stage.words}</SuccessNote>;
    case 'no-profile':
      return <ErrorBox>{stage.words}</ErrorBox>;
    case 'not-joined':
      return (
        <>
          <ErrorBox>{stage.words}</ErrorBox>
          {stage.again && <Button onClick={stage.again}>Try again</Button>}
          <Button variant="secondary" onClick={goOn}>
            Continue without it
          </Button>
        </>
      );
  }
}
