import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  forgetPin,
  isPin,
  keepWithoutPin,
  offerPin,
  readPinWait,
  removePin,
  resetWrongTries,
  setPin,
  tryPin,
} from '#sync/extras/pin.ts';
import { openDevice, readDeviceUsers, saveDeviceUser, writeSession } from '#sync/store/device.ts';
import { aSession } from '#tests/fixtures/auth-service.ts';

const device = openDevice();
const MAREN = { userId: '7c9a3f61-6f5e-4b55-8d5a-0f3a6f0a1b11', name: 'Maren Holt', email: 'maren@demo.example' };
const MINUTE = 60_000;
const YEAR = 365 * 24 * 60 * MINUTE;
const NOON = Date.UTC(2026, 10, 21, 12);

const tries = (digits: string, now: number) => tryPin(device, { userId: MAREN.userId, digits, now });
const waits = (now: number) => readPinWait(device, MAREN.userId, now);

/** Wrong tries as fast as they are checked; returns when the last one was made. */
async function triesWrongly(times: number, from = NOON): Promise<number> {
  let now = from;
  for (let time = 0; time < times; time += 1) {
    now += await waits(now);
    expect(await tries('0000', now)).toMatchObject({ kind: 'wrong' });
  }
  return now;
}

/** The same with a thousandth of the work, so that a busy machine has time for so many tries. */
const derive = crypto.subtle.deriveBits.bind(crypto.subtle);
let rounds = 0;
vi.spyOn(crypto.subtle, 'deriveBits').mockImplementation((way, ...rest) => {
  if (typeof way === 'string' || !('iterations' in way)) throw new Error('Not PBKDF2.');
  rounds = way.iterations;
  return derive({ ...way, iterations: rounds / 1000 }, ...rest);
});

beforeEach(async () => {
  await saveDeviceUser(device, MAREN);
  await setPin(device, MAREN.userId, '2468');
});
afterEach(() => Promise.all(device.tables.map((table) => table.clear())));

describe('[O7, Y30] the PIN of a person on a shared device', () => {
  test.each(['1234', '12345678'])('%s may be one', (digits) => expect(isPin(digits)).toBe(true));
  test.each(['', '123', '123456789', '12a4', ' 1234', '１２３４'])('"%s" may not', async (digits) => {
    expect(isPin(digits)).toBe(false);
    await expect(setPin(device, MAREN.userId, digits)).rejects.toThrow('4 to 8 digits');
  });

  test('the right one unlocks, a wrong one does not, and the digits are not stored', async () => {
    expect(await tries('2468', NOON)).toEqual({ kind: 'right' });
    expect(await tries('8642', NOON)).toEqual({ kind: 'wrong', waitMs: 0 });
    const row = await device.people.get(MAREN.userId);
    expect(rounds).toBeGreaterThanOrEqual(600_000);
    expect(row?.pin?.hash).toHaveLength(32);
    expect(JSON.stringify(row)).not.toContain('2468');
  });

  test('two people with the same digits have different hashes', async () => {
    await saveDeviceUser(device, { ...MAREN, userId: 'another' });
    await setPin(device, 'another', '2468');
    const [one, other] = await device.people.toArray();
    expect(one?.pin?.salt).not.toEqual(other?.pin?.salt);
    expect(one?.pin?.hash).not.toEqual(other?.pin?.hash);
  });

  test('after three wrong tries each costs more, up to five minutes, and never locks forever', async () => {
    const costs: number[] = [];
    let now = NOON;
    for (let time = 0; time < 9; time += 1) {
      now += await waits(now);
      const tried = await tries('0000', now);
      costs.push(tried.kind === 'right' ? Number.NaN : tried.waitMs / 1000);
    }
    expect(costs).toEqual([0, 0, 10, 30, 60, 300, 300, 300, 300]);
    expect(await tries('2468', now + 5 * MINUTE)).toEqual({ kind: 'right' });
  });

  test('during a wait not even the right one is checked, and it costs nothing', async () => {
    const now = await triesWrongly(3);
    expect(await tries('2468', now + 9_000)).toEqual({ kind: 'too-soon', waitMs: 1_000 });
    expect(await tries('2468', now + 10_000)).toEqual({ kind: 'right' });
  });

  test('the right one resets the wrong tries', async () => {
    const now = await triesWrongly(4);
    await tries('2468', now + MINUTE);
    expect(await tries('0000', now + MINUTE)).toEqual({ kind: 'wrong', waitMs: 0 });
  });

  test('a clock that was set back shortens no wait, and restarts one at most once', async () => {
    const now = await triesWrongly(4);
    const back = now - 2 * YEAR;
    expect(await waits(back)).toBe(30_000);
    expect(await waits(back + 10_000)).toBe(20_000);
    expect(await tries('2468', back + 29_000)).toEqual({ kind: 'too-soon', waitMs: 1_000 });
    expect(await tries('2468', back + 30_000)).toEqual({ kind: 'right' });
  });

  test('tries of many tabs at once all count', async () => {
    const tried = await Promise.all(Array.from({ length: 6 }, () => tries('0000', NOON)));
    expect(tried.filter(({ kind }) => kind === 'wrong')).toHaveLength(3);
    expect(tried.filter(({ kind }) => kind === 'too-soon')).toHaveLength(3);
    expect((await device.people.get(MAREN.userId))?.pin?.wrongTries).toBe(3);
  });

  test('a try counts before it is checked, so reloading does not help', async () => {
    const trying = tries('0000', NOON);
    await expect.poll(async () => (await device.people.get(MAREN.userId))?.pin?.wrongTries, { interval: 1 }).toBe(1);
    await trying;
  });

  test('it survives other updates of its person, and removal deletes it', async () => {
    await device.people.update(MAREN.userId, { pendingCount: 2, lastSyncAt: null });
    await saveDeviceUser(device, MAREN);
    await writeSession(device, MAREN.userId, aSession());
    expect(await tries('0000', NOON)).toMatchObject({ kind: 'wrong' });
    await removePin(device, MAREN.userId);
    expect(await tries('0000', NOON)).toEqual({ kind: 'right' });
    expect((await readDeviceUsers(device))[0]).toMatchObject({ pendingCount: 2, isSignedIn: true });
  });

  test('signing in ends the wait', async () => {
    const now = await triesWrongly(5);
    await resetWrongTries(device, MAREN.userId);
    expect(await waits(now)).toBe(0);
    expect(await tries('2468', now)).toEqual({ kind: 'right' });
  });
});

test('a PIN that was forgotten is gone, and a new one is asked for until there is one or none is wanted', async () => {
  const isAsked = async () => (await device.people.get(MAREN.userId))?.hasForgottenPin === true;
  await forgetPin(device, MAREN.userId);
  expect(await tries('1111', NOON)).toEqual({ kind: 'right' });
  expect(await isAsked()).toBe(true);
  await setPin(device, MAREN.userId, '1357');
  expect(await isAsked()).toBe(false);
  await forgetPin(device, MAREN.userId);
  await keepWithoutPin(device, MAREN.userId);
  await forgetPin(device, MAREN.userId);
  expect(await isAsked(), 'without a PIN none was forgotten').toBe(false);
});

test('whoever comes to a device on which others have a PIN is offered one, until there is one or none is wanted', async () => {
  const ben = { userId: 'b1', name: 'Ben', email: 'ben@demo.example' };
  await saveDeviceUser(device, ben);
  const isOffered = async () => (await device.people.get(ben.userId))?.isOfferedPin === true;
  await removePin(device, MAREN.userId);
  await offerPin(device, ben.userId);
  expect(await isOffered(), 'nobody has one').toBe(false);
  await setPin(device, MAREN.userId, '2468');
  await offerPin(device, ben.userId);
  expect(await isOffered()).toBe(true);
  await keepWithoutPin(device, ben.userId);
  expect(await isOffered()).toBe(false);
  await offerPin(device, ben.userId);
  await setPin(device, ben.userId, '1357');
  expect(await isOffered()).toBe(false);
});
