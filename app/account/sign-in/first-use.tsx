// What follows a card (decision 360): a PIN for this device, and a password for all others, each as far as it is wanted.
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { lockWithFirstPin } from '#sync/extras/idle-lock.ts';
import { keepWithoutPin, setPin } from '#sync/extras/pin.ts';
import { useActiveUser } from '../../device/active-user.tsx';
import { announceActiveUser } from '../../device/active-user-channel.ts';
import { device } from '../../device/device.ts';
import { useLiveQuery } from '../../device/live-query.ts';
import { Button } from '../../ui/button.tsx';
import { usePageTitle } from '../../ui/page-title.tsx';
import { AccountForm, NewPasswordFields, requireNewPassword, useNewPassword } from '../account-form.tsx';
import { AccountPanel, SuccessNote } from '../account-panel.tsx';
import { PinPad } from '../shared-device/pin-form.tsx';
import { changePassword } from './sign-in.ts';

/** Without https browsers compute nothing that a PIN could be kept by. */
const canHash = 'subtle' in crypto;

export function FirstUse({ onDone }: { onDone: () => void }) {
  const { userId, name } = useActiveUser();
  const [step, setStep] = useState<'pin' | 'password'>(canHash ? 'pin' : 'password');
  usePageTitle(step === 'pin' ? t`Choose a PIN` : t`Choose a password`);
  // A person who was here before may have one, and goes on with it.
  const person = useLiveQuery(() => device.people.get(userId), [userId]);
  if (step === 'password') return <Password userId={userId} onDone={onDone} />;
  return <ChoosePin userId={userId} name={name} hadOne={person?.hasForgottenPin} onDone={() => setStep('password')} />;
}

type ChoosePinProps = { userId: string; name: string; hadOne: boolean | undefined; onDone: () => void };

function ChoosePin({ userId, name, hadOne, onDone }: ChoosePinProps) {
  const [first, setFirst] = useState('');
  const [isOther, setOther] = useState(false);
  const enter = async (digits: string) => {
    setOther(first !== '' && digits !== first);
    if (first === '') return setFirst(digits);
    if (digits !== first) return setFirst('');
    await setPin(device, userId, digits);
    await lockWithFirstPin(device, Date.now());
    await announceActiveUser('profile');
    onDone();
  };
  const skip = async () => {
    await keepWithoutPin(device, userId);
    onDone();
  };
  const firstName = name.split(' ')[0] ?? '';
  return (
    <AccountPanel
      picture={
        <div className="mb-4">
          <SuccessNote>{t`Your card is accepted`}</SuccessNote>
        </div>
      }
      title={first ? t`Repeat the PIN` : t`Choose a PIN, ${firstName}`}
      intro={
        first
          ? t`Type it once more.`
          : hadOne
            ? t`At least 4 digits. It replaces the one that you had on this device.`
            : t`At least 4 digits. You type it each time on this device, so that only you get in.`
      }
    >
      <PinPad
        key={first === '' ? 'first' : 'repeated'}
        label={first ? t`Repeat the PIN` : t`New PIN, 4 to 8 digits`}
        title={null}
        length={first ? first.length : undefined}
        error={isOther ? t`The PINs don't match. Choose one again.` : undefined}
        onEntered={enter}
      />
      <Button variant="quiet" onClick={() => void skip()}>
        <Trans>No PIN on this device</Trans>
      </Button>
    </AccountPanel>
  );
}

function Password({ userId, onDone }: { userId: string; onDone: () => void }) {
  const typed = useNewPassword();
  const send = async () => {
    requireNewPassword(typed);
    await changePassword(userId, typed.password);
    onDone();
  };
  return (
    <AccountPanel
      title={t`Use other devices too?`}
      intro={t`With a password you can sign in on any device. Without one you are signed in on this device, and need a new card for another.`}
    >
      <AccountForm isReady={typed.isTyped} send={send} verb={t`Save password`} busyVerb={t`Saving...`}>
        <NewPasswordFields label={t`Password`} typed={typed} />
      </AccountForm>
      <Button size="big" variant="secondary" onClick={onDone}>
        <Trans>Only this device</Trans>
      </Button>
    </AccountPanel>
  );
}
