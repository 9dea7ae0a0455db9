import { storageHealth } from './storage-health.ts';

/**
 * True while a service worker adds the user's bearer token to media requests. The worker reads the active user from the
 * device's storage; when that is in memory, only the page can see it, and the worker takes every user for a visitor.
 */
export const isServedByWorker = (): boolean =>
  Boolean(navigator.serviceWorker?.controller) && storageHealth() !== 'none';

/**
 * Asks the worker to cache the files of an opened lesson (addresses below /media/, null for none). Only a page that no worker
 * controls yet has to ask, which is the first one on a device: otherwise the worker sees the requests.
 */
export function cacheMedia(addresses: readonly (string | null)[]): void {
  if (navigator.serviceWorker?.controller) return;
  cachePictures(addresses.filter((address) => address !== null));
}

/** The same for files that the page may not have requested yet, such as pictures further down. */
export function cachePictures(addresses: readonly string[]): void {
  const workers = 'serviceWorker' in navigator ? navigator.serviceWorker : undefined;
  void workers?.ready.then(({ active }) => active?.postMessage({ type: 'KEEP_MEDIA', addresses }));
}

/** Asks the worker to cache the viewer of PDF, which does not come with the app: a device without a PDF needs none. */
export function cachePdfViewer(): void {
  const workers = 'serviceWorker' in navigator ? navigator.serviceWorker : undefined;
  void workers?.ready.then(({ active }) => active?.postMessage({ type: 'KEEP_PDF_VIEWER' }));
}
