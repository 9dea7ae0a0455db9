// Background Sync, where a browser has it: the page asks for a moment with a network, and the worker gets it, also when
// every page is closed. Used by both.

/** The name under which the browser knows what we wait for. */
export const FLUSH_TAG = 'groundwork-drain';

/** What Chromium gives a worker; the libraries of TypeScript do not know it. `lastChance`: it will not try again. */
export type SyncEvent = ExtendableEvent & { tag: string; lastChance: boolean };

type SyncManager = { register: (tag: string) => Promise<void> };

/** Whether this browser knows Background Sync at all. */
export const hasBackgroundSync = () => 'SyncManager' in window && 'serviceWorker' in navigator;

/**
 * Asks for the worker's pass at the next moment with a network. Never throws: where it is not to be had, pages do the
 * work. Once the worker of this device is ready, the browser is asked at once: a page that is closing has no time to wait.
 */
export async function requestBackgroundSync(): Promise<void> {
  if (!hasBackgroundSync()) return;
  try {
    const registration: ServiceWorkerRegistration & { sync?: SyncManager } = await navigator.serviceWorker.ready;
    await registration.sync?.register(FLUSH_TAG);
  } catch {
    // The person or their browser forbids it.
  }
}

/** Whether this browser will send work while the app is closed: it may know how, and its person forbid it. */
export async function sendsWhenClosed(): Promise<boolean> {
  if (!hasBackgroundSync()) return false;
  try {
    const { state } = await navigator.permissions.query({ name: 'background-sync' as PermissionName });
    return state === 'granted';
  } catch {
    return true;
  }
}
