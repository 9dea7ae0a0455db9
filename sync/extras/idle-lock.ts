// When nobody touches a shared device, its screen is locked until somebody says who goes on (Y30). Settings of the device.
import { type Device, LOCK_AFTER, LOCKED_FOR, readSetting, TOUCHED_AT, writeSetting } from '../store/device.ts';

/** What a device offers, in minutes without a touch; 0 is never. */
export const LOCK_CHOICES = [0, 2, 5, 15, 30];
/** Where nobody has chosen yet, the first PIN brings this. */
const FIRST_PIN_LOCK_MINUTES = 5;
/** A clock may be put right by as much without anybody having been away. */
const CLOCK_TOLERANCE_MS = 60_000;

/** Times in unix milliseconds; `touchedAt` is null before the first touch of whoever sat down last. */
export type IdleState = { minutes: number; touchedAt: number | null; lockedFor: string | null };

/** What the device knows of it. */
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

/** True when nobody has touched the device for the set time. A clock that was set back tells nothing: then, too. */
export function isIdle({ minutes, touchedAt }: Pick<IdleState, 'minutes' | 'touchedAt'>, now: number): boolean {
  if (minutes <= 0 || touchedAt === null) return false;
  return now - touchedAt >= minutes * 60_000 || touchedAt - now > CLOCK_TOLERANCE_MS;
}

/** Chooses after how many minutes the screen is locked; 0 for never. */
export async function setLockAfter(device: Device, minutes: number, now: number): Promise<void> {
  await writeSetting(device, LOCK_AFTER, minutes);
  await saveTouch(device, now);
}

/** With a PIN on the device the screen locks by itself, unless somebody has chosen otherwise; answers whether it begins now. */
export async function lockWithFirstPin(device: Device, now: number): Promise<boolean> {
  if ((await readSetting(device, LOCK_AFTER)) !== undefined) return false;
  await setLockAfter(device, FIRST_PIN_LOCK_MINUTES, now);
  return true;
}

/** Somebody touched the device. It opens no lock. */
export async function saveTouch(device: Device, now: number): Promise<void> {
  await writeSetting(device, TOUCHED_AT, now);
}

/** Locks the screen when whoever sits here has been away for too long; answers whether it is locked for them. */
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

/** Whoever sat here goes on. */
export async function unlock(device: Device, now: number): Promise<void> {
  await device.transaction('rw', device.settings, async () => {
    await device.settings.delete(LOCKED_FOR);
    await saveTouch(device, now);
  });
}
