import type { FormEvent } from 'react';
import { Button } from '../ui/button.tsx';
import { EmailField, type EmailProps } from './email-field.tsx';
import { ErrorBox, SuccessNote } from './notes.tsx';
import { mailPasswordReset } from './sign-in.ts';
import { useAttempt } from './use-attempt.ts';
import { texts } from './words.ts';

/** Asks for the mail by which a new password can be set. */
export function ResetMailForm({ email, onEmail }: EmailProps) {
  const { busy, error, note, run } = useAttempt();
  const address = email.trim();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (busy || !address) return;
    void run(async () => {
      await mailPasswordReset(address);
      return texts.resetMailSent;
    });
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-4" noValidate>
      {error && <ErrorBox>{error}</ErrorBox>}
      {note && <SuccessNote>{note}</SuccessNote>}
      <EmailField email={email} onEmail={onEmail} />
      <Button type="submit" size="big" disabled={busy || !address}>
        {busy ? 'Sending...' : 'Send Reset Email'}
      </Button>
    </form>
  );
}
