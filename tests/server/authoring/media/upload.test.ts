import type { ReadableStream as NodeStream } from 'node:stream/web';
import { eq } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import type { UploadTarget } from '#sync/contract/video.ts';
import type { VideoAnswer } from '#tests/fixtures/answers.ts';
import { anAuthor } from '#tests/fixtures/authors.ts';
import { onEveryEngine } from '#tests/fixtures/db.ts';
import { startOn } from '#tests/fixtures/server.ts';
import { signedIn } from '#tests/fixtures/signed-in.ts';
import { aVideo, HEADS } from '#tests/fixtures/videos.ts';

const nothing = async () => undefined;
const NO_CONVERTER = { probe: nothing, poster: nothing, convert: nothing };

onEveryEngine('a video upload', (openDb) => {
  const startServer = startOn(openDb);

  test('[U5] takes three steps: a signed target, the file, the completion', async () => {
    const { start, put, complete, ask, lesson, lessonId, courseId, files, origin, server } =
      await anAuthor(startServer);
    const video = aVideo(300_000);
    const target = (await start({ size: video.length })).body as UploadTarget;
    expect(target).toMatchObject({ lessonId, fileName: 'walk-the-path.mp4' });
    expect(files()).toEqual([]);
    expect((await put(target, video)).status).toBe(200);
    expect((await lesson()).assetId).toBeNull();
    const before = (await lesson()).updatedAt;
    const done = await complete(target, { durationSeconds: 61.2, isPlayable: true });
    const kept = done.body as VideoAnswer;
    expect(kept).toEqual({
      message: 'Video uploaded',
      lessonId,
      videoUrl: kept.videoUrl,
      videoBytes: 300_000,
      duration: 62,
    });
    expect((await lesson()).updatedAt.getTime()).toBeGreaterThanOrEqual(before.getTime());

    const played = await fetch(`${origin}${kept.videoUrl}`, { headers: { Range: 'bytes=100-199' } });
    expect([played.status, played.headers.get('Content-Type')]).toEqual([206, 'video/mp4']);
    expect(Buffer.from(await played.arrayBuffer())).toEqual(video.subarray(100, 200));
    const { body } = await ask('GET', `/api/public/lessons/${lessonId}`);
    expect(body).toMatchObject({ videoUrl: kept.videoUrl, videoBytes: 300_000, duration: 62 });

    const { assets, auditLog } = server.db.tables;
    const [asset] = await server.db.select().from(assets);
    expect(asset).toMatchObject({ isPlayable: true });
    const acts = await server.db.select().from(auditLog).where(eq(auditLog.action, 'lesson.video_uploaded'));
    expect(acts).toMatchObject([{ subject: String(lessonId), details: { courseId, bytes: 300_000 } }]);
  });

  test('[U5] completed a second time answers the same, and so do two at once', async () => {
    const { start, put, complete, server } = await anAuthor(startServer);
    const { body: target } = await start();
    await put(target, aVideo());
    const [one, two] = await Promise.all([complete(target), complete(target)]);
    expect([one.status, two.status]).toEqual([200, 200]);
    expect(two.body).toEqual(one.body);
    expect((await complete(target)).body).toEqual(one.body);
    expect(await server.db.select().from(server.db.tables.assets)).toHaveLength(1);
  });

  test('[U6] a second video replaces the first, which is deleted with its file', async () => {
    const { upload, files, origin, server } = await anAuthor(startServer);
    const first = (await upload(aVideo(1000, 1))).body;
    const second = (await upload(aVideo(2000, 2))).body;
    expect(second.videoUrl).not.toBe(first.videoUrl);
    expect((await fetch(`${origin}${first.videoUrl}`)).status).toBe(404);
    expect((await fetch(`${origin}${second.videoUrl}`)).headers.get('Content-Length')).toBe('2000');
    expect(files()).toHaveLength(1);
    expect(await server.db.select().from(server.db.tables.assets)).toHaveLength(1);
  });

  test('a video that another lesson shows too stays when it is replaced in one', async () => {
    const { upload, plant, courseId, lesson, files, origin } = await anAuthor(startServer);
    const first = (await upload()).body;
    await plant.lesson(courseId, { assetId: (await lesson()).assetId, orderIndex: 2 });
    await upload(aVideo(2000));
    expect((await fetch(`${origin}${first.videoUrl}`)).status).toBe(200);
    expect(files()).toHaveLength(2);
  });

  test('the lesson keeps its own minutes when the browser did not know the duration', async () => {
    const { upload, plant, courseId, lesson } = await anAuthor(startServer);
    const other = await plant.lesson(courseId, { durationSeconds: 240, orderIndex: 2 });
    expect((await upload(aVideo(), { lessonId: other })).body.duration).toBe(240);
    expect((await lesson(other)).durationSeconds).toBe(240);
  });

  test.each([
    ['/etc/passwd.mp4', 'passwd.mp4'],
    ['..\\..\\windows\\evil.mp4', 'evil.mp4'],
    ['../../../../etc/cron.d/x.mp4', 'x.mp4'],
    ['a\u202egpj.mp4', 'agpj.mp4'],
    ['..', undefined],
    ['.mp4', '.mp4'],
  ])('the name %j is for people to read, and leads nowhere', async (filename, shown) => {
    const { start, put, complete, files } = await anAuthor(startServer);
    const { status, body } = await start({ filename });
    if (shown === undefined) return expect([status, body.code]).toEqual([422, 'file_type_refused']);
    expect(body.fileName).toBe(shown);
    expect(body.filePath).toMatch(/^videos\/\d+\/[\da-f-]{36}\.mp4$/);
    await put(body, aVideo());
    expect((await complete(body)).status).toBe(200);
    expect(files()).toEqual([body.filePath]);
  });

  test('[U5] whoever may no longer edit the course cannot use what they were given before', async () => {
    const { start, put, complete, server, author, files } = await anAuthor(startServer);
    const { profiles } = server.db.tables;
    const mine = eq(profiles.id, author.id);
    const [first, second] = [(await start()).body, (await start()).body];
    expect((await put(first, aVideo())).status).toBe(200);
    await server.db.update(profiles).set({ isOrgAdmin: false }).where(mine);
    expect((await put(second, aVideo())).body.code).toBe('access_denied');
    expect((await complete(first)).body.code).toBe('access_denied');
    expect(files()).toHaveLength(1);
    await server.db.update(profiles).set({ isOrgAdmin: true }).where(mine);
    expect((await put(second, aVideo())).status).toBe(200);
  });

  test('[U5] a transfer under way ends when its author loses the course', async () => {
    const { start, put, server, author, files } = await anAuthor(startServer);
    const { body: target } = await start();
    vi.useFakeTimers({ toFake: ['setInterval'] });
    try {
      const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
      const writer = writable.getWriter();
      const sending = put(target, readable as NodeStream<Uint8Array>).catch(() => undefined);
      await writer.write(aVideo(1000));
      await vi.waitFor(() => expect(files()).toHaveLength(1), 15_000);
      await server.db
        .update(server.db.tables.profiles)
        .set({ organizationId: null })
        .where(eq(server.db.tables.profiles.id, author.id));
      await vi.advanceTimersByTimeAsync(60_000);
      await vi.waitFor(() => expect(files()).toEqual([]), 15_000);
      await writer.abort().catch(() => undefined);
      await sending;
    } finally {
      vi.useRealTimers();
    }
  });

  test('[U5] people who may not edit the course get no target, nor does a lesson of another course', async () => {
    const { start, server, plant, organization } = await anAuthor(startServer);
    const foreign = await signedIn(server, { organizationId: await plant.organization(), isOrgAdmin: true });
    expect((await start({}, foreign)).body.code).toBe('lesson_not_found');
    const learner = await signedIn(server, { organizationId: organization });
    expect((await start({}, learner)).body.code).toBe('access_denied');
    const elsewhere = await plant.course({ organizationId: organization });
    expect((await start({ courseId: elsewhere })).body).toMatchObject({ code: 'lesson_not_found', field: 'lessonId' });
    const gone = await plant.lesson(elsewhere, { retiredAt: new Date() });
    expect((await start({ courseId: elsewhere, lessonId: gone })).status).toBe(404);
    expect((await start({}, await signedIn(server, { isSuperAdmin: true }))).status).toBe(200);
  });

  test('[U5] an unacceptable type or size is refused before anything is sent', async () => {
    const { start } = await anAuthor(startServer);
    const told = await start({ filename: 'plan.pdf', contentType: 'application/pdf' });
    expect([told.status, told.body.message]).toEqual([422, 'Please select an MP4, WebM, OGG, MOV, or AVI video']);
    const large = await start({ size: 2 * 1024 ** 3 + 1 });
    expect([large.status, large.body.message]).toEqual([413, 'Video must be smaller than 2GB']);
    expect((await start({ size: 2 * 1024 ** 3 })).status).toBe(200);
    expect((await start({ filename: 'video', contentType: 'video/webm' })).body.filePath).toMatch(/\.webm$/);
  });

  test.each(['mp4', 'mov', 'oldMov', 'webm', 'ogg', 'avi'] as const)(
    'a video that begins like %s is taken',
    async (kind) => {
      const { upload } = await anAuthor(startServer);
      expect((await upload(HEADS[kind])).status).toBe(200);
    },
  );

  test.each(['text', 'page', 'matroska', 'avif', 'sound', 'wave', 'nothing'] as const)(
    '[U5] a .mp4 that is %s is refused and removed',
    async (kind) => {
      const { start, put, complete, lesson, files } = await anAuthor(startServer);
      const { body: target } = await start();
      await put(target, HEADS[kind]);
      const told = await complete(target);
      expect([told.status, told.body.code]).toEqual([422, 'file_type_refused']);
      expect(files()).toEqual([]);
      expect((await lesson()).assetId).toBeNull();
      expect((await complete(target)).body.code).toBe('upload_not_found');
    },
  );

  test.each(['matroska', 'mpeg', 'packets', 'cameraPackets', 'wmv', 'flv'] as const)(
    'a video that begins like %s is taken where videos are converted, and nowhere else',
    async (kind) => {
      const { start, upload, server, files } = await anAuthor(startServer);
      const filename = kind === 'matroska' ? 'a.mkv' : 'a.mpg';
      expect((await start({ filename })).body).toMatchObject({ code: 'file_type_refused', field: 'filename' });
      server.deps.media.converter = NO_CONVERTER;
      expect((await upload(HEADS[kind], { filename })).status).toBe(200);
      expect(files()).toEqual([expect.stringMatching(kind === 'matroska' ? /\.mkv$/ : /\.mpg$/)]);
      const { assets } = server.db.tables;
      const [asset] = await server.db.select().from(assets);
      expect(asset?.contentType).not.toMatch(/mp4|webm|ogg|quicktime|avi/);
    },
  );

  test('a text is no video where videos are converted, either', async () => {
    const { upload, server, files } = await anAuthor(startServer);
    server.deps.media.converter = NO_CONVERTER;
    expect((await upload(HEADS.text, { filename: 'a.mkv' })).body.code).toBe('file_type_refused');
    expect(files()).toEqual([]);
  });

  test('a truncated video is refused and deleted', async () => {
    const { start, put, complete, files } = await anAuthor(startServer);
    const { body: target } = await start();
    await put(target, aVideo(5000).subarray(0, 4000));
    expect((await complete(target)).body.code).toBe('file_broken_off');
    expect(files()).toEqual([]);
  });

  test('an upload without a file, another lesson’s file and an invented path cannot be completed', async () => {
    const { start, put, complete, plant, courseId } = await anAuthor(startServer);
    const { body: target } = await start();
    expect((await complete(target)).body.code).toBe('file_broken_off');
    const { body: again } = await start();
    await put(again, aVideo());
    const other = await plant.lesson(courseId, { orderIndex: 2 });
    expect((await complete(again, { lessonId: other })).body.code).toBe('upload_not_found');
    for (const filePath of ['../media-ticket.key', '/etc/passwd', 'videos/x.mp4', `${again.filePath}/..`]) {
      expect((await complete({ ...again, filePath })).body.code, filePath).toBe('upload_not_found');
    }
    expect((await complete(again)).status).toBe(200);
  });
});
