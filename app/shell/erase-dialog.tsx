// Erasing a person in two steps: what goes and what stays, then the password of the person who erases.
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { type Erased, FRESH_SIGN_IN_SECONDS } from '#sync/contract/personal-data.ts';
import { tokenProofAt } from '#sync/contract/session.ts';
import { loadConfig } from '../api/config.ts';
import { failureCode, failureMessage } from '../api/messages.ts';
import { ownToken } from '../api/session.ts';
import { useActiveUser } from '../device/active-user.tsx';
import { useConnection } from '../device/connection.ts';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { DialogForm } from '../ui/form/dialog-form.tsx';
import { PasswordField } from '../ui/form/password-field.tsx';

type EraseDialogProps = {
  /** The name of another person; undefined for the user's own account. */
  name?: string;
  /** The call that erases, with a proof of identity where the session is older than five minutes. */
  erase: (proof?: string) => Promise<Erased>;
  onClose: () => void;
  onErased: (answer: Erased) => unknown;
};

/** A margin for a clock that is not quite right. */
const MARGIN_SECONDS = 60;

/** Whether the session itself is fresh enough, so that no password is needed. */
async function hasFreshSession(): Promise<boolean> {
  const token = await ownToken();
  if (!token) return false;
  return Date.now() / 1000 - tokenProofAt(token) < FRESH_SIGN_IN_SECONDS - MARGIN_SECONDS;
}

async function eraseWithProof(
  erase: EraseDialogProps['erase'],
  who: { email: string; password: string },
): Promise<Erased> {
  const [{ proveIdentity }, config] = await Promise.all([import('../api/auth-client.ts'), loadConfig()]);
  const proof = await proveIdentity(config, who);
  try {
    return await erase(proof.token);
  } finally {
    // Gone already when the account was the user's own.
    void proof.end().catch(() => undefined);
  }
}

const WhatIsYours = () => (
  <>
    <p>
      <Trans>
        <strong>Deleted right away:</strong> your account and sign-ins, name, email address and picture, written
        reflections, invitations and emails to you, and everything on this device, including work that was not sent.
      </Trans>
    </p>
    <p>
      <Trans>
        <strong>Kept:</strong> results as figures without a name, certificates as &quot;Holder erased&quot; (your
        organization may have to keep the name for a time), and courses that you have written.
      </Trans>
    </p>
    <p className="text-ink-soft">
      <Trans>
        Your other devices are refused at their next sync and remove what they hold. Backups keep your data until they
        are deleted.
      </Trans>
    </p>
  </>
);

const WhatIsTheirs = () => (
  <>
    <p>
      <Trans>
        <strong>Deleted right away:</strong> their account and sign-ins, name, email address and picture, written
        reflections, invitations and emails to them.
      </Trans>
    </p>
    <p>
      <Trans>
        <strong>Kept:</strong> results as figures without a name, certificates as &quot;Holder erased&quot; (your
        organization may have to keep the name for a time), and courses that they have written.
      </Trans>
    </p>
    <p className="text-ink-soft">
      <Trans>
        Their other devices are refused at their next sync and remove what they hold. Backups keep their data until they
        are deleted.
      </Trans>
    </p>
  </>
);

/** Explains, asks for the password unless the user has just signed in, and erases. */
export function EraseDialog({ name, erase, onClose, onErased }: EraseDialogProps) {
  const [isAsking, setAsking] = useState(false);
  const { isOffline } = useConnection();
  const title = name === undefined ? t`Erase your account?` : t`Erase ${name}?`;
  if (isAsking) return <ProofStep {...{ name, erase, onClose, onErased, title }} />;
  return (
    <Dialog open onOpenChange={onClose} title={title} description={t`This cannot be undone.`}>
      {name === undefined ? <WhatIsYours /> : <WhatIsTheirs />}
      {isOffline && (
        <p role="status" className="rounded-md bg-sunken p-3">
          <Trans>You're offline. Erasing needs a connection.</Trans>
        </p>
      )}
      <DialogActions>
        <Button variant="secondary" onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
        <Button disabled={isOffline} onClick={() => setAsking(true)}>
          <Trans>Continue</Trans>
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function ProofStep({ name, erase, onClose, onErased, title }: EraseDialogProps & { title: string }) {
  const { email } = useActiveUser();
  const [isFresh, setFresh] = useState<boolean>();
  const [password, setPassword] = useState('');
  const [error, setError] = useState<{ field?: string; sentence?: string }>({});
  const [isBusy, setBusy] = useState(false);
  useEffect(() => {
    hasFreshSession().then(setFresh, () => setFresh(false));
  }, []);
  const submit = async () => {
    if (!isFresh && password === '') return setError({ field: t`Enter your password.` });
    setBusy(true);
    setError({});
    try {
      onErased(await (isFresh ? erase() : eraseWithProof(erase, { email, password })));
    } catch (failure) {
      setBusy(false);
      const code = failureCode(failure);
      if (code === 'invalid_credentials') return setError({ field: t`Wrong password.` });
      // The session was fresh a moment ago.
      if (code === 'sign_in_again') setFresh(false);
      setError({ sentence: failureMessage(failure, t`Nothing was erased. Please try again.`) });
    }
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={title}
      description={
        isFresh ? t`You have just signed in, so no password is needed.` : t`Confirm with your own password, ${email}.`
      }
    >
      <DialogForm
        onSubmit={submit}
        cancel={onClose}
        verb={name === undefined ? t`Erase my account` : t`Erase ${name}`}
        running={t`Erasing...`}
        isRunning={isBusy}
        isReady={isFresh !== undefined}
        variant="destructive"
      >
        {isFresh === false && (
          <>
            <PasswordField
              autoFocus
              label={t`Your password`}
              name="password"
              autoComplete="current-password"
              value={password}
              error={error.field}
              onChange={(event) => {
                setPassword(event.target.value);
                setError({});
              }}
            />
            <p className="text-ink-soft text-sm">
              <Trans>No password? Sign out, sign in by an email link, and erase within five minutes.</Trans>
            </p>
          </>
        )}
        {error.sentence && (
          <p role="alert" className="rounded-md bg-danger-soft p-3 text-danger-text">
            {error.sentence}
          </p>
        )}
      </DialogForm>
    </Dialog>
  );
}
