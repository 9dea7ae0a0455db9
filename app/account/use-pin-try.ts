import { useEffect, useState } from 'react';
import { readPinWait, tryPin } from '#sync/pin.ts';
import { device } from '../device.ts';

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
