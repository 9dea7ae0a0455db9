// @vitest-environment happy-dom
import { renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { useTryAgain } from '#app/device/try-again.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('[Y18c] what fails is tried again', () => {
  const setup = () => {
    const again = vi.fn();
    const view = renderHook(({ failure }: { failure: object | undefined }) => useTryAgain(failure, again), {
      initialProps: { failure: undefined as object | undefined },
    });
    /** Every try fails at once. */
    const fail = () => view.rerender({ failure: {} });
    again.mockImplementation(fail);
    return { again, fail, view };
  };

  test('at most three times in the first minute, and ever more rarely', async () => {
    const { again, fail } = setup();
    fail();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(again.mock.calls.length).toBeGreaterThanOrEqual(2);
    expect(again.mock.calls.length).toBeLessThanOrEqual(3);
    await vi.advanceTimersByTimeAsync(3_600_000);
    again.mockClear();
    await vi.advanceTimersByTimeAsync(600_000);
    expect(again.mock.calls.length).toBeLessThanOrEqual(4);
  });

  test('after a success the pauses begin anew, and one that is under way ends', async () => {
    const { again, fail, view } = setup();
    fail();
    await vi.advanceTimersByTimeAsync(600_000);
    view.rerender({ failure: undefined });
    again.mockClear();
    await vi.advanceTimersByTimeAsync(600_000);
    expect(again).not.toHaveBeenCalled();
    fail();
    await vi.advanceTimersByTimeAsync(12_000);
    expect(again).toHaveBeenCalled();
  });
});
