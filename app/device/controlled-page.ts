import { storageHealth } from './storage-health.ts';

/**
 * True while a worker adds this person's bearer to requests for media (V4). It reads who is here from the device's
 * storage: over a storage in memory, which only the page can see, it takes everybody for a visitor.
 */
export const isServedByWorker = (): boolean =>
  Boolean(navigator.serviceWorker?.controller) && storageHealth() !== 'none';
