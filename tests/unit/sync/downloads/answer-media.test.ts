import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { PART_BYTES } from '#sync/contract/media.ts';
import { answerMedia, deleteOpenedCopy, playFromCache } from '#sync/downloads/answer-media.ts';
import { evictMedia, remove, removeAll } from '#sync/downloads/download-requests.ts';
import { grantOpened, savePart } from '#sync/downloads/downloads-db.ts';
import { partAddress } from '#sync/store/media-ledger.ts';
import { VISITOR } from '#sync/store/replica.ts';
import { aFilm, Depot, MAREN, OLE } from './download-setup.ts';

const MIB = 1024 * 1024;
const FILM = '/media/film-1';

let depot: Depot;
/** What the server says of each path, by its ETag; the wire counts what passes. */
let asked: string[];
let isOnline: boolean;

beforeEach(async () => {
  depot = await new Depot().open();
  asked = [];
  isOnline = true;
  await sits(MAREN);
});
afterEach(() => depot.close());

async function sits(userId: string): Promise<void> {
  const { people, settings } = depot.device;
  await people.put({ userId, name: userId, email: userId, pendingCount: 0, lastSyncAt: null });
  await settings.put({ key: 'currentUserId', value: userId });
}

/** Opens a file as the worker does, and waits until its copy is kept. */
async function open(path: string, { userId = MAREN, range = null as string | null } = {}): Promise<Response> {
  depot.now += 120_000;
  const works: Promise<void>[] = [];
  const url = new URL(path, 'https://app.example');
  const ports = { device: depot.device, cache: depot.shelf, fetch: server, now: () => depot.now };
  const answer = await answerMedia(ports, { url, range, userId, authorization: undefined }, (work) => works.push(work));
  const copy = new Response(await answer.blob(), { status: answer.status || 502, headers: answer.headers });
  await Promise.all(works);
  return copy;
}

/** The server's /media/: the bytes of a film, three for one that nobody described. */
async function server(url: URL, { headers }: RequestInit): Promise<Response> {
  asked.push(url.pathname);
  if (!isOnline) throw new TypeError('Failed to fetch');
  if (url.pathname.endsWith('.vtt')) return new Response('WEBVTT', { headers: headersOf('text/vtt', 6) });
  const bytes = new Uint8Array(depot.films.get(url.pathname.replace('/media/', ''))?.bytes ?? [1, 2, 3]);
  const range = new Headers(headers).get('Range');
  if (!range) return new Response(bytes, { headers: headersOf('video/mp4', bytes.length) });
  const [first = 0, last = bytes.length - 1] = range.replace('bytes=', '').split('-').filter(Boolean).map(Number);
  const part = headersOf('video/mp4', last - first + 1);
  const from = { 'Content-Range': `bytes ${first}-${last}/${bytes.length}` };
  return new Response(bytes.slice(first, last + 1), { status: 206, headers: { ...part, ...from } });
}

const headersOf = (type: string, length: number) => ({
  'Content-Type': type,
  ETag: '"one"',
  'Content-Length': String(length),
});

/** Says in the ledger that a file of 25 MiB was opened. */
async function noteLarge(assetId: string): Promise<void> {
  depot.now += 120_000;
  const sizeBytes = 25 * MIB;
  const file = { etag: '"one"', contentType: 'video/mp4', sizeBytes, partBytes: sizeBytes, parts: 1, captions: null };
  await grantOpened(depot.device, { userId: MAREN, assetId, usedAt: depot.now }, file);
  await savePart(depot.device, assetId, { etag: '"one"', n: 0 });
  await depot.shelf.put(partAddress(assetId, file, 0), new Response('large'));
}

const opened = async () => (await depot.device.downloads.toCollection().primaryKeys()).toSorted();
const play = (userId: string, path = FILM) =>
  playFromCache(depot.device, depot.shelf, { path, version: null, range: null, userId, now: depot.now });

test('[V5] a file that was opened is there without a network, in any range', async () => {
  depot.films.set('film-1', aFilm(35));
  await open(FILM, { range: 'bytes=0-' });
  isOnline = false;
  const answer = await open(FILM, { range: 'bytes=30-99' });
  expect([answer.status, answer.headers.get('Content-Range')]).toEqual([206, 'bytes 30-34/35']);
  expect(asked).toHaveLength(1);
});

test('[V5] what is larger than 25 MiB, and a piece of a file, is not kept', async () => {
  depot.films.set('film-1', aFilm(35));
  depot.films.set('long', { ...aFilm(1), bytes: new Uint8Array(25 * MIB + 1) });
  await open(FILM, { range: 'bytes=0-9' });
  await open('/media/long');
  expect(await opened()).toEqual([]);
});

test('[V5] of more than 200 MiB the file that was unused longest is let go', async () => {
  await open('/media/film-1');
  for (let n = 2; n <= 9; n += 1) await noteLarge(`film-${n}`);
  await open('/media/film-1');
  expect(await opened()).toHaveLength(9);
  await open('/media/film-10');
  expect(await opened()).toEqual([1, 10, 3, 4, 5, 6, 7, 8, 9].map((n) => `film-${n}`));
  expect([...depot.shelf.kept.keys()].filter((address) => address.startsWith('/media/film-2/'))).toEqual([]);
});

test('[V7] what the server gave to one person reaches another only when it gives it to them as well, and lies here once', async () => {
  depot.films.set('film-1', aFilm(35));
  await open(FILM);
  expect(await play(OLE)).toBeUndefined();
  expect(await play(VISITOR)).toBeUndefined();
  await sits(OLE);
  await open(FILM, { userId: OLE });
  expect(asked).toHaveLength(2);
  expect((await play(OLE))?.status).toBe(200);
  expect(depot.shelf.kept.size).toBe(1);
  await removeAll(depot.device, depot.shelf, MAREN);
  expect((await play(OLE))?.status).toBe(200);
  await removeAll(depot.device, depot.shelf, OLE);
  expect(depot.shelf.kept.size).toBe(0);
});

test('[Y23] a copy that is still on its way when its person signs out is not kept', async () => {
  depot.films.set('film-1', aFilm(35));
  await depot.device.settings.delete('currentUserId');
  await open(FILM, { userId: MAREN });
  expect([await opened(), depot.shelf.kept.size]).toEqual([[], 0]);
});

test('[O10] a download takes over what was opened, and takes it along when it is removed', async () => {
  depot.partBytes = PART_BYTES;
  const film = depot.addFilm(1, 35);
  await open(FILM);
  await depot.keep([film]);
  depot.start();
  await depot.until(() => depot.isComplete('film-1'));
  expect(depot.parts(), 'no byte comes again').toEqual([]);
  for (let n = 2; n <= 10; n += 1) await noteLarge(`film-${n}`);
  await open('/media/film-11');
  expect((await play(MAREN))?.status, 'it is not transient any more').toBe(200);
  await remove(depot.device, depot.shelf, { userId: MAREN, courseId: 4 });
  expect(await depot.row('film-1')).toBeUndefined();
});

test('[V5] captions are kept by their version, with a film that is too long to keep as well; older ones are better than none', async () => {
  await open(`${FILM}/captions.vtt?v=1`);
  isOnline = false;
  expect(await (await open(`${FILM}/captions.vtt?v=1`)).text()).toBe('WEBVTT');
  expect(asked).toHaveLength(1);
  expect(await (await open(`${FILM}/captions.vtt?v=2`)).text()).toBe('WEBVTT');
  expect((await open(FILM)).status).toBe(502);
});

test('[V7] [O7] who reads the captions of a video that another person downloaded does not get the video', async () => {
  await depot.keep([depot.addFilm(1, 30)], OLE);
  depot.start(OLE);
  await depot.until(() => depot.isComplete('film-1'));
  await open(`${FILM}/captions.vtt?v=1`);
  expect((await play(MAREN, `${FILM}/captions.vtt`))?.status).toBe(200);
  expect(await play(MAREN)).toBeUndefined();
});

test('[Y26] for work without room everything that was only opened goes at once, before any download', async () => {
  await depot.keep([depot.addFilm(1, 30)]);
  depot.start();
  await depot.until(() => depot.isComplete('film-1'));
  await open('/media/film-2');
  await open('/media/film-3');
  const steps: string[][] = [];
  for await (const gone of evictMedia(depot.device, depot.shelf, async () => true)) steps.push(gone.toSorted());
  expect(steps).toEqual([['film-2', 'film-3'], ['film-1']]);
  expect(depot.shelf.kept.size).toBe(0);
});

test('a copy that does not play is forgotten and comes anew; a download stays', async () => {
  depot.films.set('film-1', aFilm(35));
  await open(FILM);
  await deleteOpenedCopy(depot.device, depot.shelf, MAREN, `${FILM}?again=1`);
  expect([await opened(), depot.shelf.kept.size]).toEqual([[], 0]);
  await depot.keep([depot.addFilm(2, 30)]);
  await deleteOpenedCopy(depot.device, depot.shelf, MAREN, '/media/film-2');
  expect(await opened()).toEqual(['film-2']);
});

test('[V6] an opened file of which the browser threw a part away is fetched from the server and kept again', async () => {
  await open(FILM);
  const [first = ''] = depot.shelf.kept.keys();
  depot.shelf.kept.delete(first);
  await open(FILM);
  await open(FILM);
  expect(asked).toHaveLength(2);
});

test('[V6] opening a download of which a part was lost takes nothing away that the ledger still names', async () => {
  depot.films.set('film-1', aFilm(2 * PART_BYTES));
  const file = {
    etag: '"one"',
    contentType: 'video/mp4',
    sizeBytes: 2 * PART_BYTES,
    partBytes: PART_BYTES,
    parts: 2,
    captions: null,
  };
  await grantOpened(depot.device, { userId: MAREN, assetId: 'film-1', usedAt: depot.now }, file);
  for (const n of [0, 1]) await savePart(depot.device, 'film-1', { etag: file.etag, n });
  await depot.device.grants.put({ userId: MAREN, assetId: 'film-1' });
  await depot.shelf.put(partAddress('film-1', file, 0), new Response(new Uint8Array(PART_BYTES)));
  // Its second part is not in the cache any more: playing it finds out.
  expect(await play(MAREN)).toBeUndefined();
  expect(await depot.device.downloads.get('film-1')).toMatchObject({ here: [0], isLost: true });
  await open(FILM);
  expect(await depot.shelf.match(partAddress('film-1', file, 0))).toBeDefined();
});

test('[V7] a copy that is being kept when its person leaves goes with them', async () => {
  const { put } = depot.shelf;
  depot.shelf.put = async (address, answer) => {
    await removeAll(depot.device, depot.shelf, MAREN);
    await put.call(depot.shelf, address, answer);
  };
  await open(FILM);
  expect(asked).toHaveLength(1);
  expect([...depot.shelf.kept.keys()]).toEqual([]);
});
