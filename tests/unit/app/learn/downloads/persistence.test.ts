// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import { beforeEach, expect, test, vi } from 'vitest';
import { device } from '#app/device/device.ts';
import { askToPersist } from '#app/learn/downloads/persistence.ts';

const persist = vi.fn(async () => true);
beforeEach(async () => {
  persist.mockClear();
  Object.defineProperty(navigator, 'storage', { configurable: true, value: { persist } });
  await device.settings.clear();
});

test('[V6] the browser is asked once to keep the storage, not with every download', async () => {
  await askToPersist();
  await askToPersist();
  expect(persist).toHaveBeenCalledOnce();
});

test('[V6] a browser that forbids the question, or does not know it, breaks nothing', async () => {
  persist.mockRejectedValueOnce(new Error('No.'));
  await expect(askToPersist()).resolves.toBeUndefined();
  Object.defineProperty(navigator, 'storage', { configurable: true, value: undefined });
  await expect(askToPersist()).resolves.toBeUndefined();
});
