import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useCallback, useEffect, useRef, useState } from 'react';
import { InvitationUseAnswer } from '#sync/contract/invitation.ts';
import { ApiError, call } from '../../api/client.ts';
import { refreshProfile, server, sessionPort } from '../../api/session.ts';
import { useActiveUser } from '../../device/active-user.tsx';
import { setTabText, tabText } from '../../device/device.ts';
import { FIRST_RUN, paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { useNavigate } from '../../ui/router.ts';
import { useToast } from '../../ui/toast.tsx';
import { AccountPanel, BusyNote, ErrorBox } from '../account-panel.tsx';
import { afterSignIn } from '../two-step/two-step.ts';
import { invitationStatus, useInvitationCheck } from './invitation-check.tsx';

// Using an invitation (R-A7): three attempts for passing failures, one for a refusal; an invitation used before counts as used now.

/** `isFinal`: trying again would not help. */
type JoinResult =
  | { kind: 'joined'; message?: string; courseId?: number | null }
  | { kind: 'failed'; reason: string; isFinal: boolean };

/** The error when joining failed after signing in. */
export const invitationFailed = (reason: string) => t`Failed to process invitation: ${reason}`;

const TRIES = 3;
const PAUSE_MS = 1000;

const wait = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** Adds the signed-in user to the invitation's organization. Never throws. */
export async function consumeInvitation(token: string, attempt = 1): Promise<JoinResult> {
  if (!(await sessionPort.token())) return { kind: 'failed', reason: t`No access token available`, isFinal: false };
  const outcome = await tryToJoin(token);
  if (outcome.kind === 'joined' || outcome.isFinal || attempt === TRIES) return outcome;
  await wait(PAUSE_MS * attempt);
  return consumeInvitation(token, attempt + 1);
}

async function tryToJoin(invitationToken: string): Promise<JoinResult> {
  try {
    const answer = await call(server.enterprise['consume-invitation'].$post({ json: { invitationToken } }));
    const { message, organization, courseId } = InvitationUseAnswer.parse(answer);
    return { kind: 'joined', message: organization ? t`You have joined ${organization}.` : message, courseId };
  } catch (failure) {
    if (failure instanceof ApiError) {
      if (failure.status === 409) return { kind: 'joined' };
      const reason = failure.sentence ?? t`Failed to consume invitation`;
      return { kind: 'failed', reason, isFinal: failure.status < 500 };
    }
    if (failure instanceof TypeError)
      return { kind: 'failed', reason: t`Network error during invitation processing`, isFinal: false };
    // The server answered without an error, but not with a membership.
    return { kind: 'failed', reason: t`Failed to join organization`, isFinal: true };
  }
}

/** The course of the invitation, or without one the dashboard (decision 162). */
export const pageAfterJoining = (courseId: number | null | undefined, without = paths.dashboard()) =>
  courseId ? paths.course(courseId) : without;

// An invitation from the address is removed from it at once and stored for this tab until a sign-in has used it (R-A1).

const KEY = 'groundwork.invitation';

export function storeInvitation(token: string): void {
  setTabText(KEY, token);
}

/** The token stored for this tab; undefined for none. */
export function storedInvitation(): string | undefined {
  return tabText(KEY) ?? undefined;
}

export function forgetInvitation(): void {
  setTabText(KEY, null);
}

type JoiningProps = {
  token: string;
  /** The page for continuing without joining. */
  skipTo: string;
  /** The page after joining by an invitation without a course. */
  without?: string | undefined;
};

/** Adds the signed-in user to the organization of an invitation, then opens its course. */
export function Joining({ token, skipTo, without }: JoiningProps) {
  const navigate = useNavigate();
  const toast = useToast();
  const [failure, setFailure] = useState<{ reason: string; isFinal: boolean }>();

  const join = useCallback(async () => {
    setFailure(undefined);
    const result = await consumeInvitation(token);
    if (result.kind === 'joined' || result.isFinal) forgetInvitation();
    if (result.kind === 'failed') return setFailure(result);
    await refreshProfile();
    if (result.message) toast({ title: result.message });
    const next = await afterSignIn(pageAfterJoining(result.courseId, without));
    void navigate(next, { replace: true, state: FIRST_RUN });
  }, [token, without, navigate, toast]);

  const hasStarted = useRef(false);
  useEffect(() => {
    if (!hasStarted.current) void join();
    hasStarted.current = true;
  }, [join]);

  if (!failure) {
    return (
      <AccountPanel title={t`Joining your organization`}>
        <BusyNote>
          <Trans>This takes a moment...</Trans>
        </BusyNote>
      </AccountPanel>
    );
  }
  return (
    <AccountPanel title={t`You could not be added`} intro={t`You are signed in; only the invitation did not work.`}>
      <ErrorBox>{invitationFailed(failure.reason)}</ErrorBox>
      {!failure.isFinal && (
        <Button onClick={() => void join()}>
          <Trans>Try again</Trans>
        </Button>
      )}
      <Button to={skipTo} variant="secondary" onClick={forgetInvitation}>
        <Trans>Continue without it</Trans>
      </Button>
    </AccountPanel>
  );
}

/** For an invitation opened by a signed-in user: asks before joining, because an address alone may come from anyone. */
export function JoinOffer({ token, skipTo }: JoiningProps) {
  const { name } = useActiveUser();
  const check = useInvitationCheck(token);
  const [isAccepted, setAccepted] = useState(false);
  if (isAccepted) return <Joining token={token} skipTo={skipTo} />;
  const mayJoin = check.kind === 'valid' || check.kind === 'failed';
  return (
    <AccountPanel
      title={check.kind === 'valid' ? t`Join ${check.organization}?` : t`Join an organization`}
      intro={t`You are signed in as ${name}.`}
    >
      {check.kind === 'checking' ? (
        <BusyNote>{invitationStatus(check)}</BusyNote>
      ) : (
        check.kind !== 'valid' && (
          <p role="status">{check.kind === 'unchecked' ? t`Invalid invitation token` : invitationStatus(check)}</p>
        )
      )}
      {mayJoin && (
        <Button size="big" onClick={() => setAccepted(true)}>
          <Trans>Join</Trans>
        </Button>
      )}
      <Button to={skipTo} variant="secondary" onClick={forgetInvitation}>
        <Trans>Not now</Trans>
      </Button>
    </AccountPanel>
  );
}
