// The ledger against the cache (V6): what the browser threw away is told, and what nobody knows of any more goes.
import type { Device } from '../device.ts';
import { noteGone, notePart, readDownloads } from './books.ts';
import { addressesOf, captionsAddress, type Download, partAddress, partSize, partsMissing } from './ledger.ts';
import type { Shelf } from './shelf.ts';

/** Compares once, at the start. Only whoever downloads may call it. */
export async function compareWithShelf(device: Device, shelf: Shelf): Promise<void> {
  const held = new Set(await shelf.addresses());
  const rows = await readDownloads(device);
  for (const row of rows) await adopt(device, shelf, { row, held });
  for (const { assetId, file, here, captionsHere } of rows) {
    const parts = file ? here.filter((n) => !held.has(partAddress(assetId, file, n))) : here;
    const captions = captionsHere !== null && !held.has(captionsAddress(assetId, captionsHere));
    if (parts.length === 0 && !captions) continue;
    await noteGone(device, assetId, { parts, captions });
  }
  const known = new Set((await readDownloads(device)).flatMap(addressesOf));
  await Promise.all([...held].filter((address) => !known.has(address)).map((address) => shelf.remove(address)));
}

/** A part that came whole in the moment of a kill, before the ledger knew of it, is not fetched again. */
async function adopt(device: Device, shelf: Shelf, { row, held }: { row: Download; held: ReadonlySet<string> }) {
  const { assetId, file } = row;
  if (!file) return;
  for (const n of partsMissing(row)) {
    const address = partAddress(assetId, file, n);
    const part = held.has(address) ? await (await shelf.match(address))?.blob() : undefined;
    if (part?.size === partSize(file, n)) await notePart(device, assetId, { etag: file.etag, n });
  }
}
