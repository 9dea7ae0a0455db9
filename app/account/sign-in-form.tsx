import { type FormEvent, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Field, PasswordField } from '../ui/field.tsx';
import { ErrorBox } from './error-box.tsx';

type SignInFormProps = {
  /** Resolves when the attempt is over, well or not; the form is busy until then. */
  onSignIn: (email: string, password: string) => Promise<void>;
  error: string | undefined;
};

/** Email and password; the button waits for both and for the running attempt. */
export function SignInForm({ onSignIn, error }: SignInFormProps) {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [busy, setBusy] = useState(false);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || !email.trim() || !password) return;
    setBusy(true);
    await onSignIn(email.trim(), password).finally(() => setBusy(false));
  };

  return (
    <form onSubmit={(event) => void submit(event)} className="flex flex-col gap-4" noValidate>
      {error && <ErrorBox>{error}</ErrorBox>}
      <Field
        label="Email"
        type="email"
        name="email"
        autoComplete="username"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        value={email}
        onChange={(event) => setEmail(event.target.value)}
      />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="current-password"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <Button type="submit" size="big" className="mt-2" disabled={busy || !email.trim() || !password}>
        {busy ? 'Signing in...' : 'Sign In'}
      </Button>
    </form>
  );
}
