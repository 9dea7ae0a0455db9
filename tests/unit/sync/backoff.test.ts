import { describe, expect, test } from 'vitest';
import { type Backoff, elapsed, NO_BACKOFF, nextBackoff, remainingWait, retryAfterMs } from '#sync/backoff.ts';

const NOW = Date.UTC(2026, 2, 1);
const HOUR = 3_600_000;

describe('[Y18] the back-off', () => {
  test('doubles from 12 s to 5 min, half of it by chance', () => {
    const waits: number[] = [];
    let backoff: Backoff = NO_BACKOFF;
    for (let pass = 0; pass < 10; pass += 1) {
      backoff = nextBackoff(backoff, NOW, { random: 0.999999, retryAfterMs: null });
      waits.push(Math.round((backoff.until - NOW) / 1000));
    }
    expect(waits).toEqual([12, 24, 48, 96, 192, 300, 300, 300, 300, 300]);
    expect(nextBackoff(backoff, NOW, { random: 0, retryAfterMs: null }).until).toBe(NOW + 150_000);
  });

  test('is skipped by a trigger; the wait that the server asked for is not', () => {
    const backoff = { failures: 3, until: NOW + 60_000, floor: NOW + 5_000 };
    expect(remainingWait(backoff, NOW, true)).toBe(5_000);
    expect(remainingWait(backoff, NOW, false)).toBe(60_000);
    expect(remainingWait({ ...backoff, floor: 0 }, NOW, true)).toBe(0);
  });

  test('never holds the queue for more than an hour, whatever a clock says', () => {
    const twoYears = 2 * 365 * 24 * HOUR;
    expect(remainingWait({ failures: 1, until: NOW + twoYears, floor: NOW + twoYears }, NOW, false)).toBe(0);
    expect(nextBackoff(NO_BACKOFF, NOW, { random: 0, retryAfterMs: twoYears }).floor).toBe(NOW + HOUR);
  });

  test('after a clock was set back every stored time counts as past', () => {
    expect(elapsed(NOW, NOW + 5)).toBe(5);
    expect(elapsed(NOW, NOW - 5)).toBe(Number.POSITIVE_INFINITY);
  });
});

test.each([
  ['120', 120_000],
  ['0', 0],
  ['-5', 0],
  [new Date(NOW + 30_000).toUTCString(), 30_000],
  [new Date(NOW - 30_000).toUTCString(), 0],
  ['soon', null],
  ['', null],
  [null, null],
  ['315360000', HOUR],
  [new Date(NOW + 10 * 365 * 24 * HOUR).toUTCString(), HOUR],
])('[Y17] Retry-After: %s waits %s ms', (header, wait) => {
  expect(retryAfterMs(header, NOW)).toBe(wait);
});
