import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { poll } from '#app/api/poll.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('[Y18c] a poll whose call fails asks less and less often, and at its pace after an answer', async () => {
  const ask = vi.fn(() => Promise.reject(new TypeError('reset')));
  const end = poll(ask, 1_000);
  await vi.advanceTimersByTimeAsync(61_000);
  expect(ask.mock.calls.length).toBeLessThanOrEqual(5);
  ask.mockImplementation(() => Promise.resolve() as Promise<never>);
  await vi.advanceTimersByTimeAsync(300_000);
  ask.mockClear();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(ask).toHaveBeenCalledTimes(10);
  end();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(ask).toHaveBeenCalledTimes(10);
});
