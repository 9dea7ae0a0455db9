// Changing the password while signed in: by the current one, or by a mailed link for whoever has forgotten it or never had one.
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { hasAddress } from '#sync/contract/email.ts';
import { useActiveUser } from '../../device/active-user.tsx';
import { useConnection } from '../../device/connection.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { PasswordField } from '../../ui/form/password-field.tsx';
import { useToast } from '../../ui/toast.tsx';
import {
  AccountForm,
  ActButton,
  NewPasswordFields,
  requireNewPassword,
  useFormSubmission,
  useNewPassword,
} from '../account-form.tsx';
import { changePassword, mailPasswordReset } from './sign-in.ts';

export function ChangePassword() {
  const { email, signsInByLink } = useActiveUser();
  const { isOffline } = useConnection();
  const [isOpen, setOpen] = useState(false);
  const isByMail = signsInByLink && hasAddress(email ?? '');
  const Asked = isByMail ? SetPasswordDialog : ChangePasswordDialog;
  return (
    <>
      <Button variant="secondary" disabled={isOffline} onClick={() => setOpen(true)}>
        {isByMail ? t`Set or Change Password` : t`Change Password`}
      </Button>
      {isByMail && (
        <p className="text-ink-soft text-sm">
          <Trans>You signed in here by email. It works the same way next time: with a link or a code.</Trans>
        </p>
      )}
      {isOpen && <Asked onClose={() => setOpen(false)} />}
    </>
  );
}

/** For whoever signs in by email: mostly they have no password that could be asked for. */
function SetPasswordDialog({ onClose }: { onClose: () => void }) {
  const mailLink = useMailLink();
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t`Set a password`}
      description={t`With a password you can also sign in without your email.`}
    >
      <ActButton size="big" act={mailLink} verb={t`Email me a link to set it`} busyVerb={t`Sending...`} />
    </Dialog>
  );
}

function useMailLink() {
  const { email } = useActiveUser();
  return async () => {
    await mailPasswordReset(email ?? '');
    return t`Password reset email sent!`;
  };
}

function ChangePasswordDialog({ onClose }: { onClose: () => void }) {
  const { userId, email } = useActiveUser();
  const toast = useToast();
  const typed = useNewPassword();
  const [current, setCurrent] = useState('');
  const submission = useFormSubmission();
  const send = async () => {
    requireNewPassword(typed);
    await changePassword(userId, typed.password, current);
    toast({ title: t`Your password is changed`, description: t`All your other devices are signed out.` });
    onClose();
  };
  const mailLink = useMailLink();
  return (
    <Dialog open onOpenChange={onClose} title={t`Change your password`}>
      <AccountForm
        submission={submission}
        isReady={typed.isTyped && current !== ''}
        send={send}
        fallback={t`Failed to update password`}
        verb={t`Change Password`}
        busyVerb={t`Changing Password...`}
      >
        <PasswordField
          autoFocus
          label={t`Current Password`}
          name="current-password"
          autoComplete="current-password"
          value={current}
          onChange={(event) => setCurrent(event.target.value)}
        />
        <NewPasswordFields label={t`New Password`} typed={typed} />
      </AccountForm>
      {hasAddress(email ?? '') ? (
        <Button variant="quiet" disabled={submission.busy} onClick={() => void submission.run(mailLink)}>
          <Trans>Forgot it, or never had one? Email me a link</Trans>
        </Button>
      ) : (
        <p className="text-ink-soft text-sm">
          <Trans>Forgot it, or never had one? Ask your admin for a new card.</Trans>
        </p>
      )}
    </Dialog>
  );
}
