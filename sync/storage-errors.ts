// What a browser's storage says when it fails, told apart by names alone: Dexie passes them on, wrapped or not (Y26).

const LOST = ['UnknownError', 'InvalidStateError', 'TransactionInactiveError', 'AbortError'];

/** True when there is no room left; also when a transaction was aborted for that reason. */
export function isFull(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  if ('name' in error && error.name === 'QuotaExceededError') return true;
  if ('inner' in error && isFull(error.inner)) return true;
  return 'failures' in error && Array.isArray(error.failures) && error.failures.some(isFull);
}

/**
 * True when the browser has dropped the connection, as WebKit does to apps in the background: nothing was written, and the
 * same may succeed on a new connection. A closed database is none of these, because somebody closed it.
 */
export function isConnectionLost(error: unknown): boolean {
  if (typeof error !== 'object' || error === null || isFull(error)) return false;
  return 'name' in error && LOST.some((name) => name === error.name);
}
