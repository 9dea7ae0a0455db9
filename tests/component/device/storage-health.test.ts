// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import { afterEach, expect, test, vi } from 'vitest';
import { device } from '#app/device/device.ts';
import { readWithoutStorage, storageHealth } from '#app/device/storage-health.ts';
import { readActiveUser, saveDeviceUser } from '#sync/store/device.ts';
import { holdTimers, pass } from '#tests/fixtures/clock.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** A browser that gives no storage so many times, as after a crash. */
function refusing(times: number) {
  const open = indexedDB.open.bind(indexedDB);
  let left = times;
  vi.spyOn(indexedDB, 'open').mockImplementation((...args) => {
    left -= 1;
    if (left >= 0) throw new DOMException('Internal error opening backing store', 'UnknownError');
    return open(...args);
  });
}

const read = async () => (await readActiveUser(device))?.name;

// In this order: what is held in memory is so for the rest of the page.
test('[Y26] a storage that has held work is looked at again before it is given up', async () => {
  await saveDeviceUser(device, { userId: 'lena', name: 'Lena', email: 'lena@test.example' });
  refusing(5);
  holdTimers();
  const reading = readWithoutStorage(read, true);
  for (const pause of [300, 2000, 5000, 5000, 10_000]) await pass(pause);
  expect(await reading).toBe('Lena');
  expect(storageHealth()).toBeUndefined();
});

test('[Y26] a browser that gives no storage holds everything in memory, at once where nobody was signed in', async () => {
  refusing(1);
  expect(await readWithoutStorage(read, false)).toBeUndefined();
  expect(storageHealth()).toBe('none');
});
