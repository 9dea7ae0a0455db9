import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { PART_BYTES } from '#sync/contract/media.ts';
import { answerMedia, deleteOpenedCopy, playFromCache } from '#sync/downloads/answer-media.ts';
import { evictMedia, remove, removeAll } from '#sync/downloads/download-requests.ts';
import { grantOpened, savePart } from '#sync/downloads/downloads-db.ts';
import { partAddress } from '#sync/store/media-ledger.ts';
import { VISITOR } from '#sync/store/replica.ts';
import { aVideo, DownloadSetup, MAREN, OLE } from './download-setup.ts';

const MIB = 1024 * 1024;
const VIDEO = '/media/video-1';

let setup: DownloadSetup;
/** The server's file for each path, by its ETag; the wire counts requests. */
let asked: string[];
let isOnline: boolean;

beforeEach(async () => {
  setup = await new DownloadSetup().open();
  asked = [];
  isOnline = true;
  await sits(MAREN);
});
afterEach(() => setup.close());

async function sits(userId: string): Promise<void> {
  const { people, settings } = setup.device;
  await people.put({ userId, name: userId, email: userId, pendingCount: 0, lastSyncAt: null });
  await settings.put({ key: 'currentUserId', value: userId });
}

/** Opens a file as the worker does, and waits until its copy is saved. */
async function open(path: string, { userId = MAREN, range = null as string | null } = {}): Promise<Response> {
  setup.now += 120_000;
  const works: Promise<void>[] = [];
  const url = new URL(path, 'https://app.example');
  const ports = { device: setup.device, cache: setup.cache, fetch: server, now: () => setup.now };
  const answer = await answerMedia(ports, { url, range, userId, authorization: undefined }, (work) => works.push(work));
  const copy = new Response(await answer.blob(), { status: answer.status || 502, headers: answer.headers });
  await Promise.all(works);
  return copy;
}

/** The server's /media/: the bytes of a video, or three bytes for an unknown one. */
async function server(url: URL, { headers }: RequestInit): Promise<Response> {
  asked.push(url.pathname);
  if (!isOnline) throw new TypeError('Failed to fetch');
  if (url.pathname.endsWith('.vtt')) return new Response('WEBVTT', { headers: headersOf('text/vtt', 6) });
  const bytes = new Uint8Array(setup.videos.get(url.pathname.replace('/media/', ''))?.bytes ?? [1, 2, 3]);
  const range = new Headers(headers).get('Range');
  if (!range) return new Response(bytes, { headers: headersOf('video/mp4', bytes.length) });
  const [first = 0, last = bytes.length - 1] = range.replace('bytes=', '').split('-').filter(Boolean).map(Number);
  const part = headersOf('video/mp4', last - first + 1);
  const from = { 'Content-Range': `bytes ${first}-${last}/${bytes.length}` };
  return new Response(bytes.slice(first, last + 1), { status: 206, headers: { ...part, ...from } });
}

const headersOf = (type: string, length: number) => ({
  'X-Groundwork-Api': '1',
  'Content-Type': type,
  ETag: '"one"',
  'Content-Length': String(length),
});

/** Records in the ledger that a file of 25 MiB was opened. */
async function noteLarge(assetId: string): Promise<void> {
  setup.now += 120_000;
  const sizeBytes = 25 * MIB;
  const file = { etag: '"one"', contentType: 'video/mp4', sizeBytes, partBytes: sizeBytes, parts: 1, captions: null };
  await grantOpened(setup.device, { userId: MAREN, assetId, usedAt: setup.now }, file);
  await savePart(setup.device, assetId, { etag: '"one"', n: 0 });
  await setup.cache.put(partAddress(assetId, file, 0), new Response('large'));
}

const opened = async () => (await setup.device.downloads.toCollection().primaryKeys()).toSorted();
const play = (userId: string, path = VIDEO) =>
  playFromCache(setup.device, setup.cache, { path, version: null, range: null, userId, now: setup.now });

test('an opened file plays offline, in any range', async () => {
  setup.videos.set('video-1', aVideo(35));
  await open(VIDEO, { range: 'bytes=0-' });
  isOnline = false;
  const answer = await open(VIDEO, { range: 'bytes=30-99' });
  expect([answer.status, answer.headers.get('Content-Range')]).toEqual([206, 'bytes 30-34/35']);
  expect(asked).toHaveLength(1);
});

test('a file larger than 25 MiB, or a part of a file, is not saved', async () => {
  setup.videos.set('video-1', aVideo(35));
  setup.videos.set('long', { ...aVideo(1), bytes: new Uint8Array(25 * MIB + 1) });
  await open(VIDEO, { range: 'bytes=0-9' });
  await open('/media/long');
  expect(await opened()).toEqual([]);
});

test('beyond 200 MiB the least recently used file is evicted', async () => {
  await open('/media/video-1');
  for (let n = 2; n <= 9; n += 1) await noteLarge(`video-${n}`);
  await open('/media/video-1');
  expect(await opened()).toHaveLength(9);
  await open('/media/video-10');
  expect(await opened()).toEqual([1, 10, 3, 4, 5, 6, 7, 8, 9].map((n) => `video-${n}`));
  expect([...setup.cache.entries.keys()].filter((address) => address.startsWith('/media/video-2/'))).toEqual([]);
});

test('a copy reaches another person only when the server sends it to them too, and is stored once', async () => {
  setup.videos.set('video-1', aVideo(35));
  await open(VIDEO);
  expect(await play(OLE)).toBeUndefined();
  expect(await play(VISITOR)).toBeUndefined();
  await sits(OLE);
  await open(VIDEO, { userId: OLE });
  expect(asked).toHaveLength(2);
  expect((await play(OLE))?.status).toBe(200);
  expect(setup.cache.entries.size).toBe(1);
  await removeAll(setup.device, setup.cache, MAREN);
  expect((await play(OLE))?.status).toBe(200);
  await removeAll(setup.device, setup.cache, OLE);
  expect(setup.cache.entries.size).toBe(0);
});

test('[Y23] a copy that is still being fetched when its person signs out is not saved', async () => {
  setup.videos.set('video-1', aVideo(35));
  await setup.device.settings.delete('currentUserId');
  await open(VIDEO, { userId: MAREN });
  expect([await opened(), setup.cache.entries.size]).toEqual([[], 0]);
});

test('[O10] a download takes over the opened file, and deletes it when it is removed', async () => {
  setup.partBytes = PART_BYTES;
  const video = setup.addVideo(1, 35);
  await open(VIDEO);
  await setup.keep([video]);
  setup.start();
  await setup.until(() => setup.isComplete('video-1'));
  expect(setup.parts(), 'no byte comes again').toEqual([]);
  for (let n = 2; n <= 10; n += 1) await noteLarge(`video-${n}`);
  await open('/media/video-11');
  expect((await play(MAREN))?.status, 'it is not transient any more').toBe(200);
  await remove(setup.device, setup.cache, { userId: MAREN, courseId: 4 });
  expect(await setup.row('video-1')).toBeUndefined();
});

test('captions are saved by version, also for a video that is too large; older ones are better than none', async () => {
  await open(`${VIDEO}/captions.vtt?v=1`);
  isOnline = false;
  expect(await (await open(`${VIDEO}/captions.vtt?v=1`)).text()).toBe('WEBVTT');
  expect(asked).toHaveLength(1);
  expect(await (await open(`${VIDEO}/captions.vtt?v=2`)).text()).toBe('WEBVTT');
  expect((await open(VIDEO)).status).toBe(502);
});

test('[O7] reading the captions of another person’s download does not grant the video', async () => {
  await setup.keep([setup.addVideo(1, 30)], OLE);
  setup.start(OLE);
  await setup.until(() => setup.isComplete('video-1'));
  await open(`${VIDEO}/captions.vtt?v=1`);
  expect((await play(MAREN, `${VIDEO}/captions.vtt`))?.status).toBe(200);
  expect(await play(MAREN)).toBeUndefined();
});

test('[Y26] when work finds no room, all opened files are evicted before any download', async () => {
  await setup.keep([setup.addVideo(1, 30)]);
  setup.start();
  await setup.until(() => setup.isComplete('video-1'));
  await open('/media/video-2');
  await open('/media/video-3');
  const steps: string[][] = [];
  for await (const gone of evictMedia(setup.device, setup.cache, async () => true)) steps.push(gone.toSorted());
  expect(steps).toEqual([['video-2', 'video-3'], ['video-1']]);
  expect(setup.cache.entries.size).toBe(0);
});

test('a copy that does not play is deleted and fetched again; a download stays', async () => {
  setup.videos.set('video-1', aVideo(35));
  await open(VIDEO);
  await deleteOpenedCopy(setup.device, setup.cache, MAREN, `${VIDEO}?again=1`);
  expect([await opened(), setup.cache.entries.size]).toEqual([[], 0]);
  await setup.keep([setup.addVideo(2, 30)]);
  await deleteOpenedCopy(setup.device, setup.cache, MAREN, '/media/video-2');
  expect(await opened()).toEqual(['video-2']);
});

test('an opened file that the browser deleted in part is fetched and saved again', async () => {
  await open(VIDEO);
  const [first = ''] = setup.cache.entries.keys();
  setup.cache.entries.delete(first);
  await open(VIDEO);
  await open(VIDEO);
  expect(asked).toHaveLength(2);
});

test('opening a download that lost a part deletes nothing that the ledger names', async () => {
  setup.videos.set('video-1', aVideo(2 * PART_BYTES));
  const file = {
    etag: '"one"',
    contentType: 'video/mp4',
    sizeBytes: 2 * PART_BYTES,
    partBytes: PART_BYTES,
    parts: 2,
    captions: null,
  };
  await grantOpened(setup.device, { userId: MAREN, assetId: 'video-1', usedAt: setup.now }, file);
  for (const n of [0, 1]) await savePart(setup.device, 'video-1', { etag: file.etag, n });
  await setup.device.grants.put({ userId: MAREN, assetId: 'video-1' });
  await setup.cache.put(partAddress('video-1', file, 0), new Response(new Uint8Array(PART_BYTES)));
  // Its second part is no longer in the cache, which playing it reveals.
  expect(await play(MAREN)).toBeUndefined();
  expect(await setup.device.downloads.get('video-1')).toMatchObject({ here: [0], isLost: true });
  await open(VIDEO);
  expect(await setup.cache.match(partAddress('video-1', file, 0))).toBeDefined();
});

test('a copy that is being saved when its person leaves is deleted', async () => {
  const { put } = setup.cache;
  setup.cache.put = async (address, answer) => {
    await removeAll(setup.device, setup.cache, MAREN);
    await put.call(setup.cache, address, answer);
  };
  await open(VIDEO);
  expect(asked).toHaveLength(1);
  expect([...setup.cache.entries.keys()]).toEqual([]);
});

test("[Y10] a network's own picture is neither shown nor saved in the place of ours", async () => {
  const works: Promise<void>[] = [];
  const foreign = async () =>
    new Response('portal', { headers: { 'Content-Type': 'image/png', 'Content-Length': '6', ETag: '"1"' } });
  const ports = { device: setup.device, cache: setup.cache, fetch: foreign, now: () => setup.now };
  const url = new URL('/media/picture-1', 'https://app.example');
  const request = { url, range: null, userId: MAREN, authorization: undefined };
  expect((await answerMedia(ports, request, (work) => works.push(work))).type).toBe('error');
  await Promise.all(works);
  expect(await setup.cache.addresses()).toEqual([]);
});
