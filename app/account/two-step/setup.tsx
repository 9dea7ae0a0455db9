// Setting up an authenticator app: scan, type its first code, keep the recovery codes.
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { failureCode, failureMessage } from '../../api/messages.ts';
import { useActiveUser } from '../../device/active-user.tsx';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { PasswordField } from '../../ui/form/password-field.tsx';
import { AccountForm } from '../account-form.tsx';
import { BusyNote, ErrorBox, SuccessNote } from '../account-panel.tsx';
import { CodeStep } from './code-step.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { enrollAuthenticator, makeRecoveryCodes, type NewAuthenticator } from './two-step.ts';

const NOT_STARTED = t`Setup could not be started.`;

type SetupStage =
  | { is: 'starting' }
  | { is: 'failed'; message: string }
  | { is: 'password' }
  | { is: 'scanning'; authenticator: NewAuthenticator }
  | { is: 'codes'; codes: readonly string[] }
  | { is: 'no-codes'; message: string };

type SetupProps = {
  /** False where recovery codes cannot be taken. */
  canRecover: boolean;
  /** The way out, until it is on: from then on there are recovery codes to save. */
  skip: ReactNode;
  onDone: () => void;
};

export function Setup({ canRecover, skip, onDone }: SetupProps) {
  const [stage, setStage] = useState<SetupStage>({ is: 'starting' });
  const start = useCallback(async () => {
    setStage({ is: 'starting' });
    try {
      setStage({ is: 'scanning', authenticator: await enrollAuthenticator() });
    } catch (failure) {
      const isOld = failureCode(failure) === 'reauthentication_needed';
      setStage(isOld ? { is: 'password' } : { is: 'failed', message: failureMessage(failure, NOT_STARTED) });
    }
  }, []);
  const hasStarted = useRef(false);
  useEffect(() => {
    if (!hasStarted.current) void start();
    hasStarted.current = true;
  }, [start]);
  const showCodes = async () => {
    if (!canRecover) return onDone();
    try {
      setStage({ is: 'codes', codes: await makeRecoveryCodes() });
    } catch (failure) {
      setStage({ is: 'no-codes', message: failureMessage(failure, t`The recovery codes could not be made.`) });
    }
  };
  switch (stage.is) {
    case 'starting':
      return (
        <BusyNote>
          <Trans>Preparing setup...</Trans>
        </BusyNote>
      );
    case 'failed':
      return (
        <>
          <ErrorBox>{stage.message}</ErrorBox>
          <Button variant="secondary" onClick={() => void start()}>
            <Trans>Try again</Trans>
          </Button>
          {skip}
        </>
      );
    case 'password':
      return (
        <>
          <PasswordStep onEnrolled={(authenticator) => setStage({ is: 'scanning', authenticator })} />
          {skip}
        </>
      );
    case 'scanning':
      return (
        <>
          <Scanning authenticator={stage.authenticator} onTaken={showCodes} />
          {skip}
        </>
      );
    case 'codes':
      return (
        <>
          <SuccessNote>
            <Trans>Two-step sign-in is on.</Trans>
          </SuccessNote>
          <RecoveryCodes codes={stage.codes} onSaved={onDone} />
        </>
      );
    case 'no-codes':
      return (
        <>
          <SuccessNote>
            <Trans>Two-step sign-in is on.</Trans>
          </SuccessNote>
          <ErrorBox>{stage.message}</ErrorBox>
          <Button onClick={() => void showCodes()}>
            <Trans>Try again</Trans>
          </Button>
          <Button variant="secondary" onClick={onDone}>
            <Trans>Continue without recovery codes</Trans>
          </Button>
        </>
      );
  }
}

const wrongPassword = (failure: unknown): never => {
  throw failureCode(failure) === 'invalid_credentials' ? new Error(t`Wrong password.`) : failure;
};

type PasswordStepProps = { onEnrolled: (authenticator: NewAuthenticator) => void };

/** For a sign-in that is not recent: whoever finds a device open must not lock its owner out. */
function PasswordStep({ onEnrolled }: PasswordStepProps) {
  const { email } = useActiveUser();
  const [password, setPassword] = useState('');
  const send = async () => onEnrolled(await enrollAuthenticator({ email, password }).catch(wrongPassword));
  return (
    <>
      <AccountForm
        isReady={password !== ''}
        send={send}
        fallback={NOT_STARTED}
        verb={t`Continue`}
        busyVerb={t`Checking...`}
      >
        <PasswordField
          autoFocus
          label={t`Your password`}
          name="password"
          autoComplete="current-password"
          hint={t`You signed in a while ago, so please confirm that it's you.`}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      </AccountForm>
      <p className="text-ink-soft text-sm">
        <Trans>No password? Sign out and sign in with an email link first.</Trans>
      </p>
    </>
  );
}

type ScanningProps = { authenticator: NewAuthenticator; onTaken: () => Promise<void> };

function Scanning({ authenticator: { factorId, picture, secret }, onTaken }: ScanningProps) {
  return (
    <>
      <p>
        <Trans>
          Scan this with an authenticator app, such as Google Authenticator, Microsoft Authenticator or 1Password. Then
          enter the code that it shows.
        </Trans>
      </p>
      {/* White in the dark theme too: scanners need the contrast. */}
      <img
        src={picture}
        alt={t`QR code for your authenticator app`}
        className="size-52 self-center rounded-md bg-[white] p-2"
      />
      <div className="flex flex-wrap items-center gap-2">
        <p className="min-w-0 grow">
          <span className="block text-ink-soft text-sm">
            <Trans>Can't scan it? Enter this key in the app:</Trans>
          </span>
          <code className="wrap-anywhere font-mono">{secret.replaceAll(/(.{4})(?!$)/g, '$1 ')}</code>
        </p>
        <CopyButton label={t`Copy key`} text={secret} noun={t`Key`} />
      </div>
      <CodeStep factorId={factorId} verb={t`Turn on`} onTaken={onTaken} />
      <p className="text-ink-soft text-sm">
        <Trans>
          Turning it on signs out your other devices. Unsent work stays on them and is sent when you sign in there
          again.
        </Trans>
      </p>
    </>
  );
}
