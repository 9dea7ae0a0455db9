/**
 * When a queue may try again (Y18): not before `until` on its own, and never before `floor`. Times are unix
 * milliseconds.
 */
export type Backoff = { failures: number; until: number; floor: number };

export const NO_BACKOFF: Backoff = { failures: 0, until: 0, floor: 0 };

const FIRST_DELAY_MS = 2_000;
const MAX_DELAY_MS = 5 * 60_000;
/** The longest that any stored or received time may hold the queue, whatever a clock says. */
export const MAX_WAIT_MS = 3_600_000;

/** The back-off after one more failed flush: full jitter over 2 s x 2^n, at most 5 min. `random` is in [0, 1). */
export function nextBackoff(
  backoff: Backoff,
  now: number,
  { random, retryAfterMs }: { random: number; retryAfterMs: number | null },
): Backoff {
  const ceiling = Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** Math.min(backoff.failures, 20));
  const floor = retryAfterMs === null ? 0 : now + Math.min(retryAfterMs, MAX_WAIT_MS);
  return { failures: backoff.failures + 1, until: now + Math.floor(random * ceiling), floor };
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
