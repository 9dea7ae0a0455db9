// The idle lock of a shared device: after a time without a touch the screen locks until someone continues (Y30). Its
// settings belong to the device.
import { type Device, LOCK_AFTER, LOCKED_FOR, readSetting, TOUCHED_AT, writeSetting } from '../store/device.ts';

/** The choices, in minutes without a touch; 0 is never. */
export const LOCK_CHOICES = [0, 2, 5, 15, 30];
/** What the first PIN sets unless a time was chosen. */
const FIRST_PIN_LOCK_MINUTES = 5;
/** A clock may be corrected by this much without anyone having been away. */
const CLOCK_TOLERANCE_MS = 60_000;

/** Times in unix milliseconds; `touchedAt` is null before the active user's first touch. */
export type IdleState = { minutes: number; touchedAt: number | null; lockedFor: string | null };

export async function readIdle(device: Device): Promise<IdleState> {
  const [minutes, touchedAt, lockedFor] = await Promise.all(
    [LOCK_AFTER, TOUCHED_AT, LOCKED_FOR].map((key) => readSetting(device, key)),
  );
  return {
    minutes: typeof minutes === 'number' ? minutes : 0,
    touchedAt: typeof touchedAt === 'number' ? touchedAt : null,
    lockedFor: typeof lockedFor === 'string' ? lockedFor : null,
  };
}

/** True when the device was not touched for the set time, or the clock was set back and cannot tell. */
export function isIdle({ minutes, touchedAt }: Pick<IdleState, 'minutes' | 'touchedAt'>, now: number): boolean {
  if (minutes <= 0 || touchedAt === null) return false;
  return now - touchedAt >= minutes * 60_000 || touchedAt - now > CLOCK_TOLERANCE_MS;
}

/** Sets after how many minutes the screen locks; 0 for never. */
export async function setLockAfter(device: Device, minutes: number, now: number): Promise<void> {
  await writeSetting(device, LOCK_AFTER, minutes);
  await saveTouch(device, now);
}

/** Turns the lock on with the device's first PIN, unless another time was chosen; returns whether it did. */
export async function lockWithFirstPin(device: Device, now: number): Promise<boolean> {
  if ((await readSetting(device, LOCK_AFTER)) !== undefined) return false;
  await setLockAfter(device, FIRST_PIN_LOCK_MINUTES, now);
  return true;
}

/** Records a touch; it does not unlock. */
export async function saveTouch(device: Device, now: number): Promise<void> {
  await writeSetting(device, TOUCHED_AT, now);
}

/** Locks the screen when the active user has been idle too long; returns whether it is locked for them. */
export function lockIfIdle(device: Device, userId: string, now: number): Promise<boolean> {
  return device.transaction('rw', device.settings, async () => {
    const idle = await readIdle(device);
    if (idle.lockedFor === userId) return true;
    if (idle.touchedAt === null) await saveTouch(device, now);
    if (!isIdle(idle, now)) return false;
    await writeSetting(device, LOCKED_FOR, userId);
    return true;
  });
}

/** Locks the screen for the active user at once, who was here until now. */
export async function lockNow(device: Device, userId: string, now: number): Promise<void> {
  await device.transaction('rw', device.settings, async () => {
    await writeSetting(device, LOCKED_FOR, userId);
    await saveTouch(device, now);
  });
}

/** The locked person continues. */
export async function unlock(device: Device, now: number): Promise<void> {
  await device.transaction('rw', device.settings, async () => {
    await device.settings.delete(LOCKED_FOR);
    await saveTouch(device, now);
  });
}
