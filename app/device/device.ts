import { type Device, openDevice } from '#sync/store/device.ts';

/** The device's own database, shared by all its users; one connection for the whole page, opened at its first use. */
export let device: Device = openDevice();

/** Opens it again over another storage: where the browser gives none, in memory (Y26). */
export function reopenDevice(): void {
  device.close();
  device = openDevice();
}

/** The texts of a storage. Where it is forbidden or full, what is written lasts until the page is closed. */
function textsOf(storage: () => Storage) {
  const inMemory = new Map<string, string>();
  return {
    read(key: string): string | null {
      try {
        return inMemory.get(key) ?? storage().getItem(key);
      } catch {
        return null;
      }
    },
    /** False when the text will not outlast the page. */
    write(key: string, text: string | null): boolean {
      inMemory.delete(key);
      try {
        if (text === null) storage().removeItem(key);
        else storage().setItem(key, text);
        return true;
      } catch {
        if (text !== null) inMemory.set(key, text);
        return false;
      }
    },
    names(): string[] {
      try {
        return [...new Set([...inMemory.keys(), ...Object.keys(storage())])];
      } catch {
        return [...inMemory.keys()];
      }
    },
  };
}

// Nothing else touches the two storages (tests/architecture.test.ts): a browser that forbids them throws at a mere look.
const local = textsOf(() => localStorage);
const session = textsOf(() => sessionStorage);

/** Writes a text to local storage; null removes it. Returns false where local storage is forbidden or full. */
export const setLocalText = local.write;

/** The text in local storage under `key`; null for none. */
export const localText = local.read;

/** The keys in local storage that begin with `prefix`, without that prefix. */
export const localKeys = (prefix: string): string[] =>
  local.names().flatMap((key) => (key.startsWith(prefix) ? [key.slice(prefix.length)] : []));

/** As `setLocalText`, for this tab alone. */
export const setTabText = session.write;

/** The text of this tab under `key`; null for none. */
export const tabText = session.read;
