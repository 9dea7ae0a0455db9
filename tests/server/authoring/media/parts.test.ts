import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import type { Db } from '#server/db/client.ts';
import { MediaParts, PART_BYTES } from '#sync/contract/media.ts';
import { onEveryEngine } from '#tests/fixtures/db.ts';
import { planter } from '#tests/fixtures/plant.ts';
import { openRooms, type Rooms } from '#tests/fixtures/rooms.ts';
import { storeVideo } from '#tests/fixtures/store-video.ts';

/** Two whole parts and a bit; every byte tells where it stood. */
const BYTES = Uint8Array.from({ length: 2 * PART_BYTES + 1000 }, (_, i) => (i * 7 + (i >> 13)) % 251);

onEveryEngine('parts of media', (openDb) => {
  let db: Db;
  let rooms: Rooms;
  let plant: ReturnType<typeof planter>;
  let me: string;
  let video: string;
  let closed: string;

  const newVideo = (bytes: Uint8Array, row = {}) => storeVideo({ rooms, plant }, bytes, row);

  beforeAll(async () => {
    db = await openDb();
    rooms = await openRooms(db);
    plant = planter(db);
    me = await plant.person();
    video = await newVideo(BYTES, { captions: 'WEBVTT\n\n00:00.000 --> 00:01.000\nHello' });
    closed = await newVideo(BYTES.slice(0, PART_BYTES));
    await plant.lesson(await plant.course(), { assetId: video });
    const secret = await plant.course({ visibility: 'private' });
    await plant.lesson(secret, { assetId: closed });
    await plant.assign(me, secret);
  });

  const manifest = async (assetId = video, who: string | null = null) =>
    MediaParts.parse((await rooms.ask(who, `/api/media/${assetId}/parts`)).body);

  test('all parts together are the file, each a plain response that no cache stores', async () => {
    const { parts, etag, sizeBytes, partBytes, contentType } = await manifest();
    expect({ parts, sizeBytes, partBytes, contentType }).toEqual({
      parts: 3,
      sizeBytes: BYTES.length,
      partBytes: PART_BYTES,
      contentType: 'video/mp4',
    });
    const whole: Uint8Array[] = [];
    for (let n = 0; n < parts; n += 1) {
      const told = await rooms.ask(null, `/api/media/${video}/parts/${n}`);
      expect(told.status).toBe(200);
      expect(told.headers.get('Cache-Control')).toBe('no-store');
      expect(told.headers.get('ETag')).toBe(etag);
      expect(told.headers.get('Content-Length')).toBe(String(told.bytes.length));
      whole.push(told.bytes);
    }
    expect(whole.map(({ length }) => length)).toEqual([PART_BYTES, PART_BYTES, 1000]);
    expect(Buffer.concat(whole).equals(BYTES)).toBe(true);
  });

  test('a Range header changes nothing: the cache would refuse a partial answer', async () => {
    const told = await rooms.ask(null, `/api/media/${video}/parts/2`, { headers: { Range: 'bytes=0-1' } });
    expect([told.status, told.bytes.length]).toEqual([200, 1000]);
  });

  test.each(['3', '-1', '01', '1.5', 'first', '99999999999'])('there is no part %s', async (n) => {
    const told = await rooms.ask(null, `/api/media/${video}/parts/${n}`);
    expect(told).toMatchObject({ status: 404, body: { code: 'media_not_found' } });
  });

  test('a file of exactly one part has one part, an empty file none', async () => {
    expect((await manifest(closed, me)).parts).toBe(1);
    const empty = await newVideo(new Uint8Array());
    await plant.lesson(await plant.course(), { assetId: empty });
    expect(await manifest(empty)).toMatchObject({ parts: 0, sizeBytes: 0 });
  });

  test('parts of a closed course are for its people alone', async () => {
    for (const path of [`/api/media/${closed}/parts`, `/api/media/${closed}/parts/0`]) {
      expect((await rooms.ask(null, path)).status).toBe(404);
      expect((await rooms.ask(await plant.person(), path)).status).toBe(404);
      expect((await rooms.ask(me, path)).status).toBe(200);
    }
  });

  test('other captions have another name, and the video stays what it was', async () => {
    const first = await manifest();
    const { assets } = db.tables;
    const captions = 'WEBVTT\n\n00:00.000 --> 00:01.000\nHi';
    await db.update(assets).set({ captions, captionsRev: 1 }).where(eq(assets.id, video));
    const second = await manifest();
    expect([first.captions, second.captions]).toEqual(['0', '1']);
    expect(second.etag).toBe(first.etag);
    expect((await manifest(closed, me)).captions).toBeNull();
  });

  test('the captions of a video in parts are the present ones, and stored by no cache', async () => {
    const told = await rooms.ask(null, `/api/media/${video}/captions`);
    expect(told.headers.get('Content-Type')).toBe('text/vtt; charset=utf-8');
    expect(told.headers.get('Cache-Control')).toBe('no-store');
    expect(new TextDecoder().decode(told.bytes)).toContain('WEBVTT');
    expect((await rooms.ask(me, `/api/media/${closed}/captions`)).status).toBe(404);
    expect((await rooms.ask(await plant.person(), `/api/media/${closed}/captions`)).status).toBe(404);
  });

  test('a video whose file is gone, or that never was, is not there', async () => {
    const gone = await plant.asset({ storageKey: `videos/${randomUUID()}.mp4` });
    await plant.lesson(await plant.course(), { assetId: gone });
    for (const assetId of [gone, randomUUID(), 'nonsense']) {
      expect(await rooms.ask(null, `/api/media/${assetId}/parts/0`)).toMatchObject({
        status: 404,
        body: { code: 'media_not_found' },
      });
    }
  });
});
