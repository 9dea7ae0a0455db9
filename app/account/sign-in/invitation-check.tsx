import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { TriangleAlert, Users } from 'lucide-react';
import {
  INVITATION_TOKEN_CHECKED_FROM,
  INVITATION_TOKEN_LIMIT,
  type InvitationCheckAnswer,
} from '#sync/contract/invitation.ts';
import { call, publicServer } from '../../api/client.ts';
import { Field } from '../../ui/form/field.tsx';
import { useTypedCheck } from '../account-form.tsx';

/** The state of a typed token. 'unchecked': nothing typed, or too short to be checked; `again` repeats the check. */
export type InvitationCheck =
  | { kind: 'unchecked' }
  | { kind: 'checking' }
  | ({ kind: 'valid'; organization: string } & Pick<InvitationCheckAnswer, 'email' | 'course'>)
  /** `isOver`: it was valid once. */
  | { kind: 'invalid'; message: string; isOver?: boolean }
  | { kind: 'failed'; again: () => void };

type CheckResult = Extract<InvitationCheck, { kind: 'valid' | 'invalid' }> | { kind: 'failed' };

async function check(token: string): Promise<CheckResult> {
  try {
    return resultOf(await call(publicServer.enterprise['validate-invitation'].$post({ json: { token } })));
  } catch {
    return { kind: 'failed' };
  }
}

function resultOf({ valid, organization, details, email, course }: InvitationCheckAnswer): CheckResult {
  if (valid && organization) return { kind: 'valid', organization, email, course };
  if (details.expired) return { kind: 'invalid', message: t`This invitation has expired`, isOver: true };
  if (details.maxUsesReached)
    return { kind: 'invalid', message: t`This invitation has reached maximum uses`, isOver: true };
  return { kind: 'invalid', message: t`Invalid invitation token` };
}

/** Checks a token with the server, a moment after the last change and only when it is longer than 5 characters. */
export function useInvitationCheck(typed: string): InvitationCheck {
  const token = typed.trim();
  const isLong = token.length >= INVITATION_TOKEN_CHECKED_FROM;
  const { answer, again } = useTypedCheck(token, isLong, check);
  if (!isLong) return { kind: 'unchecked' };
  if (!answer) return { kind: 'checking' };
  return answer.kind === 'failed' ? { kind: 'failed', again } : answer;
}

/** The status line for a token, in the specification's words. */
export function invitationStatus(check: InvitationCheck): string {
  switch (check.kind) {
    case 'unchecked':
      return t`Enter your invitation token to continue`;
    case 'checking':
      return t`Validating invitation...`;
    case 'valid':
      return t`Invitation to ${check.organization}`;
    case 'invalid':
      return check.message;
    case 'failed':
      return t`Failed to validate token`;
  }
}

const STATUS_TONES: Partial<Record<InvitationCheck['kind'], string>> = {
  valid: 'text-complete-text',
  invalid: 'text-danger-text',
  failed: 'text-danger-text',
};

type InvitationFieldProps = {
  typed: string;
  onTyped: (token: string) => void;
  check: InvitationCheck;
  /** The form can be sent without a token. */
  isOptional?: boolean;
};

export function InvitationField({ typed, onTyped, check, isOptional = false }: InvitationFieldProps) {
  return (
    <div>
      <Field
        label={isOptional ? t`Invitation Token (optional)` : t`Invitation Token`}
        name="invitation"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={INVITATION_TOKEN_LIMIT}
        value={typed}
        aria-invalid={check.kind === 'invalid' || undefined}
        onChange={(event) => onTyped(event.target.value)}
      />
      <p role="status" className={`mt-1.5 min-h-5 text-sm ${STATUS_TONES[check.kind] ?? 'text-ink-soft'}`}>
        {!(isOptional && check.kind === 'unchecked') && invitationStatus(check)}
      </p>
    </div>
  );
}

/** The organization of a valid invitation, or why it is not valid. */
export function InvitationBanner({ check }: { check: InvitationCheck }) {
  if (check.kind === 'unchecked') return null;
  if (check.kind === 'valid') {
    return (
      <div role="status" className="flex gap-3 rounded-md bg-accent-soft px-4 py-3 text-accent-text">
        <Users aria-hidden className="mt-0.5 size-5 shrink-0" />
        <div className="min-w-0">
          <p>
            <Trans>You are invited to join</Trans>
          </p>
          <p className="font-semibold">{check.organization}</p>
          {check.course && (
            <p className="text-sm">
              <Trans>Course: {check.course.title}</Trans>
            </p>
          )}
        </div>
      </div>
    );
  }
  return (
    <div role="status" className="flex gap-3 rounded-md bg-sunken px-4 py-3">
      <TriangleAlert aria-hidden className="mt-0.5 size-5 shrink-0 text-ink-soft" />
      <div>
        <p className="font-medium">{invitationStatus(check)}</p>
        {check.kind === 'invalid' && (
          <p className="text-ink-soft text-sm">
            <Trans>You can continue without it and ask for a new one later.</Trans>
          </p>
        )}
      </div>
    </div>
  );
}
