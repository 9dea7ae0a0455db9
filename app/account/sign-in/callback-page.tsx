// Where emailed links arrive: signs in, completes the sign-in, and leads on in the specification's order (R-A6).

import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useCallback, useEffect, useRef, useState } from 'react';
import { failureCode, failureMessage, isRefusal } from '../../api/messages.ts';
import { useActiveUser } from '../../device/active-user.tsx';
import { onActiveUserChange } from '../../device/active-user-channel.ts';
import { idInPath, pageToReturnTo, paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { usePageTitle } from '../../ui/page-title.tsx';
import { Navigate, useLocation, useNavigate, useSearchParams } from '../../ui/router.ts';
import { useToast } from '../../ui/toast.tsx';
import { AccountPanel, BusyNote, ErrorBox, SuccessNote } from '../account-panel.tsx';
import { AGREED } from './code-form.tsx';
import { completeSignIn, type NextPage, type SignInOutcome } from './complete-sign-in.ts';
import { InvitationBanner, useInvitationCheck } from './invitation-check.tsx';
import { forgetInvitation, invitationFailed, JoinOffer, storeInvitation } from './joining.tsx';
import { isAskedElsewhere, type MailedLink, useMailedLink, waitsForTap } from './mailed-link.ts';
import { OnlyIfAsked } from './only-if-asked.tsx';
import { followLink, isUsable } from './sign-in.ts';

const unexpectedError = (reason: string) => t`An unexpected error occurred: ${reason}`;

/** What to do about a link, by the auth service's code; without one it is used or expired. */
const REFUSED: Record<string, string | undefined> = {
  validation_failed: t`This link is incomplete. Open the whole link from the email, or ask for a new one.`,
  over_request_rate_limit: t`Too many attempts. Wait a few minutes, then open the link again.`,
  pkce_code_verifier_not_found: t`This link only works in the browser where you asked for it. Ask for a new email in this browser, or enter the code from it.`,
  bad_code_verifier: t`This link is not the newest one that you asked for. Open the link in your newest email.`,
  email_exists: t`This email address belongs to another account by now. Your own address stays as it was.`,
};

const NOT_COMPLETED = t`The sign-in couldn't be completed. Please try again. If this happens again, tell your administrator.`;

/** The same for a sign-in by a provider. */
const NOT_SIGNED_IN: Record<string, string | undefined> = {
  access_denied: t`The sign-in was canceled. Try again, or use another way to sign in.`,
  bad_oauth_state: t`This sign-in took too long, or was begun in another browser. Please try again.`,
  bad_oauth_callback: NOT_COMPLETED,
  unexpected_failure: NOT_COMPLETED,
  provider_unreachable: t`The sign-in page can't be reached. Try again in a few minutes, or use another way to sign in.`,
  provider_email_needs_verification: t`Your account there has no confirmed email address. Confirm it there, or use another way to sign in.`,
  email_address_not_authorized: t`Your email address there isn't allowed here. Use another account, or another way to sign in.`,
  signup_disabled: t`You don't have an account here yet. Ask your organization for an invitation.`,
  provider_account_differs: t`Another person has signed in here with this email address before. Ask your administrator.`,
  organization_unknown: t`Your organization isn't set up here yet. Ask your administrator to add it.`,
  user_banned: t`This account is blocked. Ask your administrator.`,
};

const SIGN_IN_TIMEOUT_MS = 3000;
const READ_MS = 3000;

/** What the page shows. 'waiting' is for the tap that signs in by what anyone can send; 'offer' asks whether to join. */
type CallbackStage =
  | { is: 'waiting'; error?: string }
  | { is: 'processing' | 'offer' | 'first-of-two' }
  | { is: 'success'; message: string }
  | {
      is: 'failed';
      message: string;
      /** Of the page; without one it still says that it signs in. */
      title?: string;
      /** What the user can do: sign in, which 'later' does by itself; or go on without the invitation. */
      way?: 'sign-in' | 'later' | 'without-invitation';
      again?: () => void;
    };

type OpenedLink = {
  link: MailedLink;
  /** Removes the link from the address. */
  clean: () => void;
  courseId: number | undefined;
  invitation: string | undefined;
  next: string | undefined;
  /** Joining needs no further question. */
  hasAgreed: boolean;
  /** Nothing is tried, so that the timeout is reached. */
  isTimeoutTest: boolean;
};

/** The stages of an emailed link, from opening it to the page that follows. */
function useCallbackStages(openedLink: OpenedLink) {
  const { link, clean, courseId, invitation, next, hasAgreed, isTimeoutTest } = openedLink;
  const { state } = useActiveUser();
  const [needsTap] = useState(waitsForTap(link));
  const [stage, setStage] = useState<CallbackStage>(
    needsTap && !isTimeoutTest ? { is: 'waiting' } : { is: 'processing' },
  );
  const [nextPage, setNextPage] = useNextPage();
  const isSignedIn = useRef(false);
  const expire = useCallback(() => {
    if (isSignedIn.current) return;
    // The link is spent but its invitation is not: signing in or up in this tab still joins (P-16).
    if (invitation) storeInvitation(invitation);
    const message = t`This confirmation link may have expired or already been used. Please try signing in manually.`;
    setStage({ is: 'failed', message, title: LINK_EXPIRED, way: 'later' });
  }, [invitation]);

  const refuse = (reason: string) => {
    const message = REFUSED[reason] ?? NOT_SIGNED_IN[reason];
    if (!message) return expire();
    if (invitation) storeInvitation(invitation);
    const title = REFUSED[reason] ? LINK_EXPIRED : t`We couldn't sign you in`;
    setStage({ is: 'failed', message, title, way: 'sign-in' });
  };

  const settle = useCallback(async () => {
    setStage({ is: 'processing' });
    const outcome = await completeSignIn({ courseId, invitation, next });
    if (outcome.kind === 'no-profile' && invitation) storeInvitation(invitation);
    setStage(stageAfter(outcome, () => void settle()));
    setNextPage({ ...outcome.next, isHeld: outcome.kind === 'not-joined' });
  }, [courseId, invitation, next, setNextPage]);

  /** Runs once, whichever notice of the sign-in comes first. */
  const signedIn = useCallback(() => {
    if (isSignedIn.current) return;
    isSignedIn.current = true;
    void settle();
  }, [settle]);

  const openLink = async () => {
    if (!isUsable(link)) return;
    setStage({ is: 'processing' });
    // On a slow network the sign-in may come after this message; it still counts.
    const late = setTimeout(expire, SIGN_IN_TIMEOUT_MS);
    try {
      const userId = await followLink(link);
      clean();
      if (userId) signedIn();
      else setStage({ is: 'first-of-two' });
    } catch (failure) {
      if (isRefusal(failure)) return refuse(failureCode(failure));
      setStage({ is: 'waiting', error: unexpectedError(failureMessage(failure)) });
    } finally {
      clearTimeout(late);
    }
  };

  /** Signed in by other means than this address: joining an organization needs the user's consent first. */
  const signedInElsewhere = useCallback(() => {
    if (invitation && !hasAgreed) setStage({ is: 'offer' });
    else signedIn();
  }, [invitation, hasAgreed, signedIn]);

  const hasStarted = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for the address as it was opened
  useEffect(() => {
    if (hasStarted.current || ('type' in link && link.type === 'recovery')) return;
    hasStarted.current = true;
    if (isTimeoutTest) setTimeout(expire, SIGN_IN_TIMEOUT_MS);
    else if (link.kind === 'refused') refuse(link.reason);
    else if (link.kind === 'first-of-two') setStage({ is: 'first-of-two' });
    else if (!needsTap && isUsable(link)) void openLink();
    else if (link.kind === 'none' && state === 'known') signedInElsewhere();
    else if (link.kind === 'none') setTimeout(expire, SIGN_IN_TIMEOUT_MS);
  }, []);
  useEffect(() => {
    if (isTimeoutTest) return;
    return onActiveUserChange((change) => change === 'signed-in' && link.kind === 'none' && signedInElsewhere());
  }, [isTimeoutTest, link.kind, signedInElsewhere]);
  useRedirectToSignIn(stage.is === 'failed' && stage.way === 'later', next);

  const skipInvitation = () => {
    forgetInvitation();
    setNextPage(nextPage && { ...nextPage, isHeld: false });
  };
  return { stage, openLink: () => void openLink(), skipInvitation };
}

function stageAfter(outcome: SignInOutcome, again: () => void): CallbackStage {
  switch (outcome.kind) {
    case 'done':
      return { is: 'success', message: outcome.next.message };
    case 'no-profile':
      return { is: 'failed', message: unexpectedError(outcome.reason) };
    case 'not-joined': {
      const stage = { is: 'failed', message: invitationFailed(outcome.reason), way: 'without-invitation' } as const;
      return outcome.isFinal ? stage : { ...stage, again };
    }
  }
}

type HeldPage = NextPage & { isHeld: boolean };

/** Opens the next page after its pause, once the guards know the user; not while the user has something to read. */
function useNextPage() {
  const [nextPage, setNextPage] = useState<HeldPage>();
  const { state } = useActiveUser();
  const navigate = useNavigate();
  const toast = useToast();
  const isKnown = state === 'known';
  useEffect(() => {
    if (!nextPage || nextPage.isHeld || !isKnown) return;
    const timer = setTimeout(() => {
      if (nextPage.isToast) toast({ title: nextPage.message });
      void navigate(nextPage.to, { replace: true });
    }, nextPage.afterMs);
    return () => clearTimeout(timer);
  }, [nextPage, isKnown, navigate, toast]);
  return [nextPage, setNextPage] as const;
}

/** Shows the expired-link message for 3 s; a sign-in that comes meanwhile ends the wait. */
function useRedirectToSignIn(isExpired: boolean, from: string | undefined): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (!isExpired) return;
    const toSignIn = () => void navigate(paths.auth({ mode: 'signin' }), { replace: true, state: { from } });
    const timer = setTimeout(toSignIn, READ_MS);
    return () => clearTimeout(timer);
  }, [isExpired, from, navigate]);
}

const BUTTON_LABELS: Record<string, string> = {
  signup: t`Confirm and sign in`,
  invite: t`Accept and sign in`,
  email_change: t`Confirm the change`,
};

/** The page of /auth/callback. A password reset link that arrives here is passed on. */
export function CallbackPage() {
  usePageTitle(t`Processing Authentication`);
  const { search, hash, state } = useLocation();
  const [query] = useSearchParams();
  const { link, clean } = useMailedLink();
  const invitation = query.get('invitation') ?? undefined;
  const next = query.get('next') ?? undefined;
  const stages = useCallbackStages({
    link,
    clean,
    courseId: idInPath(query.get('courseId') ?? undefined),
    invitation,
    next,
    hasAgreed: state === AGREED,
    isTimeoutTest: query.get('test_timeout') === 'true',
  });
  if ((link.kind === 'link' || link.kind === 'tokens') && link.type === 'recovery')
    return <Navigate to={`${paths.resetPassword()}${search}${hash}`} replace />;
  if (stages.stage.is === 'offer' && invitation)
    return <JoinOffer token={invitation} skipTo={pageToReturnTo({ from: next }) ?? paths.dashboard()} />;
  const hasOtherBrowser = link.kind === 'link' && link.type === 'magiclink' && isAskedElsewhere(link);
  return (
    <AccountPanel title={('title' in stages.stage && stages.stage.title) || t`Processing Authentication`}>
      {stages.stage.is === 'waiting' && invitation && <InvitationToJoin invitation={invitation} />}
      {stages.stage.is === 'waiting' && hasOtherBrowser && <OtherBrowser />}
      <StageView
        {...stages}
        label={('type' in link && BUTTON_LABELS[link.type]) || t`Sign in`}
        isInvited={link.kind === 'link' && (link.type === 'invite' || invitation !== undefined)}
      />
    </AccountPanel>
  );
}

const LINK_EXPIRED = t`Sign-in link expired`;

/** Anyone can have a link emailed that joins their organization, so the page names the organization before the tap. */
function InvitationToJoin({ invitation }: { invitation: string }) {
  const check = useInvitationCheck(invitation);
  return check.kind === 'valid' && <InvitationBanner check={check} />;
}

/** An email opens in the browser, and an installed app on an iPhone or iPad shares nothing with it. */
const OtherBrowser = () => (
  <p className="rounded-md bg-sunken px-4 py-3">
    <Trans>
      Did you ask for this link in the installed app, or on another device? This button signs you in here only. To sign
      in there, go back and enter the 6-digit code from the email, or your password.
    </Trans>
  </p>
);

type StageViewProps = {
  stage: CallbackStage;
  label: string;
  /** They were sent the link without asking for it. */
  isInvited: boolean;
  openLink: () => void;
  skipInvitation: () => void;
};

function StageView({ stage, label, isInvited, openLink, skipInvitation }: StageViewProps) {
  const { state } = useActiveUser();
  switch (stage.is) {
    case 'waiting':
      return (
        <>
          <p>
            <Trans>One more tap to confirm it's you.</Trans>
          </p>
          {(state === 'known' || !isInvited) && <OnlyIfAsked />}
          {stage.error && <ErrorBox>{stage.error}</ErrorBox>}
          <Button size="big" onClick={openLink}>
            {label}
          </Button>
        </>
      );
    case 'processing':
    case 'offer':
      return (
        <BusyNote>
          <Trans>Please wait while we sign you in...</Trans>
        </BusyNote>
      );
    case 'first-of-two':
      return (
        <>
          <SuccessNote>
            <Trans>This address is confirmed.</Trans>
          </SuccessNote>
          <p>
            <Trans>Now confirm the change in the email that we sent to your other address.</Trans>
          </p>
          <Button to={paths.dashboard()} variant="secondary" replace>
            <Trans>Go to your dashboard</Trans>
          </Button>
        </>
      );
    case 'success':
      return <SuccessNote>{stage.message}</SuccessNote>;
    case 'failed':
      return (
        <>
          <ErrorBox>{stage.message}</ErrorBox>
          {stage.again && (
            <Button onClick={stage.again}>
              <Trans>Try again</Trans>
            </Button>
          )}
          {(stage.way === 'sign-in' || stage.way === 'later') && (
            <Button to={paths.auth({ mode: 'signin' })} variant="secondary" replace>
              <Trans>Go to sign in</Trans>
            </Button>
          )}
          {stage.way === 'without-invitation' && (
            <Button variant="secondary" onClick={skipInvitation}>
              <Trans>Continue without it</Trans>
            </Button>
          )}
        </>
      );
  }
}
