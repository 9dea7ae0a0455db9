// Where the mail of 'Forgot password?' leads: checks the link, takes a new password twice, and goes to the dashboard (A8).
import { useEffect, useRef, useState } from 'react';
import { PASSWORD_LEAST_CHARACTERS } from '#sync/contract/sign-up.ts';
import { isRefusal } from '../../api/failure-messages.ts';
import { useActiveUser } from '../../device/active-user.tsx';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { usePageTitle } from '../../ui/page-title.tsx';
import { useNavigate } from '../../ui/router.ts';
import { AccountPanel, PanelLink } from '../account-panel.tsx';
import { AttemptForm, mustBeSame, NewPasswordFields, useAttempt, useNewPassword } from '../attempt-form.tsx';
import { BusyNote, ErrorBox, SuccessNote } from '../notes.tsx';
import { changePassword, followLink, RESET_LINK_INVALID } from './sign-in.ts';
import { useMailedLink } from './use-mailed-link.ts';

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
  const { userId } = useActiveUser();
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
      const whose = await followLink(link);
      sessionStorage.setItem(KEY, whose);
      clean();
      setOpened(validFor(whose));
    } catch (failure) {
      setOpened(
        isRefusal(failure)
          ? { is: 'invalid' }
          : { is: 'waiting', error: 'An error occurred while verifying the reset link.' },
      );
    }
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for the address as it was opened
  useEffect(() => {
    if (link.kind === 'tokens' && !wasOpened.current) void open();
    wasOpened.current = true;
  }, []);
  return { stage: opened, open: () => void open() };
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
          {backToSignIn}
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
          <ErrorBox>{RESET_LINK_INVALID}</ErrorBox>
          <Button to={paths.signIn()}>Back to Sign In</Button>
        </AccountPanel>
      );
    case 'valid':
      return <NewPassword userId={stage.userId} onChanged={stage.onChanged} />;
  }
}

const backToSignIn = <PanelLink to={paths.signIn()}>Back to Sign In</PanelLink>;

function NewPassword({ userId, onChanged }: { userId: string; onChanged: () => void }) {
  const navigate = useNavigate();
  const typed = useNewPassword();
  const attempt = useAttempt();
  const { note } = attempt;
  useEffect(() => {
    if (!note) return;
    const timer = setTimeout(() => void navigate(paths.dashboard(), { replace: true }), LEAVE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [note, navigate]);

  const send = async () => {
    mustBeSame(typed);
    if (typed.password.length < PASSWORD_LEAST_CHARACTERS)
      throw new Error('Password must be at least 6 characters long');
    await changePassword(userId, typed.password);
    onChanged();
    return 'Password updated successfully! Redirecting to dashboard...';
  };

  if (note) {
    return (
      <AccountPanel title="Success!">
        <SuccessNote>{note}</SuccessNote>
      </AccountPanel>
    );
  }
  return (
    <AccountPanel title="Reset Password" intro="Choose a new password for your account." below={backToSignIn}>
      <AttemptForm
        attempt={attempt}
        isReady={typed.isTyped}
        send={send}
        fallback="Failed to update password"
        verb="Update Password"
        busyVerb="Updating Password..."
      >
        <NewPasswordFields label="New Password" typed={typed} />
      </AttemptForm>
    </AccountPanel>
  );
}
