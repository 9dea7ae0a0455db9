// A device whose storage cannot be read at the start (Y26): it hangs, or the browser gives none, as some private windows do.
import { storeInMemory } from '#sync/database.ts';
import { reopenDevice } from './device.ts';
import { tellStorageTrouble } from './storage-trouble.ts';

const PROBE = 'groundwork-probe';

/** Asks again; with no storage at all over one in memory, so that every page can be used until it is closed. */
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
  tellStorageTrouble('none');
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
