import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  isIdle,
  lockIfIdle,
  lockWithFirstPin,
  readIdle,
  saveTouch,
  setLockAfter,
  unlock,
} from '#sync/extras/idle-lock.ts';
import { openDevice, saveDeviceUser, setActiveUser } from '#sync/store/device.ts';

const device = openDevice();
const LENA = { userId: 'lena', name: 'Lena Learner', email: 'lena@demo.example' };
const MAREN = { userId: 'maren', name: 'Maren Holt', email: 'maren@demo.example' };
const MINUTE = 60_000;
const NOON = Date.UTC(2026, 10, 21, 12);

const looks = (now: number) => lockIfIdle(device, LENA.userId, now);

beforeEach(async () => {
  await saveDeviceUser(device, MAREN);
  await saveDeviceUser(device, LENA);
});
afterEach(() => Promise.all(device.tables.map((table) => table.clear())));

describe('[O7, Y30] the idle lock of a device', () => {
  test('is off until somebody chooses it or sets the first PIN', async () => {
    expect(await readIdle(device)).toEqual({ minutes: 0, touchedAt: null, lockedFor: null });
    expect(await lockWithFirstPin(device, NOON)).toBe(true);
    expect((await readIdle(device)).minutes).toBe(5);
  });

  test('a PIN changes nothing after somebody has chosen, not even Off', async () => {
    await setLockAfter(device, 0, NOON);
    expect(await lockWithFirstPin(device, NOON)).toBe(false);
    expect((await readIdle(device)).minutes).toBe(0);
    expect(await looks(NOON + 600 * MINUTE)).toBe(false);
  });

  test('locks after the set time without a touch, and each touch restarts it', async () => {
    await setLockAfter(device, 2, NOON);
    expect(await looks(NOON + 2 * MINUTE - 1)).toBe(false);
    await saveTouch(device, NOON + 2 * MINUTE - 1);
    expect(await looks(NOON + 3 * MINUTE)).toBe(false);
    expect(await looks(NOON + 4 * MINUTE)).toBe(true);
    expect((await readIdle(device)).lockedFor).toBe('lena');
  });

  test('neither a touch, a reload nor a clock unlocks it: only the person who continues', async () => {
    await setLockAfter(device, 2, NOON);
    await looks(NOON + 2 * MINUTE);
    await saveTouch(device, NOON + 2 * MINUTE);
    for (const now of [NOON, NOON - 1e11, NOON + 2 * MINUTE, NOON + 1e11]) expect(await looks(now)).toBe(true);
    await unlock(device, NOON + 9 * MINUTE);
    expect(await looks(NOON + 10 * MINUTE)).toBe(false);
  });

  test.each([
    ['touched a moment ago', -1_000, false],
    ['slept through the set time', -20 * MINUTE, true],
    ['put right by some seconds', 40_000, false],
    ['set back by an hour', 60 * MINUTE, true],
  ])('a device that was %s', (_, touchedBefore, away) => {
    expect(isIdle({ minutes: 5, touchedAt: NOON + touchedBefore }, NOON)).toBe(away);
  });

  test('a new active user is not idle, and is not locked out by another’s lock', async () => {
    await setLockAfter(device, 2, NOON);
    await looks(NOON + 2 * MINUTE);
    await setActiveUser(device, MAREN.userId);
    expect(await readIdle(device)).toEqual({ minutes: 2, touchedAt: null, lockedFor: null });
    expect(await lockIfIdle(device, MAREN.userId, NOON + 60 * MINUTE)).toBe(false);
    expect(await lockIfIdle(device, MAREN.userId, NOON + 62 * MINUTE)).toBe(true);
  });
});
