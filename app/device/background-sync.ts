// Background Sync, for the page that registers it and the worker that gets the event once there is a network.

export const FLUSH_TAG = 'groundwork-drain';

/** Chromium's event, which TypeScript's libraries lack. `lastChance`: the browser will not try again. */
export type SyncEvent = ExtendableEvent & { tag: string; lastChance: boolean };

type SyncManager = { register: (tag: string) => Promise<void> };

export const hasBackgroundSync = () => 'SyncManager' in window && 'serviceWorker' in navigator;

/** Registers a flush by the worker for when there is a network. Never throws: without Background Sync, pages send the work. */
export async function requestBackgroundSync(): Promise<void> {
  if (!hasBackgroundSync()) return;
  try {
    const registration: ServiceWorkerRegistration & { sync?: SyncManager } = await navigator.serviceWorker.ready;
    await registration.sync?.register(FLUSH_TAG);
  } catch {
    // The user or their browser forbids it.
  }
}

/** Whether this browser will send work while the app is closed; the user may have forbidden it. */
export async function sendsWhenClosed(): Promise<boolean> {
  if (!hasBackgroundSync()) return false;
  try {
    const { state } = await navigator.permissions.query({ name: 'background-sync' as PermissionName });
    return state === 'granted';
  } catch {
    return true;
  }
}

/** Shows the unsent count on the app's icon, nothing for 0. Never throws; does nothing where there is no such icon. */
export function showOnIcon(count: number): void {
  if (!('setAppBadge' in navigator)) return;
  const shown = count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge();
  shown.catch(() => undefined);
}
