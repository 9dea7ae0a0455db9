import { type FormEvent, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { EmailField, type EmailProps } from './email-field.tsx';
import { ErrorBox, SuccessNote } from './notes.tsx';
import { mailMagicLink } from './sign-in.ts';
import { useAttempt } from './use-attempt.ts';
import { invitationWords, useInvitationCheck } from './use-invitation-check.ts';
import { magicLinkSent } from './words.ts';

type MagicLinkFormProps = EmailProps & { courseId: number | undefined; invitation: string | undefined };

/** A link by mail instead of a password; with an organization's invitation token it also joins. */
export function MagicLinkForm({ email, onEmail, courseId, invitation }: MagicLinkFormProps) {
  const [typed, setTyped] = useState(invitation ?? '');
  const check = useInvitationCheck(typed);
  const { busy, error, note, run } = useAttempt();
  const address = email.trim();
  const token = typed.trim();

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (busy || !address) return;
    void run(async () => {
      if (check.kind === 'invalid') throw new Error(check.words);
      if (token && check.kind === 'unchecked') throw new Error('Invalid invitation token');
      await mailMagicLink(address, { ...(courseId && { courseId }), ...(token && { invitation: token }) });
      return magicLinkSent(check.kind === 'valid' ? check.organization : undefined);
    });
  };

  return (
    <form onSubmit={submit} className="flex flex-col gap-4" noValidate>
      {error && <ErrorBox>{error}</ErrorBox>}
      {note && <SuccessNote>{note}</SuccessNote>}
      <EmailField email={email} onEmail={onEmail} />
      <div>
        <Field
          label="Organization token (optional)"
          name="invitation"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={200}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <p
          role="status"
          className={`mt-1.5 min-h-5 text-sm ${check.kind === 'valid' ? 'text-complete-text' : check.kind === 'invalid' || check.kind === 'failed' ? 'text-danger-text' : 'text-ink-soft'}`}
        >
          {check.kind !== 'unchecked' && invitationWords(check)}
        </p>
      </div>
      <Button type="submit" size="big" disabled={busy || !address}>
        {busy ? 'Sending...' : 'Send Magic Link'}
      </Button>
    </form>
  );
}
