// Problems with this device's storage that no engine reports: it cannot be read, or there is none (Y26).
import { storeInMemory } from '#sync/store/database.ts';
import { reopenDevice } from './device.ts';
import { createValue, useValue } from './value.ts';

/** 'unreadable': it does not respond; 'none': the browser gives none, and everything is held in memory. */
export type StorageHealth = 'unreadable' | 'none';

const health = createValue<StorageHealth | undefined>(undefined);

export const storageHealth = health.get;
export const useStorageHealth = () => useValue(health);

/** Undefined when the problem is over; 'none' stays for the page's lifetime. */
export function reportStorageHealth(next: StorageHealth | undefined): void {
  if (health.get() !== 'none') health.set(next);
}

const PROBE = 'groundwork-probe';

/** Before each further look at a storage that has held somebody's work: after a crash it may take a while to be given again. */
const PAUSES_MS = [0, 300, 2000, 5000, 5000, 10_000];

/**
 * Reads the device again after the first read failed: the storage hangs, or the browser gives none, as in some private
 * windows. The device is then opened in memory, so that the app can be used until the page is closed. A storage that
 * `heldWork` before is not given up at once: its user would be a visitor whose work is lost with the page.
 */
export async function readWithoutStorage<T>(read: () => Promise<T>, heldWork: boolean): Promise<T> {
  for (const pause of heldWork ? PAUSES_MS : [0]) {
    await new Promise((resolve) => setTimeout(resolve, pause));
    if (await isRefused()) continue;
    try {
      reopenDevice();
      return await read();
    } catch {
      // Is looked at again, and at last held in memory.
    }
  }
  const { IDBFactory, IDBKeyRange } = await import('fake-indexeddb');
  storeInMemory({ indexedDB: new IDBFactory(), IDBKeyRange });
  reportStorageHealth('none');
  reopenDevice();
  return read();
}

/** True when the browser does not let this page have a database. */
function isRefused(): Promise<boolean> {
  return new Promise((resolve) => {
    try {
      const opening = indexedDB.open(PROBE);
      opening.onerror = () => resolve(true);
      opening.onsuccess = () => {
        opening.result.close();
        indexedDB.deleteDatabase(PROBE);
        resolve(false);
      };
    } catch {
      resolve(true);
    }
  });
}
