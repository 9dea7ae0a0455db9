// The lock of a shared device that nobody touches (Y30). Loaded only where it was switched on.
import { useEffect, useRef, useState } from 'react';
import { LOCKED_FOR, readSetting } from '#sync/device.ts';
import { device } from '../device.ts';
import { useLiveQuery } from '../live-query.ts';
import { usePerson } from '../person.tsx';
import { watchIdle } from './idle-watch.ts';
import { LockScreen } from './lock-screen.tsx';

/** Beside the pages of whoever sits here; `onOpen` is called when they may be seen. */
export function IdleLock({ onOpen }: { onOpen: () => void }) {
  const { userId } = usePerson();
  const [found, setFound] = useState<boolean>();
  const isLocked = useLiveQuery(() => readSetting(device, LOCKED_FOR), []) === userId;
  const wasLocked = useRef(false);
  useEffect(() => watchIdle({ userId, onLook: setFound }), [userId]);
  useEffect(() => {
    // The look knows of a lock before the live query has heard of it.
    if (found === false || (!isLocked && wasLocked.current)) onOpen();
    wasLocked.current = isLocked;
  }, [found, isLocked, onOpen]);
  return isLocked && <LockScreen />;
}
