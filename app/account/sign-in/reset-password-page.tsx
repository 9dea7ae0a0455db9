// Where the 'Forgot password?' email leads: checks the link, takes a new password twice, and opens the dashboard (R-A8).
import { useEffect, useRef, useState } from 'react';
import { failureCode, isRefusal } from '../../api/messages.ts';
import { useActiveUser } from '../../device/active-user.tsx';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { usePageTitle } from '../../ui/page-title.tsx';
import { useNavigate } from '../../ui/router.ts';
import {
  AccountForm,
  NewPasswordFields,
  requireNewPassword,
  useFormSubmission,
  useNewPassword,
} from '../account-form.tsx';
import { AccountPanel, BusyNote, ErrorBox, PanelLink, SuccessNote } from '../account-panel.tsx';
import { CodeStep } from '../two-step/code-step.tsx';
import { readFactorId } from '../two-step/two-step.ts';
import { useMailedLink, waitsForTap } from './mailed-link.ts';
import { OnlyIfAsked } from './only-if-asked.tsx';
import {
  allowNewPassword,
  changePassword,
  followLink,
  forgetRecovery,
  isUsable,
  mayChooseNewPassword,
  RESET_LINK_INVALID,
} from './sign-in.ts';

type ResetStage =
  | { is: 'waiting'; error?: string }
  | { is: 'checking' }
  | { is: 'invalid' }
  | { is: 'valid'; userId: string };

/** The stages of a reset link. */
function useResetLink(): { stage: ResetStage; open: () => void } {
  const { userId } = useActiveUser();
  const { link, clean } = useMailedLink();
  const [needsTap] = useState(waitsForTap(link));
  const [stage, setStage] = useState<ResetStage>(() => {
    if (needsTap) return { is: 'waiting' };
    if (isUsable(link)) return { is: 'checking' };
    return link.kind === 'none' && mayChooseNewPassword(userId) ? { is: 'valid', userId } : { is: 'invalid' };
  });
  const hasStarted = useRef(false);

  const open = async () => {
    if (!isUsable(link)) return;
    setStage({ is: 'checking' });
    try {
      const userId = await followLink(link);
      if (!userId) return setStage({ is: 'invalid' });
      allowNewPassword(userId);
      clean();
      setStage({ is: 'valid', userId });
    } catch (failure) {
      setStage(
        isRefusal(failure)
          ? { is: 'invalid' }
          : { is: 'waiting', error: 'An error occurred while verifying the reset link.' },
      );
    }
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for the address as it was opened
  useEffect(() => {
    if (isUsable(link) && !needsTap && !hasStarted.current) void open();
    hasStarted.current = true;
  }, []);
  return { stage, open: () => void open() };
}

const LEAVE_AFTER_MS = 2000;
const FAILED = 'Failed to update password';

export function ResetPasswordPage() {
  usePageTitle('Reset password');
  const { stage, open } = useResetLink();
  switch (stage.is) {
    case 'waiting':
      return (
        <AccountPanel title="Reset Password" intro="One more tap to confirm it's you.">
          <OnlyIfAsked />
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
          <Button to={paths.auth({ mode: 'reset' })}>Send a new link</Button>
          <Button variant="secondary" to={paths.signIn()}>
            Back to Sign In
          </Button>
        </AccountPanel>
      );
    case 'valid':
      return <NewPassword userId={stage.userId} />;
  }
}

const backToSignIn = <PanelLink to={paths.signIn()}>Back to Sign In</PanelLink>;

function NewPassword({ userId }: { userId: string }) {
  const navigate = useNavigate();
  const typed = useNewPassword();
  const submission = useFormSubmission();
  const { note } = submission;
  /** The authenticator whose code the auth service wants first. */
  const [askedFactor, setAskedFactor] = useState<string>();
  useEffect(() => {
    if (!note) return;
    const timer = setTimeout(() => void navigate(paths.dashboard(), { replace: true }), LEAVE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [note, navigate]);

  const send = async () => {
    requireNewPassword(typed);
    try {
      await changePassword(userId, typed.password);
    } catch (failure) {
      const factorId = failureCode(failure) === 'insufficient_aal' ? await readFactorId() : undefined;
      if (!factorId) throw failure;
      return setAskedFactor(factorId);
    }
    forgetRecovery();
    return 'Password updated successfully! Redirecting to dashboard...';
  };

  const secondStepTaken = () => {
    setAskedFactor(undefined);
    void submission.run(send, FAILED);
  };

  if (askedFactor) {
    const intro = 'Two-step sign-in is on for your account. Your new password is set after this code.';
    return (
      <AccountPanel title="Reset Password" intro={intro} below={backToSignIn}>
        <CodeStep factorId={askedFactor} onTaken={secondStepTaken} />
        <PanelLink to={paths.twoStep({ next: paths.resetPassword() })}>Use a recovery code</PanelLink>
      </AccountPanel>
    );
  }
  if (note) {
    return (
      <AccountPanel title="Success!">
        <SuccessNote>{note}</SuccessNote>
      </AccountPanel>
    );
  }
  return (
    <AccountPanel title="Reset Password" intro="Choose a new password for your account." below={backToSignIn}>
      <AccountForm
        submission={submission}
        isReady={typed.isTyped}
        send={send}
        fallback={FAILED}
        verb="Update Password"
        busyVerb="Updating Password..."
      >
        <NewPasswordFields label="New Password" typed={typed} />
      </AccountForm>
    </AccountPanel>
  );
}
