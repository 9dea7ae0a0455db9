import { type ComponentProps, type FormEvent, useEffect, useRef, useState } from 'react';
import { isPin, readPinWait, tryPin } from '#sync/extras/pin.ts';
import { useConnection } from '../../device/connection.ts';
import { device } from '../../device/device.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/form/field.tsx';

type PinFieldProps = Pick<ComponentProps<typeof Field>, 'label' | 'error' | 'ref' | 'autoFocus'> & {
  value: string;
  onDigits: (digits: string) => void;
};

/** A masked field for digits, with a numeric keyboard. */
export function PinField({ onDigits, ...rest }: PinFieldProps) {
  return (
    <Field
      {...rest}
      type="password"
      inputMode="numeric"
      autoComplete="off"
      maxLength={8}
      onChange={(event) => onDigits(event.target.value.replace(/\D/g, ''))}
    />
  );
}

/** How long the next attempt has to wait, in ms; draws nothing for 0. */
export function PinWait({ waitMs }: { waitMs: number }) {
  const seconds = Math.ceil(waitMs / 1000);
  if (seconds <= 0) return null;
  return (
    <p role="timer" className="text-ink-soft">
      Too many attempts. Try again in {seconds} s.
    </p>
  );
}

const READ_EVERY_MS = 1000;

/** Attempts at a user's PIN. The wait between them is stored on the device and read every second. */
export function usePinTry(userId: string) {
  const [waitMs, setWait] = useState(0);
  const [isBusy, setBusy] = useState(false);
  const [isWrong, setWrong] = useState(false);
  useEffect(() => {
    let isCurrent = true;
    const readWait = () => void readPinWait(device, userId, Date.now()).then((left) => isCurrent && setWait(left));
    readWait();
    const timer = setInterval(readWait, READ_EVERY_MS);
    return () => {
      isCurrent = false;
      clearInterval(timer);
    };
  }, [userId]);
  /** True when the digits were right. */
  const attempt = async (digits: string): Promise<boolean> => {
    setBusy(true);
    try {
      const tried = await tryPin(device, { userId, digits, now: Date.now() });
      setWrong(tried.kind === 'wrong');
      if (tried.kind !== 'right') setWait(tried.waitMs);
      return tried.kind === 'right';
    } finally {
      setBusy(false);
    }
  };
  return { waitMs, isBusy, isWrong, attempt };
}

type PinFormProps = {
  user: { userId: string; name: string };
  onRight: () => void;
  /** Called when the user chooses to sign in with a password instead. */
  onPassword: () => void;
  onBack?: (() => void) | undefined;
};

/** Asks one user of this device for their PIN. */
export function PinForm({ user, onRight, onPassword, onBack }: PinFormProps) {
  const [digits, setDigits] = useState('');
  const { waitMs, isBusy, isWrong, attempt } = usePinTry(user.userId);
  const { isOffline } = useConnection();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const isWaiting = waitMs > 0;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy || isWaiting || !isPin(digits)) return;
    if (await attempt(digits)) return onRight();
    setDigits('');
    field.current?.focus();
  };
  return (
    <form onSubmit={(event) => void submit(event)} className="flex flex-col gap-3" noValidate>
      <PinField
        ref={field}
        label={`PIN of ${user.name}`}
        value={digits}
        onDigits={setDigits}
        error={isWrong && digits === '' ? 'Wrong PIN.' : undefined}
      />
      <PinWait waitMs={waitMs} />
      <Button type="submit" size="big" disabled={isBusy || isWaiting || !isPin(digits)}>
        {isBusy ? 'Checking...' : 'Continue'}
      </Button>
      {onBack && (
        <Button variant="secondary" onClick={onBack}>
          Back
        </Button>
      )}
      <Button variant="quiet" onClick={onPassword}>
        Sign in with your password instead
      </Button>
      <p className="text-center text-ink-soft text-sm">
        Forgot your PIN? Signing in with your password resets it.
        {isOffline ? " That needs a connection, and you're offline." : ''}
      </p>
    </form>
  );
}
