import { type FormEvent, useState } from 'react';
import { SignUp, SignUpAnswer } from '#sync/contract/sign-up.ts';
import { ApiError, createApi } from '../api.ts';
import { Button } from '../ui/button.tsx';
import { Field, PasswordField } from '../ui/field.tsx';
import { EmailField, type EmailProps } from './email-field.tsx';
import { ErrorBox, SuccessNote } from './notes.tsx';
import { useAttempt } from './use-attempt.ts';
import { texts } from './words.ts';

const ask = createApi();

/** Signs up through our own server, which knows invitations; answers what to do next. Throws the sentence for the box. */
async function signUp(payload: SignUp): Promise<string> {
  try {
    const answer = await ask('/api/auth/signup', { method: 'POST', payload, answer: SignUpAnswer });
    return answer?.message ?? '';
  } catch (failure) {
    if (failure instanceof ApiError && failure.code === 'account_exists') throw new Error(texts.accountExists);
    throw failure;
  }
}

type SignUpFormProps = EmailProps & { courseId: number | undefined; invitation: string | undefined };

/** Name, address and a password twice. What is wrong is said when it is sent; the server judges again. */
export function SignUpForm({ email, onEmail, courseId, invitation }: SignUpFormProps) {
  const [fullName, setFullName] = useState('');
  const [password, setPassword] = useState('');
  const [repeated, setRepeated] = useState('');
  const { busy, error, note, run, clear } = useAttempt();
  const isReady = email.trim() !== '' && password !== '' && repeated !== '';

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (busy || !isReady) return;
    void run(async () => {
      if (password !== repeated) throw new Error(texts.passwordsDiffer);
      const asked = { email, password, fullName, courseId, invitationToken: invitation };
      const { data, error: fault } = SignUp.safeParse(asked);
      if (!data) throw new Error(fault.issues[0]?.message ?? texts.accountFailed);
      const message = await signUp(data);
      setPassword('');
      setRepeated('');
      return message;
    }, texts.accountFailed);
  };

  if (note) {
    return (
      <>
        <SuccessNote>{note}</SuccessNote>
        <p>
          The mail is on its way to <span className="font-medium">{email.trim()}</span>.
        </p>
        <Button variant="secondary" onClick={clear}>
          Change the address
        </Button>
      </>
    );
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-4" noValidate>
      {error && <ErrorBox>{error}</ErrorBox>}
      <Field
        label="Full Name"
        name="name"
        autoComplete="name"
        value={fullName}
        onChange={(event) => setFullName(event.target.value)}
      />
      <EmailField email={email} onEmail={onEmail} />
      <PasswordField
        label="Password"
        name="new-password"
        autoComplete="new-password"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <PasswordField
        label="Confirm Password"
        name="repeat-password"
        autoComplete="new-password"
        value={repeated}
        onChange={(event) => setRepeated(event.target.value)}
      />
      <Button type="submit" size="big" disabled={busy || !isReady}>
        {busy ? 'Creating your account...' : 'Sign Up'}
      </Button>
    </form>
  );
}
