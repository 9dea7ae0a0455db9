// Sets, changes or removes the PIN of the active user, on the keys of the lock screen (Y30).
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { keepWithoutPin, removePin, setPin } from '#sync/extras/pin.ts';
import { useActiveUser } from '../../device/active-user.tsx';
import { announceActiveUser } from '../../device/active-user-channel.ts';
import { device } from '../../device/device.ts';
import { useLiveQuery } from '../../device/live-query.ts';
import { isSignInPath } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useLocation } from '../../ui/router.ts';
import { useToast } from '../../ui/toast.tsx';
import { PinPad, usePinTry } from './pin-form.tsx';

/** What the dialog does with the PIN; an existing PIN is asked for first. */
export type PinAction = 'set' | 'change' | 'remove';

const PIN_TITLES = { set: t`Set a PIN`, change: t`Change your PIN`, remove: t`Remove your PIN` };
const PIN_STEPS = { old: t`Current PIN`, next: t`New PIN, 4 to 8 digits`, repeated: t`Repeat new PIN` };

/** Without https browsers compute nothing that a PIN could be kept by. */
const canHash = 'subtle' in crypto;
const NO_PIN_HERE = t`This address cannot keep a PIN. Open it by https.`;

type PinDialogProps = {
  userId: string;
  action: PinAction;
  /** Of the PIN until now; undefined when it is not known. */
  length: number | undefined;
  description?: string;
  /** A button that closes it beside the cross. */
  later?: string;
  onDone: () => void;
  onClose: () => void;
};

/** Asks for one PIN after another, on the keys of the lock screen. */
export function PinDialog({ userId, action, length, description, later, onDone, onClose }: PinDialogProps) {
  const [step, setStep] = useState<keyof typeof PIN_STEPS>(action === 'set' ? 'next' : 'old');
  const [next, setNext] = useState('');
  const { waitMs, isWrong, attempt } = usePinTry(userId);
  const enter = async (digits: string) => {
    if (!canHash && step === 'next') return;
    if (step === 'next') {
      setNext(digits);
      setStep('repeated');
    } else if (step === 'repeated') {
      if (digits !== next) return setStep('next');
      await setPin(device, userId, next);
      onDone();
    } else if (await attempt(digits)) {
      if (action !== 'remove') return setStep('next');
      await removePin(device, userId);
      onDone();
    }
  };
  const errors = {
    old: isWrong && t`Wrong PIN.`,
    next: canHash ? next && t`The PINs don't match. Choose one again.` : NO_PIN_HERE,
    repeated: undefined,
  };
  return (
    <Dialog open onOpenChange={onClose} title={PIN_TITLES[action]} description={description}>
      <PinPad
        key={step}
        label={PIN_STEPS[step]}
        title={<p className="font-bold text-xl">{PIN_STEPS[step]}</p>}
        length={{ old: length, next: undefined, repeated: next.length }[step]}
        waitMs={step === 'old' ? waitMs : 0}
        error={errors[step] || undefined}
        onEntered={enter}
      />
      {later && (
        <Button variant="quiet" onClick={onClose}>
          {later}
        </Button>
      )}
      {action !== 'set' && (
        <p className="text-ink-soft text-sm">
          <Trans>Forgot your PIN? Choose &quot;Add another person&quot; and sign in: that removes the PIN.</Trans>
        </p>
      )}
    </Dialog>
  );
}

/** Asks whoever has forgotten their PIN, or is new where others have one, for a PIN, once the sign-in is over. */
export function PinQuestion() {
  const { userId } = useActiveUser();
  const toast = useToast();
  const isSigningIn = isSignInPath(useLocation().pathname);
  const person = useLiveQuery(() => device.people.get(userId), [userId]);
  const isDue = person?.hasForgottenPin || person?.isOfferedPin;
  const done = () => {
    void announceActiveUser('profile');
    toast({ title: t`Your PIN is set` });
  };
  return (
    isDue &&
    !isSigningIn && (
      <PinDialog
        userId={userId}
        action="set"
        length={undefined}
        description={
          person?.hasForgottenPin
            ? t`Signing in removed the PIN you had.`
            : t`Others on this device have a PIN. Without one, anyone who unlocks it can open your account.`
        }
        later={t`Not now`}
        onDone={done}
        onClose={() => void keepWithoutPin(device, userId)}
      />
    )
  );
}
