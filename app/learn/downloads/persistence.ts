// Whether the browser may delete our storage when space runs low (V6).
import { readSetting, writeSetting } from '#sync/store/device.ts';
import { device } from '../../device/device.ts';

const ASKED = 'askedToPersist';

/** Asks the browser, once per device, to keep our storage: after install, or with the first download or unsent work (Y26). */
export async function askToPersist(): Promise<void> {
  try {
    if (!navigator.storage?.persist || (await readSetting(device, ASKED))) return;
    await writeSetting(device, ASKED, true);
    await navigator.storage.persist();
  } catch {
    // A browser that forbids asking does not persist.
  }
}

/** True when the browser keeps our storage; undefined when it does not say. */
export async function isPersistent(): Promise<boolean | undefined> {
  try {
    return await navigator.storage?.persisted?.();
  } catch {
    return undefined;
  }
}

/** True in the window of an installed app. */
export const isInstalled = () => window.matchMedia('(display-mode: standalone)').matches;
