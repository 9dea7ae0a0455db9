// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import { screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { IdleLock } from '#app/account/shared-device/idle-lock.tsx';
import { device } from '#app/device/device.ts';
import { LOCK_AFTER, TOUCHED_AT, writeSetting } from '#sync/store/device.ts';
import { openApp } from '#tests/fixtures/opened-app.tsx';

let opened: Awaited<ReturnType<typeof openApp>>;
afterEach(async () => {
  vi.restoreAllMocks();
  await opened.close();
  await Promise.all(device.tables.map((table) => table.clear()));
});

test('[Y30] a device that could not be read for a moment is looked at again, and locked in time', async () => {
  // A second without a touch; the looks are an eighth of it apart.
  await writeSetting(device, LOCK_AFTER, 1 / 60);
  await writeSetting(device, TOUCHED_AT, Date.now());
  const looks: unknown[] = [];
  const dropped = new DOMException('Connection to Indexed Database server lost', 'UnknownError');
  const { transaction } = device;
  vi.spyOn(device, 'transaction').mockImplementation(((...given: Parameters<typeof transaction>) => {
    looks.push(given);
    return looks.length === 2 ? Promise.reject(dropped) : transaction(...given);
  }) as typeof transaction);
  opened = await openApp({ screen: <IdleLock onOpen={() => {}} />, at: '/' });
  await screen.findByRole('dialog', undefined, { timeout: 5_000 });
  expect(looks.length).toBeGreaterThan(2);
});
