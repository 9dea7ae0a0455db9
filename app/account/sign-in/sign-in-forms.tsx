import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { typedEmail } from '#sync/contract/email.ts';
import { SignUp, type SignUpAnswer } from '#sync/contract/sign-up.ts';
import { call, publicServer } from '../../api/client.ts';
import { failureCode } from '../../api/messages.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/form/field.tsx';
import { PasswordField } from '../../ui/form/password-field.tsx';
import { i18n } from '../../ui/language.ts';
import {
  AccountForm,
  ActButton,
  EmailField,
  type EmailProps,
  NewPasswordFields,
  requireSamePassword,
  useFormSubmission,
  useNewPassword,
} from '../account-form.tsx';
import { SuccessNote } from '../account-panel.tsx';
import { faultWords } from '../faults.ts';
import { CodeSignIn, GoOn } from './code-form.tsx';
import { InvitationField, useInvitationCheck } from './invitation-check.tsx';
import { storedInvitation } from './joining.tsx';
import { mailConfirmation, mailMagicLink, mailPasswordReset, signInWithPassword } from './sign-in.ts';

type PasswordSignInFormProps = EmailProps & {
  /** How often the email was taken from the users of this device: each time, the password field gets the focus. */
  chosenTimes: number;
  /** The link for whoever has forgotten the password. */
  forgotten: ReactNode;
  onSignedIn: () => void;
};

/** Email and password; the button is enabled when both are filled in and nothing is being sent. */
export function PasswordSignInForm(props: PasswordSignInFormProps) {
  const { email, onEmail, chosenTimes, forgotten, onSignedIn } = props;
  const [password, setPassword] = useState('');
  const [mustConfirm, setMustConfirm] = useState(false);
  const submission = useFormSubmission();
  const address = typedEmail(email);
  const passwordField = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (chosenTimes > 0) passwordField.current?.focus();
  }, [chosenTimes]);

  const signIn = async () => {
    setMustConfirm(false);
    try {
      await signInWithPassword(address, password);
    } catch (failure) {
      setMustConfirm(failureCode(failure) === 'email_not_confirmed');
      throw failureCode(failure) === 'invalid_credentials' ? new Error(t`Wrong email or password.`) : failure;
    }
    onSignedIn();
  };
  const sendAgain = async () => {
    await mailConfirmation(address, storedInvitation());
    setMustConfirm(false);
    return t`Check your email to confirm your account.`;
  };

  return (
    <>
      <AccountForm
        submission={submission}
        isReady={address !== '' && password !== ''}
        send={signIn}
        verb={t`Sign In`}
        busyVerb={t`Signing in...`}
      >
        {mustConfirm && (
          <Button variant="secondary" disabled={submission.busy} onClick={() => void submission.run(sendAgain)}>
            <Trans>Send the confirmation email again</Trans>
          </Button>
        )}
        <EmailField email={email} onEmail={onEmail} />
        <PasswordField
          ref={passwordField}
          label={t`Password`}
          name="password"
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
        <p className="-my-3 text-end">{forgotten}</p>
      </AccountForm>
      {submission.note && <CodeSignIn email={address} purpose="email" />}
    </>
  );
}

/** Signs up through our own server, which knows invitations; returns what to do next. Throws the message for the error box. */
async function signUp(payload: SignUp): Promise<SignUpAnswer> {
  try {
    return await call(publicServer.auth.signup.$post({ json: payload }));
  } catch (failure) {
    if (failureCode(failure) === 'account_exists')
      throw new Error(t`An account with this email already exists. Please sign in instead or use a different email.`);
    throw failure;
  }
}

/** True once the server says that it takes no sign-ups, which is told before anything is typed in vain. */
function useSignUpsClosed(): boolean {
  const [isClosed, setClosed] = useState(false);
  useEffect(() => {
    call(publicServer.config.$get()).then(
      ({ signUps }) => setClosed(signUps === 'closed'),
      // Without an answer the form says so when it is sent.
      () => undefined,
    );
  }, []);
  return isClosed;
}

type SignUpFormProps = EmailProps & {
  courseId: number | undefined;
  invitation: string | undefined;
  /** The page that asked for a sign-in. */
  next: string | undefined;
};

/** Name, email and a password twice. Checked when it is sent, and again by the server. */
export function SignUpForm({ email, onEmail, courseId, invitation, next }: SignUpFormProps) {
  const [fullName, setFullName] = useState('');
  const [signedIn, setSignedIn] = useState<string>();
  const typed = useNewPassword();
  const submission = useFormSubmission();
  const isClosed = useSignUpsClosed();
  const send = async () => {
    requireSamePassword(typed);
    const fields = {
      ...{ email, password: typed.password, fullName, courseId, invitationToken: invitation, next },
      // English is what a page has that nobody chose a language for.
      ...(i18n.locale !== 'en' && { language: i18n.locale }),
    };
    const { data, error: fault } = SignUp.safeParse(fields);
    if (!data) throw new Error(faultWords(fault.issues[0]?.message));
    const { organization, isReady } = await signUp(data);
    if (isReady) setSignedIn(await signInWithPassword(data.email, data.password));
    typed.forget();
    if (isReady) return t`Your account is ready.`;
    return organization
      ? t`Check your email to confirm your account and join ${organization}.`
      : t`Check your email to confirm your account.`;
  };
  if (isClosed) {
    return (
      <p role="status" className="rounded-md bg-sunken p-4">
        <Trans>
          New accounts can't be created here at the moment. Ask your organization for an invitation; if you have an
          account, sign in.
        </Trans>
      </p>
    );
  }
  if (signedIn) {
    return (
      <>
        <SuccessNote>{submission.note ?? t`Your account is ready.`}</SuccessNote>
        <GoOn userId={signedIn} to={paths.authCallback({ courseId, invitation, next })} />
      </>
    );
  }
  if (submission.note) {
    return (
      <>
        <SuccessNote>{submission.note}</SuccessNote>
        <p>
          <Trans>
            We've sent an email to <span className="font-medium">{typedEmail(email)}</span>.
          </Trans>
        </p>
        <CodeSignIn {...{ email, courseId, invitation, next }} purpose="email" />
        <SendAgain email={typedEmail(email)} />
        <Button variant="secondary" onClick={submission.clear}>
          <Trans>Use a different email</Trans>
        </Button>
      </>
    );
  }
  return (
    <AccountForm
      submission={submission}
      isReady={typedEmail(email) !== '' && typed.isTyped}
      send={send}
      fallback={t`Failed to create account`}
      verb={t`Sign Up`}
      busyVerb={t`Creating your account...`}
    >
      <Field
        label={t`Full Name`}
        name="name"
        autoComplete="name"
        value={fullName}
        onChange={(event) => setFullName(event.target.value)}
      />
      <EmailField email={email} onEmail={onEmail} />
      <NewPasswordFields label={t`Password`} typed={typed} />
    </AccountForm>
  );
}

/** For a sign-up whose email did not arrive or whose code is too old. */
function SendAgain({ email }: { email: string }) {
  const send = async () => {
    await mailConfirmation(email, storedInvitation());
    return t`Sent again. Use the newest email.`;
  };
  return (
    <ActButton
      variant="secondary"
      act={send}
      fallback={t`The email could not be sent again.`}
      verb={t`Send the confirmation email again`}
      busyVerb={t`Sending...`}
    />
  );
}

type MagicLinkFormProps = SignUpFormProps & {
  /** The email of a user of this device, who needs no invitation. */
  isKnown: boolean;
};

/** A link by email instead of a password; with an organization's invitation token it also joins. */
export function MagicLinkForm({ email, onEmail, courseId, invitation, next, isKnown }: MagicLinkFormProps) {
  const submission = useFormSubmission();
  const [typed, setTyped] = useState(invitation ?? '');
  const check = useInvitationCheck(typed);
  const address = typedEmail(email);
  const token = typed.trim();
  const send = async () => {
    if (check.kind === 'invalid') throw new Error(check.message);
    if (token && check.kind === 'unchecked') throw new Error(t`Invalid invitation token`);
    await mailMagicLink(address, { courseId, invitation: token, next });
    return check.kind === 'valid'
      ? t`Magic link sent! Check your email to join ${check.organization}.`
      : t`Magic link sent! Check your email.`;
  };
  if (submission.note) {
    return (
      <>
        <SuccessNote>{submission.note}</SuccessNote>
        <p>
          <Trans>
            Open the link in the email to <span className="wrap-anywhere font-medium">{address}</span>, or enter its
            code here.
          </Trans>
        </p>
        <CodeSignIn {...{ email, courseId, next }} invitation={token || undefined} purpose="email" />
        <Button variant="quiet" onClick={submission.clear}>
          <Trans>Send again or use a different email</Trans>
        </Button>
      </>
    );
  }
  return (
    <AccountForm
      submission={submission}
      isReady={address !== ''}
      send={send}
      verb={t`Send Magic Link`}
      busyVerb={t`Sending...`}
    >
      <EmailField email={email} onEmail={onEmail} />
      {isKnown && check.kind !== 'invalid' ? (
        <p className="-mt-2 text-ink-soft">
          <Trans>We'll email you a link that signs you in. No password needed.</Trans>
        </p>
      ) : (
        <InvitationField isOptional typed={typed} onTyped={setTyped} check={check} />
      )}
    </AccountForm>
  );
}

export function ResetMailForm({ email, onEmail }: EmailProps) {
  const submission = useFormSubmission();
  const address = typedEmail(email);
  const send = async () => {
    await mailPasswordReset(address);
    return t`Password reset email sent!`;
  };
  return (
    <>
      <AccountForm
        submission={submission}
        isReady={address !== ''}
        send={send}
        verb={t`Send Reset Email`}
        busyVerb={t`Sending...`}
      >
        <EmailField email={email} onEmail={onEmail} />
      </AccountForm>
      {submission.note && <CodeSignIn email={email} purpose="recovery" />}
    </>
  );
}
