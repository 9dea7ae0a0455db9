// Where the 'Forgot password?' email leads: checks the link, takes a new password twice, and opens the dashboard (R-A8).
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
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
          : { is: 'waiting', error: t`An error occurred while verifying the reset link.` },
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
const FAILED = t`Failed to update password`;

export function ResetPasswordPage() {
  usePageTitle(t`Reset password`);
  const { stage, open } = useResetLink();
  switch (stage.is) {
    case 'waiting':
      return (
        <AccountPanel title={t`Reset Password`} intro={t`One more tap to confirm it's you.`}>
          <OnlyIfAsked />
          {stage.error && <ErrorBox>{stage.error}</ErrorBox>}
          <Button size="big" onClick={open}>
            <Trans>Choose a new password</Trans>
          </Button>
          {backToSignIn}
        </AccountPanel>
      );
    case 'checking':
      return (
        <AccountPanel title={t`Reset Password`}>
          <BusyNote>
            <Trans>Checking your link...</Trans>
          </BusyNote>
        </AccountPanel>
      );
    case 'invalid':
      return (
        <AccountPanel title={t`Invalid Reset Link`}>
          <ErrorBox>{RESET_LINK_INVALID}</ErrorBox>
          <Button to={paths.auth({ mode: 'reset' })}>
            <Trans>Send a new link</Trans>
          </Button>
          <Button variant="secondary" to={paths.signIn()}>
            <Trans>Back to Sign In</Trans>
          </Button>
        </AccountPanel>
      );
    case 'valid':
      return <NewPassword userId={stage.userId} />;
  }
}

const backToSignIn = (
  <PanelLink to={paths.signIn()}>
    <Trans>Back to Sign In</Trans>
  </PanelLink>
);

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
    return t`Password updated successfully! Redirecting to dashboard...`;
  };

  const secondStepTaken = () => {
    setAskedFactor(undefined);
    void submission.run(send, FAILED);
  };

  if (askedFactor) {
    const intro = t`Two-step sign-in is on for your account. Your new password is set after this code.`;
    return (
      <AccountPanel title={t`Reset Password`} intro={intro} below={backToSignIn}>
        <CodeStep factorId={askedFactor} onTaken={secondStepTaken} />
        <PanelLink to={paths.twoStep({ next: paths.resetPassword() })}>
          <Trans>Use a recovery code</Trans>
        </PanelLink>
      </AccountPanel>
    );
  }
  if (note) {
    return (
      <AccountPanel title={t`Success!`}>
        <SuccessNote>{note}</SuccessNote>
      </AccountPanel>
    );
  }
  return (
    <AccountPanel title={t`Reset Password`} intro={t`Choose a new password for your account.`} below={backToSignIn}>
      <AccountForm
        submission={submission}
        isReady={typed.isTyped}
        send={send}
        fallback={FAILED}
        verb={t`Update Password`}
        busyVerb={t`Updating Password...`}
      >
        <NewPasswordFields label={t`New Password`} typed={typed} />
      </AccountForm>
    </AccountPanel>
  );
}
