import { isCatalog } from './language-cache.ts';
import { storageHealth } from './storage-health.ts';

/** True while a worker adds the bearer token to media requests; it cannot see a user whose device is in memory. */
export const isServedByWorker = (): boolean =>
  Boolean(navigator.serviceWorker?.controller) && storageHealth() !== 'none';

/** Asks the worker to cache an opened lesson's files, null for none: the first page of a device requested them without it. */
export function cacheMedia(addresses: readonly (string | null)[]): void {
  if (navigator.serviceWorker?.controller) return;
  cachePictures(addresses.filter((address) => address !== null));
}

/** The same for files that the page may not have requested yet, such as pictures further down. */
export function cachePictures(addresses: readonly string[]): void {
  tellWorker({ type: 'KEEP_MEDIA', addresses });
}

/** Asks the worker to cache the viewer of PDF, which does not come with the app: a device without a PDF needs none. */
export function cachePdfViewer(): void {
  tellWorker({ type: 'KEEP_PDF_VIEWER' });
}

/** Asks the worker to keep the language of a page that it did not control. */
export function cacheLanguage(): void {
  if (navigator.serviceWorker?.controller) return;
  const addresses = performance.getEntriesByType('resource').flatMap(({ name }) => (isCatalog(name) ? [name] : []));
  if (addresses.length > 0) tellWorker({ type: 'KEEP_LANGUAGE', addresses });
}

const tellWorker = (message: object) =>
  void navigator.serviceWorker?.ready.then(({ active }) => active?.postMessage(message));
