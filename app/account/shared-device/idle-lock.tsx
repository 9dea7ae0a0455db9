// Locks a shared device after a time without use (Y30). Loaded only where the lock is on.
// Input is watched in this tab; what it notes on the device counts for all tabs.
import { useEffect, useRef, useState } from 'react';
import { type IdleState, isIdle, lockIfIdle, readIdle, saveTouch } from '#sync/extras/idle-lock.ts';
import { LOCKED_FOR, readSetting } from '#sync/store/device.ts';
import { useActiveUser } from '../../device/active-user.tsx';
import { device } from '../../device/device.ts';
import { useLiveQuery } from '../../device/live-query.ts';
import { uploadBoard } from '../../device/upload-board.ts';
import { LockScreen } from './lock-screen.tsx';

const TOUCHES = ['pointerdown', 'pointermove', 'keydown', 'wheel'];
const CHECK_MS = 5_000;
/** The last touch is written to the device this many times within the set time. */
const STEPS = 8;

const stepOf = ({ minutes }: IdleState) => Math.min(CHECK_MS, (minutes * 60_000) / STEPS);

/** Playing a video or uploading a file counts as use. */
const isBusy = () =>
  uploadBoard.shown() !== undefined ||
  [...document.querySelectorAll('video, audio')].some(
    (media) => media instanceof HTMLMediaElement && !media.paused && !media.ended,
  );

/** Hides the page until it is known whether it is locked, and drops the event. */
function veil(event: Event): void {
  document.documentElement.dataset.locked = '';
  event.stopPropagation();
  if (event.cancelable) event.preventDefault();
}

type IdleWatch = {
  userId: string;
  /** Called after every check with whether the screen is locked for this user. */
  onCheck: (isLocked: boolean) => void;
};

/** Watches on behalf of the active user; returns the function that stops it. */
function watchIdle({ userId, onCheck }: IdleWatch): () => void {
  const stop = new AbortController();
  let known: IdleState | undefined;
  let unsaved: number | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isChecking = false;

  const checkOnce = async () => {
    const now = Date.now();
    const touch = unsaved;
    unsaved = undefined;
    if (touch !== undefined) await saveTouch(device, touch);
    const idle = await readIdle(device);
    // Only while checks come regularly: a video that kept playing through a sleep had no viewer.
    if (isBusy() && !isIdle(idle, now) && now - (idle.touchedAt ?? 0) >= stepOf(idle)) await saveTouch(device, now);
    const isLocked = await lockIfIdle(device, userId, now);
    known = { ...(await readIdle(device)), lockedFor: isLocked ? userId : null };
    if (stop.signal.aborted) return;
    if (!isLocked) delete document.documentElement.dataset.locked;
    onCheck(isLocked);
  };
  const check = () => {
    if (isChecking) return;
    isChecking = true;
    void checkOnce()
      // A device that cannot be read locks no one out, and is read again.
      .catch(() => known === undefined && !stop.signal.aborted && onCheck(false))
      .then(() => {
        isChecking = false;
        const step = known ? stepOf(known) : CHECK_MS;
        clearTimeout(timer);
        if (step > 0 && !stop.signal.aborted) timer = setTimeout(check, step);
      });
  };
  const touched = (event: Event) => {
    if (!known || known.lockedFor === userId) return;
    const now = Date.now();
    if (isIdle(known, now)) {
      veil(event);
      return check();
    }
    known = { ...known, touchedAt: now };
    unsaved = now;
  };

  const options = { capture: true, passive: false, signal: stop.signal };
  for (const type of TOUCHES) window.addEventListener(type, touched, options);
  for (const type of ['pageshow', 'focus']) window.addEventListener(type, check, options);
  document.addEventListener('visibilitychange', check, options);
  check();
  return () => {
    stop.abort();
    clearTimeout(timer);
    delete document.documentElement.dataset.locked;
  };
}

/** Shown beside the pages of the active user; `onOpen` is called when the pages may be shown. */
export function IdleLock({ onOpen }: { onOpen: () => void }) {
  const { userId } = useActiveUser();
  const [checked, setChecked] = useState<boolean>();
  const isLocked = useLiveQuery(() => readSetting(device, LOCKED_FOR), []) === userId;
  const wasLocked = useRef(false);
  useEffect(() => watchIdle({ userId, onCheck: setChecked }), [userId]);
  useEffect(() => {
    // The check knows of an unlock before the live query does.
    if (checked === false || (!isLocked && wasLocked.current)) onOpen();
    wasLocked.current = isLocked;
  }, [checked, isLocked, onOpen]);
  return isLocked && <LockScreen />;
}
