// Where the mail of 'Forgot password?' leads: checks the link, takes a new password twice, and goes to the dashboard (A8).
import { type FormEvent, useEffect, useState } from 'react';
import { PASSWORD_LEAST_CHARACTERS } from '#sync/contract/sign-up.ts';
import { paths } from '../paths.ts';
import { Link, useNavigate } from '../router.ts';
import { Button } from '../ui/button.tsx';
import { PasswordField } from '../ui/field.tsx';
import { usePageTitle } from '../ui/page-title.tsx';
import { AccountPanel } from './account-panel.tsx';
import { BusyNote, ErrorBox, SuccessNote } from './notes.tsx';
import { changePassword } from './sign-in.ts';
import { useAttempt } from './use-attempt.ts';
import { useResetLink } from './use-reset-link.ts';
import { texts } from './words.ts';

const LEAVE_AFTER_MS = 2000;

/** The page of /auth/reset-password. */
export function ResetPasswordPage() {
  usePageTitle('Reset password');
  const { stage, open } = useResetLink();
  switch (stage.is) {
    case 'waiting':
      return (
        <AccountPanel title="Reset Password" intro="One more tap, so that nobody but you uses your link.">
          {stage.error && <ErrorBox>{stage.error}</ErrorBox>}
          <Button size="big" onClick={open}>
            Choose a new password
          </Button>
          <BackToSignIn />
        </AccountPanel>
      );
    case 'checking':
      return (
        <AccountPanel title="Reset Password">
          <BusyNote>Checking your link...</BusyNote>
        </AccountPanel>
      );
    case 'invalid':
      return (
        <AccountPanel title="Invalid Reset Link">
          <ErrorBox>{texts.resetLinkInvalid}</ErrorBox>
          <Button to={paths.signIn()}>Back to Sign In</Button>
        </AccountPanel>
      );
    case 'valid':
      return <NewPassword userId={stage.userId} onChanged={stage.onChanged} />;
  }
}

function BackToSignIn() {
  return (
    <Link
      to={paths.signIn()}
      className="inline-flex min-h-touch items-center self-center rounded-md px-3 font-medium text-accent-text hover:underline"
    >
      Back to Sign In
    </Link>
  );
}

function NewPassword({ userId, onChanged }: { userId: string; onChanged: () => void }) {
  const navigate = useNavigate();
  const [password, setPassword] = useState('');
  const [repeated, setRepeated] = useState('');
  const { busy, error, note, run } = useAttempt();
  useEffect(() => {
    if (!note) return;
    const timer = setTimeout(() => void navigate(paths.dashboard(), { replace: true }), LEAVE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [note, navigate]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (busy || !password || !repeated) return;
    void run(async () => {
      if (password !== repeated) throw new Error(texts.passwordsDiffer);
      if (password.length < PASSWORD_LEAST_CHARACTERS) throw new Error(texts.passwordShort);
      await changePassword(userId, password);
      onChanged();
      return texts.passwordUpdated;
    }, texts.passwordFailed);
  };

  if (note) {
    return (
      <AccountPanel title="Success!">
        <SuccessNote>{note}</SuccessNote>
      </AccountPanel>
    );
  }
  return (
    <AccountPanel title="Reset Password" intro="Choose a new password for your account." below={<BackToSignIn />}>
      <form onSubmit={submit} className="flex flex-col gap-4" noValidate>
        {error && <ErrorBox>{error}</ErrorBox>}
        <PasswordField
          label="New Password"
          name="new-password"
          autoComplete="new-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
        <PasswordField
          label="Confirm New Password"
          name="repeat-password"
          autoComplete="new-password"
          value={repeated}
          onChange={(event) => setRepeated(event.target.value)}
        />
        <Button type="submit" size="big" disabled={busy || !password || !repeated}>
          {busy ? 'Updating Password...' : 'Update Password'}
        </Button>
      </form>
    </AccountPanel>
  );
}
