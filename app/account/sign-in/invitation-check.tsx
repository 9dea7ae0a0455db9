import { INVITATION_TOKEN_CHECKED_FROM, InvitationVerdict } from '#sync/contract/invitation.ts';
import { createApi } from '../../api/client.ts';
import { Field } from '../../ui/form/field.tsx';
import { useTypedCheck } from '../use-typed-check.ts';

/** What is known of a typed token. 'unchecked': nothing typed, or too short to ask about; `again` asks once more. */
export type InvitationCheck =
  | { kind: 'unchecked' }
  | { kind: 'checking' }
  | { kind: 'valid'; organization: string; course: InvitationVerdict['course'] }
  | { kind: 'invalid'; words: string }
  | { kind: 'failed'; again: () => void };

const ask = createApi();

type Answered = Extract<InvitationCheck, { kind: 'valid' | 'invalid' }> | { kind: 'failed' };

async function check(token: string): Promise<Answered> {
  try {
    const asked = { method: 'POST', payload: { token }, answer: InvitationVerdict } as const;
    const verdict = await ask('/api/enterprise/validate-invitation', asked);
    return verdict ? judged(verdict) : { kind: 'failed' };
  } catch {
    return { kind: 'failed' };
  }
}

function judged({ valid, organization, details, course }: InvitationVerdict): Answered {
  if (valid && organization) return { kind: 'valid', organization, course };
  if (details.expired) return { kind: 'invalid', words: 'This invitation has expired' };
  if (details.maxUsesReached) return { kind: 'invalid', words: 'This invitation has reached maximum uses' };
  return { kind: 'invalid', words: 'Invalid invitation token' };
}

/** Asks the server about a token, a moment after the last change and only when it is longer than 5 characters. */
export function useInvitationCheck(typed: string): InvitationCheck {
  const token = typed.trim();
  const isLong = token.length >= INVITATION_TOKEN_CHECKED_FROM;
  const { answer, again } = useTypedCheck(token, isLong, check);
  if (!isLong) return { kind: 'unchecked' };
  if (!answer) return { kind: 'checking' };
  return answer.kind === 'failed' ? { kind: 'failed', again } : answer;
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
      return 'Failed to validate token';
  }
}

const TONES: Partial<Record<InvitationCheck['kind'], string>> = {
  valid: 'text-complete-text',
  invalid: 'text-danger-text',
  failed: 'text-danger-text',
};

type InvitationFieldProps = {
  typed: string;
  onTyped: (token: string) => void;
  check: InvitationCheck;
  /** The form can be sent without one. */
  isOptional?: boolean;
};

/** A token, with what is known of it below. */
export function InvitationField({ typed, onTyped, check, isOptional = false }: InvitationFieldProps) {
  return (
    <div>
      <Field
        label={isOptional ? 'Organization token (optional)' : 'Invitation Token'}
        name="invitation"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={200}
        value={typed}
        aria-invalid={check.kind === 'invalid' || undefined}
        onChange={(event) => onTyped(event.target.value)}
      />
      <p role="status" className={`mt-1.5 min-h-5 text-sm ${TONES[check.kind] ?? 'text-ink-soft'}`}>
        {!(isOptional && check.kind === 'unchecked') && invitationWords(check)}
      </p>
    </div>
  );
}
