// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import '#tests/fixtures/silent-console.ts';
import { act, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { RunDownloads } from '#app/learn/downloads/run-downloads.tsx';
import { LENA } from '#tests/fixtures/auth-service.ts';
import { openOnDevice, seatLena } from '#tests/fixtures/own-device.tsx';

let opened: Awaited<ReturnType<typeof openOnDevice>>;
afterEach(() => opened.close());

test('the browser is asked to keep the storage when work waits to be sent, and when the app is installed', async () => {
  const persist = vi.fn(async () => false);
  Object.defineProperty(navigator, 'storage', { configurable: true, value: { persist, persisted: async () => false } });
  await seatLena();
  opened = await openOnDevice({ at: '/', path: '/', screen: <RunDownloads /> });
  const engine = opened.engineOf(LENA.id);
  expect(persist).not.toHaveBeenCalled();
  await act(() => engine.record({ kind: 'unit', courseId: 4, lessonId: 101, status: 'completed' }));
  await waitFor(() => expect(persist).toHaveBeenCalledOnce());
  window.dispatchEvent(new Event('appinstalled'));
  await waitFor(() => expect(persist).toHaveBeenCalledTimes(2));
});
