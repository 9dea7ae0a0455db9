import { useState } from 'react';
import { SignUp, SignUpAnswer } from '#sync/contract/sign-up.ts';
import { ApiError, createApi } from '../../api/client.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/form/field.tsx';
import {
  AttemptForm,
  EmailField,
  type EmailProps,
  mustBeSame,
  NewPasswordFields,
  useAttempt,
  useNewPassword,
} from '../attempt-form.tsx';
import { SuccessNote } from '../notes.tsx';

const ask = createApi();

/** Signs up through our own server, which knows invitations; answers what to do next. Throws the sentence for the box. */
async function signUp(payload: SignUp): Promise<string> {
  try {
    const answer = await ask('/api/auth/signup', { method: 'POST', payload, answer: SignUpAnswer });
    return answer?.message ?? '';
  } catch (failure) {
    if (failure instanceof ApiError && failure.code === 'account_exists')
      throw new Error('An account with this email already exists. Please sign in instead or use a different email.');
    throw failure;
  }
}

type SignUpFormProps = EmailProps & { courseId: number | undefined; invitation: string | undefined };

/** Name, address and a password twice. What is wrong is said when it is sent; the server judges again. */
export function SignUpForm({ email, onEmail, courseId, invitation }: SignUpFormProps) {
  const [fullName, setFullName] = useState('');
  const typed = useNewPassword();
  const attempt = useAttempt();
  const send = async () => {
    mustBeSame(typed);
    const asked = { email, password: typed.password, fullName, courseId, invitationToken: invitation };
    const { data, error: fault } = SignUp.safeParse(asked);
    if (!data) throw new Error(fault.issues[0]?.message);
    const message = await signUp(data);
    typed.forget();
    return message;
  };
  if (attempt.note) {
    return (
      <>
        <SuccessNote>{attempt.note}</SuccessNote>
        <p>
          The mail is on its way to <span className="font-medium">{email.trim()}</span>.
        </p>
        <Button variant="secondary" onClick={attempt.clear}>
          Change the address
        </Button>
      </>
    );
  }
  return (
    <AttemptForm
      attempt={attempt}
      isReady={email.trim() !== '' && typed.isTyped}
      send={send}
      fallback="Failed to create account"
      verb="Sign Up"
      busyVerb="Creating your account..."
    >
      <Field
        label="Full Name"
        name="name"
        autoComplete="name"
        value={fullName}
        onChange={(event) => setFullName(event.target.value)}
      />
      <EmailField email={email} onEmail={onEmail} />
      <NewPasswordFields label="Password" typed={typed} />
    </AttemptForm>
  );
}
