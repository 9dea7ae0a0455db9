// The ledger against the cache (V6): what the browser threw away is told, and what nobody knows of any more goes.
import type { Device } from '../device.ts';
import { noteGone, readDownloads } from './books.ts';
import { addressesOf, captionsAddress, partAddress } from './ledger.ts';
import type { Shelf } from './shelf.ts';

/** Compares once, at the start; answers the files of which something is missing. Only whoever downloads may call it. */
export async function compareWithShelf(device: Device, shelf: Shelf): Promise<string[]> {
  const held = new Set(await shelf.addresses());
  const rows = await readDownloads(device);
  const lost: string[] = [];
  for (const { assetId, file, here, captionsHere } of rows) {
    const parts = file ? here.filter((n) => !held.has(partAddress(assetId, file, n))) : here;
    const captions = captionsHere !== null && !held.has(captionsAddress(assetId, captionsHere));
    if (parts.length === 0 && !captions) continue;
    await noteGone(device, assetId, { parts, captions });
    lost.push(assetId);
  }
  const known = new Set(rows.flatMap(addressesOf));
  await Promise.all([...held].filter((address) => !known.has(address)).map((address) => shelf.remove(address)));
  return lost;
}
