// Using an invitation (A7): three tries for what may pass by itself, none for a refusal; used before is as good as used now.
import { InvitationUsed } from '#sync/contract/invitation.ts';
import { ApiError } from '../../api/client.ts';
import { api, sessionPort } from '../../api/session.ts';

/** `isFinal`: trying again later would not help. */
export type Joined =
  | { kind: 'joined'; message: string | undefined }
  | { kind: 'failed'; reason: string; isFinal: boolean };

const NOT_CONSUMED = 'Failed to consume invitation';

/** Joining an organization failed after signing in. */
export const invitationFailed = (reason: string) => `Failed to process invitation: ${reason}`;

const TRIES = 3;
const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 5000;

const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** Brings the signed-in person into the organization of the invitation. Never throws. */
export async function consumeInvitation(token: string): Promise<Joined> {
  if (!(await sessionPort.token())) return { kind: 'failed', reason: 'No access token available', isFinal: false };
  let outcome: Joined | undefined;
  for (let tried = 0; tried < TRIES; tried++) {
    if (tried > 0) await pause(Math.min(FIRST_PAUSE_MS * 2 ** (tried - 1), LONGEST_PAUSE_MS));
    outcome = await attempt(token);
    if (outcome.kind === 'joined' || outcome.isFinal) return outcome;
  }
  return outcome ?? { kind: 'failed', reason: NOT_CONSUMED, isFinal: false };
}

async function attempt(invitationToken: string): Promise<Joined> {
  try {
    const used = await api('/api/enterprise/consume-invitation', {
      method: 'POST',
      payload: { invitationToken },
      answer: InvitationUsed,
    });
    return { kind: 'joined', message: used?.message };
  } catch (failure) {
    if (failure instanceof ApiError) {
      if (failure.status === 409) return { kind: 'joined', message: undefined };
      return {
        kind: 'failed',
        reason: failure.sentence ?? NOT_CONSUMED,
        isFinal: failure.status < 500,
      };
    }
    if (failure instanceof TypeError)
      return { kind: 'failed', reason: 'Network error during invitation processing', isFinal: false };
    // Answered well, but not with a membership.
    return { kind: 'failed', reason: 'Failed to join organization', isFinal: true };
  }
}
