import { type ComponentProps, useEffect, useState } from 'react';
import { readPinWait, tryPin } from '#sync/extras/pin.ts';
import { device } from '../../device/device.ts';
import { Field } from '../../ui/form/field.tsx';

type PinFieldProps = Pick<ComponentProps<typeof Field>, 'label' | 'error' | 'ref' | 'autoFocus'> & {
  value: string;
  onDigits: (digits: string) => void;
};

/** Digits that nobody reads over a shoulder, on a keyboard of digits. */
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

/** How long the next try has to wait, in ms; nothing while there is no wait. */
export function PinWait({ waitMs }: { waitMs: number }) {
  const seconds = Math.ceil(waitMs / 1000);
  if (seconds <= 0) return null;
  return (
    <p role="timer" className="text-ink-soft">
      Too many wrong tries. The next one is possible in {seconds === 1 ? '1 second' : `${seconds} seconds`}.
    </p>
  );
}

const LOOK_MS = 1000;

/** The tries at a person's PIN; the wait between them is the device's, whatever this page was told before. */
export function usePinTry(userId: string) {
  const [waitMs, setWait] = useState(0);
  const [isBusy, setBusy] = useState(false);
  const [isWrong, setWrong] = useState(false);
  useEffect(() => {
    let isHere = true;
    const look = () => void readPinWait(device, userId, Date.now()).then((left) => isHere && setWait(left));
    look();
    const timer = setInterval(look, LOOK_MS);
    return () => {
      isHere = false;
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
