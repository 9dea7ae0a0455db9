import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { PasswordField } from '../ui/field.tsx';
import { EmailField, type EmailProps } from './email-field.tsx';
import { ErrorBox, SuccessNote } from './notes.tsx';
import { mailConfirmation, signInWithPassword } from './sign-in.ts';
import { useAttempt } from './use-attempt.ts';

type PasswordSignInFormProps = EmailProps & {
  /** How often the address was taken from the people of this device: then only the password is missing. */
  chosen: number;
  isOwn: { current: boolean };
  onSignedIn: () => void;
};

const isUnconfirmed = (failure: unknown) =>
  typeof failure === 'object' && failure !== null && 'code' in failure && failure.code === 'email_not_confirmed';

/** Email and password; the button waits for both and for the running attempt. */
export function PasswordSignInForm({ email, onEmail, chosen, isOwn, onSignedIn }: PasswordSignInFormProps) {
  const [password, setPassword] = useState('');
  const [mustConfirm, setMustConfirm] = useState(false);
  const { busy, error, note, run } = useAttempt();
  const address = email.trim();
  const passwordField = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (chosen > 0) passwordField.current?.focus();
  }, [chosen]);

  const signIn = async () => {
    isOwn.current = true;
    setMustConfirm(false);
    try {
      await signInWithPassword(address, password);
    } catch (failure) {
      isOwn.current = false;
      setMustConfirm(isUnconfirmed(failure));
      throw failure;
    }
    onSignedIn();
    return undefined;
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!busy && address && password) void run(signIn);
  };
  const sendAgain = () =>
    run(async () => {
      await mailConfirmation(address);
      setMustConfirm(false);
      return 'Check your email to confirm your account.';
    });

  return (
    <form onSubmit={submit} className="flex flex-col gap-4" noValidate>
      {error && <ErrorBox>{error}</ErrorBox>}
      {note && <SuccessNote>{note}</SuccessNote>}
      {mustConfirm && (
        <Button variant="secondary" disabled={busy} onClick={() => void sendAgain()}>
          Send the confirmation mail again
        </Button>
      )}
      <EmailField email={email} onEmail={onEmail} />
      <PasswordField
        ref={passwordField}
        label="Password"
        name="password"
        autoComplete="current-password"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <Button type="submit" size="big" disabled={busy || !address || !password}>
        {busy ? 'Signing in...' : 'Sign In'}
      </Button>
    </form>
  );
}
