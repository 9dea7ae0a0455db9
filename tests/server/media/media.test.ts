import { randomUUID } from 'node:crypto';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Db } from '#server/db/client.ts';
import { diskStorage, mediaFolder, openMedia } from '#server/media/media.ts';
import { onEveryEngine } from '#tests/fixtures/db.ts';
import { planter } from '#tests/fixtures/plant.ts';
import { openRooms, type Rooms } from '#tests/fixtures/rooms.ts';
import { storeVideo } from '#tests/fixtures/store-video.ts';

const BYTES = Uint8Array.from({ length: 1000 }, (_, i) => i % 251);

onEveryEngine('media', (openDb) => {
  let db: Db;
  let rooms: Rooms;
  let plant: ReturnType<typeof planter>;
  let me: string;
  let video: string;
  let closed: string;

  const newVideo = (bytes = BYTES, row = {}) => storeVideo({ rooms, plant }, bytes, row);

  beforeAll(async () => {
    db = await openDb();
    rooms = await openRooms(db);
    plant = planter(db);
    me = await plant.person();
    video = await newVideo(BYTES, { captions: 'WEBVTT\n\n00:00.000 --> 00:01.000\nGrüße' });
    closed = await newVideo();
    await plant.lesson(await plant.course(), { assetId: video });
    const secret = await plant.course({ visibility: 'private' });
    await plant.lesson(secret, { assetId: closed });
    await plant.assign(me, secret);
  });

  const range = (value: string, more: Record<string, string> = {}) =>
    rooms.ask(null, `/media/${video}`, { headers: { Range: value, ...more } });

  test('the whole file, with its type, length and tag', async () => {
    const told = await rooms.ask(null, `/media/${video}`);
    expect(told.status).toBe(200);
    expect(told.bytes).toEqual(BYTES);
    expect(told.headers.get('Content-Type')).toBe('video/mp4');
    expect(told.headers.get('Content-Length')).toBe('1000');
    expect(told.headers.get('Accept-Ranges')).toBe('bytes');
    expect(told.headers.get('ETag')).toMatch(/^".+"$/);
  });

  test.each([
    ['bytes=0-1', 0, 1],
    ['bytes=0-0', 0, 0],
    ['bytes=0-', 0, 999],
    ['bytes=998-', 998, 999],
    ['bytes=100-199', 100, 199],
    ['bytes=990-5000', 990, 999],
    ['bytes=-1', 999, 999],
    ['bytes=-5000', 0, 999],
    ['BYTES=5-6', 5, 6],
  ])('%s is answered exactly', async (header, start, end) => {
    const told = await range(header);
    expect(told.status).toBe(206);
    expect(told.headers.get('Content-Range')).toBe(`bytes ${start}-${end}/1000`);
    expect(told.headers.get('Content-Length')).toBe(String(end - start + 1));
    expect(told.bytes).toEqual(BYTES.slice(start, end + 1));
  });

  test.each(['bytes=1000-', 'bytes=5000-6000', 'bytes=5-2', 'bytes=-0'])(
    '%s is 416 and says the size',
    async (header) => {
      const told = await range(header);
      expect(told).toMatchObject({ status: 416, body: { code: 'range_not_satisfiable' } });
      expect(told.headers.get('Content-Range')).toBe('bytes */1000');
    },
  );

  test.each(['bytes=', 'bytes=-', 'bytes=a-b', 'items=0-1', 'bytes=0-1,5-6', 'bytes=0-1;'])(
    '%s is ignored, as the standard says: the whole file',
    async (header) => {
      const told = await range(header);
      expect([told.status, told.bytes.length]).toEqual([200, 1000]);
    },
  );

  test('the video of a hidden lesson is for its authors, and that of a deleted lesson for nobody', async () => {
    const ours = await plant.organization();
    const course = await plant.course({ organizationId: ours });
    const [author, foreign] = await Promise.all(
      [ours, await plant.organization()].map((organizationId) => plant.person({ organizationId, isOrgAdmin: true })),
    );
    const [hidden, gone] = [await newVideo(), await newVideo()];
    await plant.module(course, { startLessonIndex: 5, endLessonIndex: 5, isEnabled: false });
    await plant.lesson(course, { orderIndex: 5, assetId: hidden });
    await plant.lesson(course, { orderIndex: 6, assetId: gone, retiredAt: new Date() });
    const statusFor = async (who: string | null | undefined, id: string) =>
      (await rooms.ask(who ?? null, `/media/${id}`)).status;
    expect(await statusFor(author, hidden)).toBe(200);
    for (const who of [null, me, foreign]) expect(await statusFor(who, hidden)).toBe(404);
    for (const who of [null, me, foreign, author]) expect(await statusFor(who, gone)).toBe(404);
  });

  test('an image in the text of a preview is for whoever may see the preview, and no other image of its course', async () => {
    const course = await plant.course({ organizationId: await plant.organization(), visibility: 'organization' });
    const row = { courseId: course, contentType: 'image/png' };
    const [shown, inside, deleted] = [
      await newVideo(BYTES, row),
      await newVideo(BYTES, row),
      await newVideo(BYTES, row),
    ];
    await plant.lesson(course, { isPreview: true, body: `![A plan](/media/${shown}#4x3)` });
    await plant.lesson(course, { orderIndex: 2, body: `![A plan](/media/${inside})` });
    await plant.lesson(course, { isPreview: true, retiredAt: new Date(), body: `![](/media/${deleted})` });
    const statusFor = async (who: string | null, id: string) => (await rooms.ask(who, `/media/${id}`)).status;
    expect([await statusFor(me, shown), await statusFor(null, shown)]).toEqual([200, 404]);
    expect([await statusFor(me, inside), await statusFor(me, deleted)]).toEqual([404, 404]);
    const draft = await plant.course({ isPublished: false });
    const early = await newVideo(BYTES, { ...row, courseId: draft });
    await plant.lesson(draft, { isPreview: true, body: `![](/media/${early})` });
    expect(await statusFor(me, early)).toBe(404);
    // Naming somebody else's picture does not open it.
    await plant.lesson(await plant.course(), { isPreview: true, body: `![](/media/${inside})` });
    expect(await statusFor(me, inside)).toBe(404);
  });

  test('HEAD returns the same headers without the bytes', async () => {
    const told = await rooms.ask(null, `/media/${video}`, { method: 'HEAD' });
    expect([told.status, told.bytes.length, told.headers.get('Content-Length')]).toEqual([200, 0, '1000']);
    const part = await rooms.ask(null, `/media/${video}`, { method: 'HEAD', headers: { Range: 'bytes=0-9' } });
    expect([part.status, part.headers.get('Content-Length')]).toEqual([206, '10']);
  });

  test('304 for the same tag; a range of another version is answered whole', async () => {
    const tag = (await rooms.ask(null, `/media/${video}`)).headers.get('ETag') ?? '';
    const same = await rooms.ask(null, `/media/${video}`, { headers: { 'If-None-Match': tag } });
    expect([same.status, same.bytes.length]).toEqual([304, 0]);
    expect((await range('bytes=0-1', { 'If-Range': tag })).status).toBe(206);
    expect((await range('bytes=0-1', { 'If-Range': '"old"' })).status).toBe(200);
  });

  test('captions are WebVTT in UTF-8; a video without them is 404', async () => {
    const told = await rooms.ask(null, `/media/${video}/captions.vtt`);
    expect(told.headers.get('Content-Type')).toBe('text/vtt; charset=utf-8');
    expect(new TextDecoder().decode(told.bytes)).toContain('Grüße');
    expect((await rooms.ask(me, `/media/${closed}/captions.vtt`)).body.code).toBe('media_not_found');
  });

  test('an empty file is an empty answer', async () => {
    const empty = await newVideo(new Uint8Array());
    await plant.lesson(await plant.course(), { assetId: empty });
    expect(await rooms.ask(null, `/media/${empty}`)).toMatchObject({ status: 200, bytes: new Uint8Array() });
  });

  test('a video of a private course is for its people alone, by bearer', async () => {
    expect((await rooms.ask(null, `/media/${closed}`)).status).toBe(404);
    expect((await rooms.ask(await plant.person(), `/media/${closed}`)).status).toBe(404);
    expect((await rooms.ask(me, `/media/${closed}`)).status).toBe(200);
  });

  test('one open lesson is enough for a video that several lessons share; an unused video is nobody’s', async () => {
    const shared = await newVideo();
    expect((await rooms.ask(me, `/media/${shared}`)).status).toBe(404);
    await plant.lesson(await plant.course({ isPublished: false }), { assetId: shared });
    expect((await rooms.ask(null, `/media/${shared}`)).status).toBe(404);
    await plant.lesson(await plant.course(), { assetId: shared });
    expect((await rooms.ask(null, `/media/${shared}`)).status).toBe(200);
  });

  test('a picture that belongs to a course opens with it', async () => {
    const open = await newVideo(BYTES, { courseId: await plant.course(), contentType: 'image/jpeg' });
    const draft = await newVideo(BYTES, {
      courseId: await plant.course({ isPublished: false }),
      contentType: 'image/jpeg',
    });
    expect((await rooms.ask(null, `/media/${open}`)).headers.get('Content-Type')).toBe('image/jpeg');
    expect((await rooms.ask(me, `/media/${draft}`)).status).toBe(404);
  });

  describe('a ticket', () => {
    const ticketFor = async (assetId: string) => (await rooms.post(me, `/api/media/${assetId}/token`)).body;

    test('opens this one video without a bearer', async () => {
      const { token, expiresInSeconds } = await ticketFor(closed);
      expect(expiresInSeconds).toBe(3600);
      expect((await rooms.ask(null, `/media/${closed}?token=${token}`)).status).toBe(200);
      const other = await newVideo();
      expect((await rooms.ask(null, `/media/${other}?token=${token}`)).status).toBe(401);
    });

    test('is issued only to people who may see the video', async () => {
      expect((await rooms.post(null, `/api/media/${closed}/token`)).status).toBe(401);
      expect((await rooms.post(await plant.person(), `/api/media/${closed}/token`)).status).toBe(404);
      expect((await rooms.post(me, `/api/media/${randomUUID()}/token`)).status).toBe(404);
    });

    test('altered or invented is 401, so that the player requests a new one; a public video plays all the same', async () => {
      const { token } = await ticketFor(closed);
      const [expiry, person, signed] = token.split('.');
      const later = `${Number(expiry) + 1}.${person}.${signed}`;
      const forged = `${expiry}.${await plant.person({ isSuperAdmin: true })}.${signed}`;
      for (const bad of [later, forged, 'x', '', `${token}x`, token.replace(/.$/, '-')]) {
        const told = await rooms.ask(null, `/media/${closed}?token=${encodeURIComponent(bad)}`);
        expect(told, bad).toMatchObject({ status: 401, body: { code: 'token_expired' } });
      }
      expect((await rooms.ask(null, `/media/${video}?token=x`)).status).toBe(200);
    });

    test('ends with the right of its holder, which decides at each use', async () => {
      const { token } = await ticketFor(closed);
      const play = async () => (await rooms.ask(null, `/media/${closed}?token=${token}`)).status;
      const { courseProgress } = db.tables;
      expect(await play()).toBe(200);
      await db.update(courseProgress).set({ isAssigned: false });
      expect(await play()).toBe(404);
      await db.update(courseProgress).set({ isAssigned: true });
      expect(await play()).toBe(200);
    });

    test('an answer under way breaks off within a minute of the end', async () => {
      const large = await newVideo(new Uint8Array(3_000_000));
      const secret = await plant.course({ visibility: 'private' });
      await plant.lesson(secret, { assetId: large });
      const learner = await plant.person();
      await plant.assign(learner, secret);
      const { token } = (await rooms.post(learner, `/api/media/${large}/token`)).body;
      const read = async (end: () => Promise<unknown>) => {
        const response = await rooms.request(`/media/${large}?token=${token}`);
        const reader = response.body?.getReader();
        await reader?.read();
        await end();
        rooms.pass(61_000);
        for (;;) if ((await reader?.read())?.done !== false) return 'whole';
      };
      expect(await read(async () => undefined)).toBe('whole');
      const withdraw = () => db.delete(db.tables.courseProgress).where(eq(db.tables.courseProgress.userId, learner));
      await expect(read(withdraw)).rejects.toThrow('This video is not here.');
    });

    test('runs out after an hour', async () => {
      const { token } = await ticketFor(closed);
      rooms.pass(3_590_000);
      expect((await rooms.ask(null, `/media/${closed}?token=${token}`)).status).toBe(200);
      rooms.pass(20_000);
      expect((await rooms.ask(null, `/media/${closed}?token=${token}`)).body.code).toBe('token_expired');
    });
  });

  test('the key of the tickets survives a restart and is readable by its owner alone', async () => {
    const [one, two] = [await openMedia(rooms), await openMedia(rooms)];
    expect(one.ticketKey).toEqual(two.ticketKey);
    expect(statSync(join(rooms.dataDir, 'media-ticket.key')).mode & 0o777).toBe(0o600);
  });

  test('a key never leads out of the folder', async () => {
    const storage = diskStorage({ folder: mediaFolder(rooms.dataDir), ticketKey: new Uint8Array(32) });
    for (const key of ['../media-ticket.key', '/etc/passwd', 'a/../../x', 'a\0b']) {
      await expect(storage.stat(key)).rejects.toThrow('inside its folder');
    }
    expect(await storage.stat('nothing/here')).toBeUndefined();
    expect(await storage.stat('videos')).toBeUndefined();
    await expect(storage.read('nothing/here', 0, 9)).rejects.toMatchObject({ code: 'media_not_found' });
  });
});
