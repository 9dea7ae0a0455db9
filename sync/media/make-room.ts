// Y26: work needs room more than films do. What goes can be fetched again, and V6 tells that it is gone.
import type { Device } from '../device.ts';
import { noteLetGo } from './books.ts';
import type { Download, KeptLesson } from './ledger.ts';
import { clearShelf, type Shelf } from './shelf.ts';

/** Lets downloads go, one file with each step: first those of watched lessons, then those that were wanted longest ago. */
export async function* letDownloadsGo(
  device: Device,
  shelf: Shelf,
  isWatched: (kept: KeptLesson) => Promise<boolean>,
): AsyncGenerator<Download> {
  const kept = await device.keptLessons.toArray();
  const ranked = await Promise.all(kept.map(async (one) => ({ one, watched: await isWatched(one) })));
  const rows = await device.downloads.toArray();
  const missed = rows.map((row) => {
    const wishes = ranked.filter(({ one }) => one.files.some(({ assetId }) => assetId === row.assetId));
    const isMissed = wishes.some(({ watched }) => !watched);
    return { row, isMissed, wantedAt: Math.max(0, ...wishes.map(({ one }) => one.wantedAt)) };
  });
  missed.sort((a, b) => Number(a.isMissed) - Number(b.isMissed) || a.wantedAt - b.wantedAt);
  for (const { row } of missed) {
    if (row.here.length === 0) continue;
    // Noted first: a part that is on its way then finds that it is not wanted any more.
    const isNoted = await noteLetGo(device, row.assetId).catch(() => undefined);
    await clearShelf(shelf, [row.assetId]);
    // Where there was no room even for this line, there may be now; if not, the next start finds out by itself.
    if (isNoted === undefined) await noteLetGo(device, row.assetId).catch(() => undefined);
    yield row;
  }
}
