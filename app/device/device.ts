import { type Device, openDevice } from '#sync/store/device.ts';

/** The device's own database, shared by all its users; one connection for the whole page, opened at its first use. */
export let device: Device = openDevice();

/** Opens it again over another storage: where the browser gives none, in memory (Y26). */
export function reopenDevice(): void {
  device.close();
  device = openDevice();
}

/** Writes a text to local storage; null removes it. Returns false where local storage is forbidden or full. */
export function setLocalText(key: string, text: string | null): boolean {
  try {
    if (text === null) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
    return true;
  } catch {
    return false;
  }
}

/** The text in local storage under `key`; null for none. */
export function localText(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** The keys in local storage that begin with `prefix`, without that prefix. */
export function localKeys(prefix: string): string[] {
  try {
    return Object.keys(localStorage).flatMap((key) => (key.startsWith(prefix) ? [key.slice(prefix.length)] : []));
  } catch {
    return [];
  }
}
