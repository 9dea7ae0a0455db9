/**
 * Asks the worker to keep the files of an opened lesson (addresses below /media/, null for none) on the device. Only a
 * page that no worker controls yet has to ask, the first one of a device: else the worker sees the requests themselves.
 */
export function keepMediaOnDevice(addresses: readonly (string | null)[]): void {
  const workers = 'serviceWorker' in navigator ? navigator.serviceWorker : undefined;
  if (!workers || workers.controller) return;
  const wanted = addresses.filter((address) => address !== null);
  void workers.ready.then(({ active }) => active?.postMessage({ type: 'KEEP_MEDIA', addresses: wanted }));
}
