import { useCallback, useEffect, useState } from 'react';
import { INVITATION_TOKEN_CHECKED_FROM, InvitationVerdict } from '#sync/contract/invitation.ts';
import { createApi } from '../api.ts';
import { texts } from './words.ts';

const TYPING_PAUSE_MS = 400;

/** What is known of a typed token. 'unchecked': nothing typed, or too short to ask about; `again` asks once more. */
export type InvitationCheck =
  | { kind: 'unchecked' }
  | { kind: 'checking' }
  | { kind: 'valid'; organization: string; role: string; course: InvitationVerdict['course'] }
  | { kind: 'invalid'; words: string }
  | { kind: 'failed'; again: () => void };

const ask = createApi();

type Answered = Exclude<InvitationCheck, { kind: 'failed' }> | { kind: 'failed' };

async function check(token: string): Promise<Answered> {
  try {
    const payload = { token };
    const verdict = await ask('/api/enterprise/validate-invitation', {
      method: 'POST',
      payload,
      answer: InvitationVerdict,
    });
    return verdict ? judged(verdict) : { kind: 'failed' };
  } catch {
    return { kind: 'failed' };
  }
}

function judged({ valid, organization, role, details, course }: InvitationVerdict): Answered {
  if (valid && organization) return { kind: 'valid', organization, role: role ?? 'member', course };
  if (details.expired) return { kind: 'invalid', words: 'This invitation has expired' };
  if (details.maxUsesReached) return { kind: 'invalid', words: 'This invitation has reached maximum uses' };
  return { kind: 'invalid', words: 'Invalid invitation token' };
}

/** Asks the server about a token, a moment after the last change and only when it is longer than 5 characters. */
export function useInvitationCheck(typed: string): InvitationCheck {
  const token = typed.trim();
  const [answered, setAnswered] = useState<{ token: string; check: Answered }>();
  const [round, setRound] = useState(0);
  const isLong = token.length >= INVITATION_TOKEN_CHECKED_FROM;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another round asks again
  useEffect(() => {
    if (!isLong) return;
    let current = true;
    const timer = setTimeout(async () => {
      const outcome = await check(token);
      if (current) setAnswered({ token, check: outcome });
    }, TYPING_PAUSE_MS);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [token, isLong, round]);
  const again = useCallback(() => {
    setAnswered(undefined);
    setRound((last) => last + 1);
  }, []);
  if (!isLong) return { kind: 'unchecked' };
  if (answered?.token !== token) return { kind: 'checking' };
  return answered.check.kind === 'failed' ? { kind: 'failed', again } : answered.check;
}

/** The status line for a token, in the specification's words. */
export function invitationWords(check: InvitationCheck): string {
  switch (check.kind) {
    case 'unchecked':
      return 'Enter your invitation token to continue';
    case 'checking':
      return 'Validating invitation...';
    case 'valid':
      return `Invitation to ${check.organization}`;
    case 'invalid':
      return check.words;
    case 'failed':
      return texts.tokenNotChecked;
  }
}
