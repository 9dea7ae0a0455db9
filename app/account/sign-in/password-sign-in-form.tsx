import { useEffect, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { PasswordField } from '../../ui/form/field.tsx';
import { AttemptForm, EmailField, type EmailProps, useAttempt } from '../attempt-form.tsx';
import { mailConfirmation, signInWithPassword } from './sign-in.ts';

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
  const attempt = useAttempt();
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
  const sendAgain = async () => {
    await mailConfirmation(address);
    setMustConfirm(false);
    return 'Check your email to confirm your account.';
  };

  return (
    <AttemptForm
      attempt={attempt}
      isReady={address !== '' && password !== ''}
      send={signIn}
      verb="Sign In"
      busyVerb="Signing in..."
    >
      {mustConfirm && (
        <Button variant="secondary" disabled={attempt.busy} onClick={() => void attempt.run(sendAgain)}>
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
    </AttemptForm>
  );
}
