import { useState } from 'react';
import { AttemptForm, EmailField, type EmailProps, useAttempt } from './attempt-form.tsx';
import { InvitationField, useInvitationCheck } from './invitation-check.tsx';
import { mailMagicLink } from './sign-in.ts';

type MagicLinkFormProps = EmailProps & { courseId: number | undefined; invitation: string | undefined };

/** A link by mail instead of a password; with an organization's invitation token it also joins. */
export function MagicLinkForm({ email, onEmail, courseId, invitation }: MagicLinkFormProps) {
  const [typed, setTyped] = useState(invitation ?? '');
  const check = useInvitationCheck(typed);
  const address = email.trim();
  const token = typed.trim();
  const send = async () => {
    if (check.kind === 'invalid') throw new Error(check.words);
    if (token && check.kind === 'unchecked') throw new Error('Invalid invitation token');
    await mailMagicLink(address, { ...(courseId && { courseId }), ...(token && { invitation: token }) });
    return check.kind === 'valid'
      ? `Magic link sent! Check your email to join ${check.organization}.`
      : 'Magic link sent! Check your email.';
  };
  return (
    <AttemptForm
      attempt={useAttempt()}
      isReady={address !== ''}
      send={send}
      verb="Send Magic Link"
      busyVerb="Sending..."
    >
      <EmailField email={email} onEmail={onEmail} />
      <InvitationField isOptional typed={typed} onTyped={setTyped} check={check} />
    </AttemptForm>
  );
}
