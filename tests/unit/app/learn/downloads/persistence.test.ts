// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import { beforeEach, expect, test, vi } from 'vitest';
import { device } from '#app/device/device.ts';
import { askToPersist } from '#app/learn/downloads/persistence.ts';

const persist = vi.fn(async () => true);
const persisted = vi.fn(async () => false);
beforeEach(async () => {
  persist.mockClear();
  Object.defineProperty(navigator, 'storage', { configurable: true, value: { persist, persisted } });
  await device.settings.clear();
});

test('the browser is asked once to keep the storage, not with every download', async () => {
  await askToPersist('download');
  await askToPersist('download');
  expect(persist).toHaveBeenCalledOnce();
});

test('after a refusal it is asked again with the first unsent work, and no more once it agrees', async () => {
  persist.mockResolvedValueOnce(false);
  await askToPersist('download');
  await askToPersist('unsent');
  expect(persist).toHaveBeenCalledTimes(2);
  persisted.mockResolvedValueOnce(true);
  await askToPersist('installed');
  expect(persist).toHaveBeenCalledTimes(2);
});

test('a browser that forbids the question, or does not know it, breaks nothing', async () => {
  persist.mockRejectedValueOnce(new Error('No.'));
  await expect(askToPersist('download')).resolves.toBeUndefined();
  Object.defineProperty(navigator, 'storage', { configurable: true, value: undefined });
  await expect(askToPersist('download')).resolves.toBeUndefined();
});
