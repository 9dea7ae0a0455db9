/**
 * Asks the worker to keep the files of an opened lesson (addresses below /media/, null for none) on the device. Only a
 * page that no worker controls yet has to ask, the first one of a device: else the worker sees the requests themselves.
 */
export function keepMediaOnDevice(addresses: readonly (string | null)[]): void {
  if (navigator.serviceWorker?.controller) return;
  keepPicturesOnDevice(addresses.filter((address) => address !== null));
}

/** The same for files that the page itself may not ask for yet, such as pictures further down: the worker fetches what it lacks. */
export function keepPicturesOnDevice(addresses: readonly string[]): void {
  const workers = 'serviceWorker' in navigator ? navigator.serviceWorker : undefined;
  void workers?.ready.then(({ active }) => active?.postMessage({ type: 'KEEP_MEDIA', addresses }));
}
