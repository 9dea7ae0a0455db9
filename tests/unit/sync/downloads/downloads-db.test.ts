import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { remove } from '#sync/downloads/download-requests.ts';
import { saveFileInfo, savePart } from '#sync/downloads/downloads-db.ts';
import { Depot, MAREN, PART } from './download-setup.ts';

const file = { etag: '"one"', contentType: 'video/mp4', sizeBytes: 30, partBytes: PART, parts: 3, captions: null };
let depot: Depot;
beforeEach(async () => {
  depot = await new Depot().open();
  await depot.keep([depot.addFilm(1, 30)]);
  await saveFileInfo(depot.device, 'film-1', { file, at: depot.now });
});
afterEach(() => depot.close());

test('[V5] a part of a version that was replaced meanwhile is not taken for one of the new film', async () => {
  expect(await savePart(depot.device, 'film-1', { etag: '"one"', n: 0 })).toBe(true);
  await saveFileInfo(depot.device, 'film-1', { file: { ...file, etag: '"two"' }, at: depot.now });
  expect(await savePart(depot.device, 'film-1', { etag: '"one"', n: 1 })).toBe(false);
  expect((await depot.row('film-1'))?.here).toEqual([]);
});

test('[V7] a part that comes after its film was removed makes no new row', async () => {
  await remove(depot.device, depot.shelf, { userId: MAREN, courseId: 4 });
  expect(await savePart(depot.device, 'film-1', { etag: '"one"', n: 1 })).toBe(false);
  expect(await depot.row('film-1')).toBeUndefined();
});
