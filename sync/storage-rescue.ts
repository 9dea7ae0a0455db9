// Rare, and loaded only then: all connections of this page opened anew, or no storage at all replaced by memory (Y26).
import Dexie from 'dexie';

/** Dexie's list of its open databases, which its types leave out. */
const connected = Dexie as unknown as { readonly connections: readonly Dexie[] };

/** Whatever cost one connection has cost them all, as in WebKit the end of the process behind them; each opens at its next use. */
export function reopenAll(): void {
  for (const database of [...connected.connections]) database.close({ disableAutoOpen: false });
}

/** True when a person's database lies on this device, whoever they are. */
export async function hasReplicas(): Promise<boolean> {
  return (await Dexie.getDatabaseNames()).some((name) => /^groundwork:[0-9a-f-]{36}$/.test(name));
}

/** From now on every database that is opened lies in memory, and is gone with the page. */
export function storeInMemory(memory: { indexedDB: IDBFactory; IDBKeyRange: typeof IDBKeyRange }): void {
  Dexie.dependencies.indexedDB = memory.indexedDB;
  Dexie.dependencies.IDBKeyRange = memory.IDBKeyRange;
}
