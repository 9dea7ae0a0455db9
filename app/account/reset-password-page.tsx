// Where the mail of 'Forgot password?' leads: checks the link, takes a new password twice, and goes to the dashboard (A8).
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { PASSWORD_LEAST_CHARACTERS } from '#sync/contract/sign-up.ts';
import { paths } from '../paths.ts';
import { usePerson } from '../person.tsx';
import { Link, useNavigate } from '../router.ts';
import { Button } from '../ui/button.tsx';
import { PasswordField } from '../ui/field.tsx';
import { usePageTitle } from '../ui/page-title.tsx';
import { AccountPanel } from './account-panel.tsx';
import { isRefusal } from './failure-words.ts';
import type { MailedLink } from './link-address.ts';
import { BusyNote, ErrorBox, SuccessNote } from './notes.tsx';
import { adoptTokens, changePassword, openMailedLink } from './sign-in.ts';
import { useAttempt } from './use-attempt.ts';
import { useMailedLink } from './use-mailed-link.ts';
import { texts } from './words.ts';

type ResetStage =
  | { is: 'waiting'; error: string | undefined }
  | { is: 'checking' }
  | { is: 'invalid' }
  | { is: 'valid'; userId: string; onChanged: () => void };

/** That this tab came by a reset link and whose it was: a page loaded again goes on, a sign-in alone opens nothing. */
const KEY = 'groundwork.recovery';
const forget = () => sessionStorage.removeItem(KEY);
const validFor = (userId: string): ResetStage => ({ is: 'valid', userId, onChanged: forget });

/** Whether there is a session from a reset link. Our own links wait for a tap; a hosted service's have been spent already. */
function useResetLink(): { stage: ResetStage; open: () => void } {
  const { userId } = usePerson();
  const { link, clean } = useMailedLink();
  const [opened, setOpened] = useState<ResetStage>(() => {
    if (link.kind === 'link') return { is: 'waiting', error: undefined };
    if (link.kind === 'tokens') return { is: 'checking' };
    return link.kind === 'none' && sessionStorage.getItem(KEY) === userId ? validFor(userId) : { is: 'invalid' };
  });
  const wasOpened = useRef(false);

  const open = async () => {
    if (link.kind !== 'link' && link.kind !== 'tokens') return;
    setOpened({ is: 'checking' });
    try {
      const whose = await follow(link);
      sessionStorage.setItem(KEY, whose);
      clean();
      setOpened(validFor(whose));
    } catch (failure) {
      setOpened(isRefusal(failure) ? { is: 'invalid' } : { is: 'waiting', error: texts.resetLinkUnchecked });
    }
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for the address as it was opened
  useEffect(() => {
    if (link.kind === 'tokens' && !wasOpened.current) void open();
    wasOpened.current = true;
  }, []);
  return { stage: opened, open: () => void open() };
}

/** Signs in by the link; answers whose it is. */
function follow(link: MailedLink & { kind: 'link' | 'tokens' }): Promise<string> {
  return link.kind === 'link'
    ? openMailedLink(link.tokenHash, link.type)
    : adoptTokens(link.accessToken, link.refreshToken);
}

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
