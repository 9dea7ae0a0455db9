// Trouble with this device's storage that no engine tells of: it cannot be read, or there is none at all (Y26).
import { storeInMemory } from '#sync/store/database.ts';
import { reopenDevice } from './device.ts';
import { createValue, useValue } from './value.ts';

/** 'unreadable': it does not answer; 'none': the browser gives none, and everything is held in memory. */
export type StorageHealth = 'unreadable' | 'none';

const trouble = createValue<StorageHealth | undefined>(undefined);

export const storageHealth = trouble.get;
export const useStorageHealth = () => useValue(trouble);

/** undefined when it is over. That there is no storage stays true for the page's life. */
export function reportStorageHealth(next: StorageHealth | undefined): void {
  if (trouble.get() !== 'none') trouble.set(next);
}

const PROBE = 'groundwork-probe';

/**
 * Reads the device again after it could not be read at the start: it hangs, or the browser gives no storage, as some private
 * windows do. Then it lies in memory, so that every page can be used until it is closed.
 */
export async function readWithoutStorage<T>(read: () => Promise<T>): Promise<T> {
  if (!(await isRefused())) {
    try {
      reopenDevice();
      return await read();
    } catch {
      // Both ways in are closed: the one in memory is left.
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
