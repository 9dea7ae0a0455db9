import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { playFromCache } from '#sync/downloads/answer-media.ts';
import { aVideo, DownloadSetup, MAREN, OLE } from './download-setup.ts';

const VIDEO = aVideo(35).bytes;
let setup: DownloadSetup;
beforeEach(async () => {
  setup = await new DownloadSetup().open();
  await setup.keep([setup.addVideo(1, 35, { captions: 'WEBVTT' })]);
  const downloader = setup.start();
  await setup.until(() => setup.isComplete('video-1'));
  downloader.stop();
});
afterEach(() => setup.close());

const play = (range: string | null, userId = MAREN, path = '/media/video-1', version: string | null = null) =>
  playFromCache(setup.device, setup.cache, { path, version, range, userId, now: setup.now });
const bytesOf = async (answer: Response | undefined) => new Uint8Array((await answer?.arrayBuffer()) ?? []);

test.each([
  ['bytes=0-1', 0, 1],
  ['bytes=8-12', 8, 12],
  ['bytes=5-30', 5, 30],
  ['bytes=30-', 30, 34],
  ['bytes=-7', 28, 34],
])('%s is read from the parts, across their boundaries', async (range, first, last) => {
  const answer = await play(range);
  expect(answer?.status).toBe(206);
  expect(answer?.headers.get('Content-Range')).toBe(`bytes ${first}-${last}/35`);
  expect(answer?.headers.get('Content-Length')).toBe(String(last - first + 1));
  expect(answer?.headers.get('Content-Type')).toBe('video/mp4');
  expect(await bytesOf(answer)).toEqual(VIDEO.slice(first, last + 1));
});

test('without a range the response is the whole file, and there is nothing beyond its end', async () => {
  const answer = await play(null);
  expect([answer?.status, answer?.headers.get('ETag')]).toEqual([200, '"one"']);
  expect(await bytesOf(answer)).toEqual(VIDEO);
  expect((await play('bytes=35-'))?.status).toBe(416);
});

test('captions play from here, and newer ones are left to the server', async () => {
  const captions = '/media/video-1/captions.vtt';
  expect(await (await play(null, MAREN, captions))?.text()).toBe('WEBVTT');
  expect(await (await play(null, MAREN, captions, 'WEBVTT'))?.text()).toBe('WEBVTT');
  expect(await play(null, MAREN, captions, '2')).toBeUndefined();
});

test('somebody without a grant gets nothing', async () => {
  expect(await play('bytes=0-1', OLE)).toBeUndefined();
  expect(await play('bytes=0-1', 'visitor')).toBeUndefined();
  expect(await play(null, OLE, '/media/video-1/captions.vtt')).toBeUndefined();
});

test('a missing or truncated part gives no response and is recorded in the ledger', async () => {
  const address = [...setup.cache.entries.keys()].find((one) => one.includes('/parts/1')) ?? '';
  setup.cache.entries.set(address, new Response('short'));
  expect(await play('bytes=0-5'), 'another part still plays').toBeDefined();
  expect(await play('bytes=8-12')).toBeUndefined();
  expect(await setup.row('video-1')).toMatchObject({ isComplete: false, isLost: true });
  expect((await setup.row('video-1'))?.here.toSorted()).toEqual([0, 2, 3]);
  expect(await play('bytes=0-5'), 'a video with a hole plays from the network').toBeUndefined();
});
