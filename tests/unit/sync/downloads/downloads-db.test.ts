import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { remove } from '#sync/downloads/download-requests.ts';
import { saveFileInfo, savePart } from '#sync/downloads/downloads-db.ts';
import { DownloadSetup, MAREN, PART } from './download-setup.ts';

const file = { etag: '"one"', contentType: 'video/mp4', sizeBytes: 30, partBytes: PART, parts: 3, captions: null };
let setup: DownloadSetup;
beforeEach(async () => {
  setup = await new DownloadSetup().open();
  await setup.keep([setup.addVideo(1, 30)]);
  await saveFileInfo(setup.device, 'video-1', { file, at: setup.now });
});
afterEach(() => setup.close());

test('a part of a replaced version does not count as part of the new video', async () => {
  expect(await savePart(setup.device, 'video-1', { etag: '"one"', n: 0 })).toBe(true);
  await saveFileInfo(setup.device, 'video-1', { file: { ...file, etag: '"two"' }, at: setup.now });
  expect(await savePart(setup.device, 'video-1', { etag: '"one"', n: 1 })).toBe(false);
  expect((await setup.row('video-1'))?.here).toEqual([]);
});

test('a part that arrives after its video was removed creates no row', async () => {
  await remove(setup.device, setup.cache, { userId: MAREN, courseId: 4 });
  expect(await savePart(setup.device, 'video-1', { etag: '"one"', n: 1 })).toBe(false);
  expect(await setup.row('video-1')).toBeUndefined();
});
