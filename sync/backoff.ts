/**
 * When a queue may try again (Y18): not before `until` on its own, and never before `floor`. Times are unix
 * milliseconds.
 */
export type Backoff = { failures: number; until: number; floor: number };

export const NO_BACKOFF: Backoff = { failures: 0, until: 0, floor: 0 };

const FIRST_PAUSE_MS = 12_000;
const MAX_PAUSE_MS = 5 * 60_000;
/** The longest that any stored or received time may hold the queue, whatever a clock says. */
export const MAX_WAIT_MS = 3_600_000;

/**
 * Milliseconds before a call that has failed is made again on its own, however often something else succeeds meanwhile:
 * 12 s x 2^n after `failures` failures, at most `longest`, half of it by chance. `random` is in [0, 1).
 */
export function pauseAfter(failures: number, random: number, longest = MAX_PAUSE_MS): number {
  const ceiling = Math.min(longest, FIRST_PAUSE_MS * 2 ** Math.min(Math.max(failures - 1, 0), 20));
  return Math.floor(ceiling * (1 + random) * 0.5);
}

/** The back-off after one more failed flush. `random` is in [0, 1). */
export function nextBackoff(
  backoff: Backoff,
  now: number,
  { random, retryAfterMs }: { random: number; retryAfterMs: number | null },
): Backoff {
  const floor = retryAfterMs === null ? 0 : now + Math.min(retryAfterMs, MAX_WAIT_MS);
  const failures = backoff.failures + 1;
  return { failures, until: now + pauseAfter(failures, random), floor };
}

/** Milliseconds until a flush may start. A trigger skips the back-off but not the wait that the server asked for. */
export function remainingWait(backoff: Backoff, now: number, skipsBackoff: boolean): number {
  const until = skipsBackoff ? backoff.floor : Math.max(backoff.floor, backoff.until);
  const left = until - now;
  // A clock that was set back could otherwise hold the queue for years.
  return left <= 0 || left > MAX_WAIT_MS ? 0 : left;
}

/** Milliseconds since `since`; infinite after the clock was set back, so that nothing waits for a wrong clock. */
export function elapsed(since: number, now: number): number {
  return now < since ? Number.POSITIVE_INFINITY : now - since;
}

/**
 * Parses Retry-After, in seconds or as a date, into milliseconds from `answeredAt`: at most an hour, null if
 * unreadable. `answeredAt` is the server's own time (its Date header), because this device's clock may be years off.
 */
export function retryAfterMs(header: string | null, answeredAt: number): number | null {
  if (header === null || header.trim() === '') return null;
  const seconds = Number(header);
  const wait = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - answeredAt;
  if (Number.isNaN(wait)) return null;
  return Math.min(MAX_WAIT_MS, Math.max(0, wait));
}
