// The lock of a shared device that nobody touches (Y30). Loaded only where it was switched on.
import { useEffect, useRef, useState } from 'react';
import { type Idle, isAway, lockIfAway, noteTouch, readIdle } from '#sync/extras/idle-lock.ts';
import { LOCKED_FOR, readSetting } from '#sync/store/device.ts';
import { useActiveUser } from '../../device/active-user.tsx';
import { device } from '../../device/device.ts';
import { useLiveQuery } from '../../device/live-query.ts';
import { uploadBoard } from '../../device/upload-board.ts';
import { LockScreen } from './lock-screen.tsx';

// Sees touches, and their absence, in this tab; what it notes on the device counts for all tabs (Y30).

const TOUCHES = ['pointerdown', 'pointermove', 'keydown', 'wheel'];
const LOOK_MS = 5_000;
/** A touch is written down at least this often, as a part of the set time. */
const STEPS = 8;

const stepOf = ({ minutes }: Idle) => Math.min(LOOK_MS, (minutes * 60_000) / STEPS);

/** A film that plays and a file that is being sent need no hands. */
const isBusy = () =>
  uploadBoard.shown() !== undefined ||
  [...document.querySelectorAll('video, audio')].some(
    (media) => media instanceof HTMLMediaElement && !media.paused && !media.ended,
  );

/** Hides the page until it is known whether it is locked; what was just touched or typed reaches nothing. */
function veil(event: Event): void {
  document.documentElement.dataset.locked = '';
  event.stopPropagation();
  if (event.cancelable) event.preventDefault();
}

type Watch = {
  userId: string;
  /** Told after every look whether the screen is locked for this person. */
  onLook: (isLocked: boolean) => void;
};

/** Watches for the person who sits here; returns the way to stop. */
function watchIdle({ userId, onLook }: Watch): () => void {
  const stop = new AbortController();
  let known: Idle | undefined;
  let unsaved: number | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isLooking = false;

  const lookOnce = async () => {
    const now = Date.now();
    const touch = unsaved;
    unsaved = undefined;
    if (touch !== undefined) await noteTouch(device, touch);
    const idle = await readIdle(device);
    // Only while the looks follow each other: after a sleep the film that goes on was seen by nobody.
    if (isBusy() && !isAway(idle, now) && now - (idle.touchedAt ?? 0) >= stepOf(idle)) await noteTouch(device, now);
    const isLocked = await lockIfAway(device, userId, now);
    known = { ...(await readIdle(device)), lockedFor: isLocked ? userId : null };
    if (stop.signal.aborted) return;
    if (!isLocked) delete document.documentElement.dataset.locked;
    onLook(isLocked);
  };
  const look = () => {
    if (isLooking) return;
    isLooking = true;
    void lookOnce()
      // A device that cannot be read locks nobody out, and is read again.
      .catch(() => known === undefined && !stop.signal.aborted && onLook(false))
      .then(() => {
        isLooking = false;
        const step = known ? stepOf(known) : LOOK_MS;
        clearTimeout(timer);
        if (step > 0 && !stop.signal.aborted) timer = setTimeout(look, step);
      });
  };
  const touched = (event: Event) => {
    if (!known || known.lockedFor === userId) return;
    const now = Date.now();
    if (isAway(known, now)) {
      veil(event);
      return look();
    }
    known = { ...known, touchedAt: now };
    unsaved = now;
  };

  const options = { capture: true, passive: false, signal: stop.signal };
  for (const type of TOUCHES) window.addEventListener(type, touched, options);
  for (const type of ['pageshow', 'focus']) window.addEventListener(type, look, options);
  document.addEventListener('visibilitychange', look, options);
  look();
  return () => {
    stop.abort();
    clearTimeout(timer);
    delete document.documentElement.dataset.locked;
  };
}

/** Beside the pages of whoever sits here; `onOpen` is called when they may be seen. */
export function IdleLock({ onOpen }: { onOpen: () => void }) {
  const { userId } = useActiveUser();
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
