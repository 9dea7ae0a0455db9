// Whether the browser may delete our storage when space runs low.
import { readSetting, writeSetting } from '#sync/store/device.ts';
import { device } from '../../device/device.ts';

const ASKED = 'askedToPersist';

/** When keeping our storage matters: the app was installed, something was downloaded, or work waits to be sent. */
type Occasion = 'installed' | 'download' | 'unsent';

/** Asks the browser to keep our storage (Y26): once for each occasion on this device, until it does. */
export async function askToPersist(occasion: Occasion): Promise<void> {
  try {
    if (!navigator.storage?.persist || (await isPersistent())) return;
    const asked = ((await readSetting(device, ASKED)) ?? []) as Occasion[];
    if (asked.includes(occasion)) return;
    await writeSetting(device, ASKED, [...asked, occasion]);
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
