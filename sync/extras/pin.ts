// A person's PIN on a shared device (Y30b). It keeps colleagues out of the wrong account; it does not encrypt anything.
import type { Device, Pin } from '../store/device.ts';

const ROUNDS = 600_000;
const FREE_TRIES = 3;
/** After each wrong try beyond the free ones; the last delay repeats. */
const DELAYS_MS = [10_000, 30_000, 60_000, 300_000];

/** The result of a try; `waitMs` until the next one is checked, 0 for at once. */
export type PinTry = { kind: 'right' } | { kind: 'wrong' | 'too-soon'; waitMs: number };

/** True for 4 to 8 digits. */
export const isPin = (text: string): boolean => /^[0-9]{4,8}$/.test(text);

async function deriveHash(
  digits: string,
  salt: Uint8Array<ArrayBuffer>,
  rounds: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const key = await crypto.subtle.importKey('raw', new TextEncoder().encode(digits), 'PBKDF2', false, ['deriveBits']);
  return new Uint8Array(
    await crypto.subtle.deriveBits({ name: 'PBKDF2', hash: 'SHA-256', salt, iterations: rounds }, key, 256),
  );
}

const hasSameBytes = (a: Uint8Array, b: Uint8Array) =>
  a.length === b.length && a.every((byte, index) => byte === b[index]);

/** Sets or replaces a person's PIN on this device. Throws for anything but 4 to 8 digits. */
export async function setPin(device: Device, userId: string, digits: string): Promise<void> {
  if (!isPin(digits)) throw new Error('A PIN has 4 to 8 digits.');
  const salt = crypto.getRandomValues(new Uint8Array(16));
  const hash = await deriveHash(digits, salt, ROUNDS);
  await device.people.update(userId, {
    pin: { length: digits.length, salt, rounds: ROUNDS, hash, wrongTries: 0, nextTryAt: 0 },
    hasForgottenPin: undefined,
    isOfferedPin: undefined,
  });
}

export async function removePin(device: Device, userId: string): Promise<void> {
  await device.people.update(userId, { pin: undefined });
}

/** Removes the PIN, if there is one, of a person who has signed in instead of entering it; a new one is asked for. */
export async function forgetPin(device: Device, userId: string): Promise<void> {
  const person = await device.people.get(userId);
  if (person?.pin) await device.people.update(userId, { pin: undefined, hasForgottenPin: true });
}

/** Someone new on a device that others lock is asked for a PIN of their own: without one anybody opens their account. */
export async function offerPin(device: Device, userId: string): Promise<void> {
  const others = await device.people.filter((one) => one.userId !== userId && one.pin !== undefined).count();
  if (others > 0) await device.people.update(userId, { isOfferedPin: true });
}

/** The person wants no PIN for now. */
export async function keepWithoutPin(device: Device, userId: string): Promise<void> {
  await device.people.update(userId, { hasForgottenPin: undefined, isOfferedPin: undefined });
}

/** Resets the wrong tries of a person who has signed in another way. */
export async function resetWrongTries(device: Device, userId: string): Promise<void> {
  await changePin(device, userId, (pin) => ({ ...pin, wrongTries: 0, nextTryAt: 0 }));
}

/**
 * Checks a try. It counts as wrong before it is checked, so that neither a second tab nor a reload gives a free one.
 * Without a PIN every try is right.
 */
export async function tryPin(
  device: Device,
  { userId, digits, now }: { userId: string; digits: string; now: number },
): Promise<PinTry> {
  let tooSoonMs = 0;
  const pin = await changePin(device, userId, (known) => {
    tooSoonMs = remainingPinWait(known, now);
    if (tooSoonMs > 0) return { ...known, nextTryAt: now + tooSoonMs };
    const wrongTries = known.wrongTries + 1;
    return { ...known, wrongTries, nextTryAt: now + delayAfter(wrongTries) };
  });
  if (!pin) return { kind: 'right' };
  if (tooSoonMs > 0) return { kind: 'too-soon', waitMs: tooSoonMs };
  if (!hasSameBytes(await deriveHash(digits, pin.salt, pin.rounds), pin.hash)) {
    return { kind: 'wrong', waitMs: delayAfter(pin.wrongTries) };
  }
  await changePin(device, userId, (known) =>
    hasSameBytes(known.salt, pin.salt) ? { ...known, wrongTries: 0, nextTryAt: 0 } : known,
  );
  return { kind: 'right' };
}

/** Milliseconds until this person's PIN may be tried again. If the clock was set back, the wait restarts once. */
export async function readPinWait(device: Device, userId: string, now: number): Promise<number> {
  let waitMs = 0;
  await changePin(device, userId, (pin) => {
    waitMs = remainingPinWait(pin, now);
    return waitMs > 0 ? { ...pin, nextTryAt: now + waitMs } : pin;
  });
  return waitMs;
}

const delayAfter = (wrongTries: number): number =>
  wrongTries < FREE_TRIES ? 0 : (DELAYS_MS[Math.min(wrongTries - FREE_TRIES, DELAYS_MS.length - 1)] ?? 0);

/** Never longer than the delay itself: a clock that was set back must not lock anyone out. */
const remainingPinWait = ({ wrongTries, nextTryAt }: Pin, now: number): number =>
  Math.max(0, Math.min(nextTryAt - now, delayAfter(wrongTries)));

function changePin(device: Device, userId: string, change: (pin: Pin) => Pin): Promise<Pin | undefined> {
  return device.transaction('rw', device.people, async () => {
    const pin = (await device.people.get(userId))?.pin;
    if (!pin) return undefined;
    const next = change(pin);
    if (next !== pin) await device.people.update(userId, { pin: next });
    return next;
  });
}
