// Whether the browser may throw away what is kept here when space runs short (V6).
import { readSetting, writeSetting } from '#sync/store/device.ts';
import { device } from '../../device/device.ts';

const ASKED = 'askedToPersist';

/**
 * Asks the browser to keep our storage, once per device: after the install, with the first download, or
 * with the first work that waits to be sent (Y26).
 */
export async function askToPersist(): Promise<void> {
  try {
    if (!navigator.storage?.persist || (await readSetting(device, ASKED))) return;
    await writeSetting(device, ASKED, true);
    await navigator.storage.persist();
  } catch {
    // A browser that forbids the question answers it with no.
  }
}

/** True when the browser promised to keep our storage; undefined when it does not say. */
export async function isPersistent(): Promise<boolean | undefined> {
  try {
    return await navigator.storage?.persisted?.();
  } catch {
    return undefined;
  }
}

/** True in the window of an installed app. */
export const isInstalled = () => window.matchMedia('(display-mode: standalone)').matches;
