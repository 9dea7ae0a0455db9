// What authors do with videos and pictures besides uploading in three steps.

import { desc, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { LessonUploadStatuses, PictureAnswer, VideoAnswer } from '#tests/fixtures/answers.ts';

import { type Author, anAuthor } from '#tests/fixtures/authors.ts';
import { onEveryEngine } from '#tests/fixtures/db.ts';
import { aPng, PICTURES } from '#tests/fixtures/picture.ts';
import { startOn } from '#tests/fixtures/server.ts';
import { signedIn } from '#tests/fixtures/signed-in.ts';
import { aVideo, HEADS } from '#tests/fixtures/videos.ts';

const CAPTIONS = 'WEBVTT\n\n00:00.000 --> 00:01.500\nWalk the path.\n';
const PNG = aPng();

onEveryEngine('the calls of authors', (openDb) => {
  const startServer = startOn(openDb);
  const lastAct = async ({ server }: Author) => {
    const { auditLog } = server.db.tables;
    const [act] = await server.db.select().from(auditLog).orderBy(desc(auditLog.at), desc(auditLog.id)).limit(1);
    return act;
  };

  test('[U6] a lesson’s video is deleted with its file, and the lesson stays', async () => {
    const author = await anAuthor(startServer);
    const { ask, upload, lesson, lessonId, courseId, files, origin } = author;
    const { videoUrl } = (await upload(aVideo(), { durationSeconds: 60 })).body;
    const told = await ask('DELETE', `/api/admin/lessons/${lessonId}/video?courseId=${courseId}`);
    expect([told.status, told.body]).toEqual([200, { message: 'Video deleted' }]);
    expect(await lesson()).toMatchObject({ assetId: null, durationSeconds: 60 });
    expect(files()).toEqual([]);
    expect((await fetch(origin + videoUrl)).status).toBe(404);
    expect(await lastAct(author)).toMatchObject({ action: 'lesson.video_deleted', subject: String(lessonId) });
    expect((await ask('DELETE', `/api/admin/lessons/${lessonId}/video?courseId=${courseId}`)).status).toBe(404);
  });

  test('a video is not deleted through another course, nor by another organization’s admin', async () => {
    const { ask, upload, lesson, lessonId, plant, server, organization } = await anAuthor(startServer);
    await upload();
    const elsewhere = await plant.course({ organizationId: organization });
    expect((await ask('DELETE', `/api/admin/lessons/${lessonId}/video?courseId=${elsewhere}`)).status).toBe(404);
    expect((await ask('DELETE', `/api/admin/lessons/${lessonId}/video?courseId=x`)).status).toBe(400);
    const foreign = await signedIn(server, { organizationId: await plant.organization(), isOrgAdmin: true });
    expect((await ask('DELETE', `/api/admin/lessons/${lessonId}/video`, undefined, foreign)).status).toBe(404);
    expect((await lesson()).assetId).not.toBeNull();
  });

  test('[U5] captions are written, played, changed and removed', async () => {
    const author = await anAuthor(startServer);
    const { ask, upload, lessonId, origin } = author;
    const put = (captions: string | null) => ask('PUT', `/api/admin/lessons/${lessonId}/captions`, { captions });
    expect((await put(CAPTIONS)).body.code).toBe('media_not_found');
    const { videoUrl } = (await upload()).body;
    expect((await put(`\uFEFF${CAPTIONS.replaceAll('\n', '\r\n')}`)).body).toEqual({ message: 'Captions saved' });
    const addressNow = async () => (await (await fetch(`${origin}/api/public/lessons/${lessonId}`)).json()).captionsUrl;
    const first = await addressNow();
    const played = await fetch(`${origin}${first}`);
    expect(await played.text()).toBe(CAPTIONS);
    expect(await lastAct(author)).toMatchObject({ action: 'lesson.captions_written' });
    await put(CAPTIONS.replace('path', 'long path'));
    const tag = played.headers.get('ETag') ?? '';
    const again = await fetch(`${origin}${videoUrl}/captions.vtt`, { headers: { 'If-None-Match': tag } });
    expect([again.status, await again.text()]).toEqual([200, CAPTIONS.replace('path', 'long path')]);
    const second = await addressNow();
    expect(second, 'what a device kept under the old address is not the new one').not.toBe(first);
    const parts = await (await fetch(`${origin}/api${videoUrl}/parts`)).json();
    expect(second).toBe(`${videoUrl}/captions.vtt?v=${parts.captions}`);
    expect((await put(null)).body).toEqual({ message: 'Captions deleted' });
    expect(await addressNow()).toBeNull();
    expect((await fetch(`${origin}${videoUrl}/captions.vtt`)).status).toBe(404);
  });

  test('captions without one that can be shown are refused with the line', async () => {
    const { ask, upload, lessonId } = await anAuthor(startServer);
    await upload();
    const told = await ask('PUT', `/api/admin/lessons/${lessonId}/captions`, {
      captions: 'WEBVTT\n\n00:02.000 --> 00:02.000\nOne',
    });
    expect([told.status, told.body.code, told.body.field, told.body.line]).toEqual([
      422,
      'captions_not_readable',
      'captions',
      3,
    ]);
    expect(told.body.message).toContain('Line 3: the end must come after the start.');
  });

  test('a wrong caption costs itself alone, and SubRip is stored as WebVTT', async () => {
    const { ask, upload, lessonId, origin } = await anAuthor(startServer);
    const { videoUrl } = (await upload()).body;
    const { body } = await ask('PUT', `/api/admin/lessons/${lessonId}/captions`, {
      captions:
        '1\n00:00:01,000 --> 00:00:02,000\nMoisture <20 % is dry, >30 % is wet\n\n2\n00:00:03,000 --> 00:00:03,000\nThank you.\n',
    });
    expect(body).toEqual({
      message: 'Captions saved',
      leftOut: [{ line: 6, reason: 'the end must come after the start.' }],
    });
    const played = await fetch(`${origin}${videoUrl}/captions.vtt`);
    expect(await played.text()).toBe(
      'WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nMoisture &lt;20 % is dry, >30 % is wet\n',
    );
  });

  test('captions of a video that lessons of others use are refused', async () => {
    const { ask, upload, lesson, lessonId, plant, server } = await anAuthor(startServer);
    await upload();
    const { assetId } = await lesson();
    await plant.lesson(await plant.course({ organizationId: null }), { assetId });
    const told = await ask('PUT', `/api/admin/lessons/${lessonId}/captions`, { captions: CAPTIONS });
    expect([told.status, told.body.code]).toEqual([403, 'access_denied']);
    const chief = await signedIn(server, { isSuperAdmin: true });
    expect((await ask('PUT', `/api/admin/lessons/${lessonId}/captions`, { captions: CAPTIONS }, chief)).status).toBe(
      200,
    );
  });

  test('[U9] the Video Upload Manager lists lessons 14 to 17 of course 4 with their videos', async () => {
    const { ask, server, plant, author } = await anAuthor(startServer);
    const chief = await signedIn(server, { isSuperAdmin: true });
    const list = async (who = chief) => (await ask('GET', '/api/admin/lessons-upload-status', undefined, who)).body;
    expect(await list()).toEqual({ lessons: [] });
    await plant.course({ id: 4 });
    for (const orderIndex of [13, 14, 15, 16, 17, 18]) {
      const title = orderIndex === 17 ? 'Scan quiz' : `Scan ${orderIndex}`;
      const assetId = orderIndex === 15 ? await plant.asset() : null;
      await plant.lesson(4, { title, orderIndex, assetId });
    }
    await plant.lesson(4, { orderIndex: 16, retiredAt: new Date() });
    const { lessons } = (await list()) as LessonUploadStatuses;
    expect(lessons.map((one) => [one.orderIndex, one.isVideoLesson, one.hasVideo])).toEqual([
      [14, true, false],
      [15, true, true],
      [16, true, false],
      [17, false, false],
    ]);
    expect(lessons[1]?.videoUrl).toMatch(/^\/media\//);
    expect(await list(author)).toEqual({ lessons: [] });
  });

  test('[U9] Setup Storage says that the folder is ready', async () => {
    const author = await anAuthor(startServer);
    const chief = await signedIn(author.server, { isSuperAdmin: true });
    const told = await author.ask('POST', '/api/admin/create-storage-bucket', undefined, chief);
    expect([told.status, told.body]).toEqual([200, { message: 'Storage is ready: videos are kept on this server.' }]);
    expect(await lastAct(author)).toMatchObject({ action: 'storage.set_up', actorId: chief.id });
  });

  const form = (fields: Record<string, string>, video?: { bytes: Uint8Array; type?: string; name?: string }) => {
    const body = new FormData();
    const { lessonId = '', ...others } = fields;
    body.append('lessonId', lessonId);
    if (video) {
      const { bytes, type = 'video/mp4', name = 'any.mp4' } = video;
      body.append('video', new Blob([bytes as Uint8Array<ArrayBuffer>], { type }), name);
    }
    for (const [name, value] of Object.entries(others)) body.append(name, value);
    return body;
  };
  const send = async ({ origin, author }: Author, body: FormData) => {
    const response = await fetch(`${origin}/api/upload-video`, { method: 'POST', headers: author.headers, body });
    return { status: response.status, body: await response.json() };
  };

  test('[U9] a video of at most 50 MB is sent in one form', async () => {
    const author = await anAuthor(startServer);
    const { lessonId, courseId, origin, files } = author;
    const video = Buffer.concat([aVideo(3_000_000), Buffer.from('\r\n--not the boundary\r\n')]);
    const fields = { lessonId: `${lessonId}`, courseId: `${courseId}`, filename: 'walk-the-path.mp4' };
    const told = await send(author, form(fields, { bytes: video }));
    expect(told.status).toBe(200);
    const kept = told.body as VideoAnswer;
    expect(kept).toMatchObject({ lessonId, videoBytes: video.length });
    const played = await fetch(origin + kept.videoUrl);
    expect(Buffer.from(await played.arrayBuffer()).equals(video)).toBe(true);
    expect(files()).toHaveLength(1);
    const { assets } = author.server.db.tables;
    expect(await author.server.db.select().from(assets)).toMatchObject([{ fileName: 'walk-the-path.mp4' }]);
  });

  test('[U9] a file that is too large or no video is refused with the manager’s own texts, and leaves nothing', async () => {
    const author = await anAuthor(startServer);
    const fields = { lessonId: `${author.lessonId}`, courseId: `${author.courseId}`, filename: 'video.mp4' };
    const large = await send(author, form(fields, { bytes: aVideo(50 * 1024 ** 2 + 1) }));
    expect([large.status, large.body.message]).toEqual([
      413,
      'File Too Large: Video file must be smaller than 50MB due to hosting infrastructure limits. Please compress your video or use a smaller file.',
    ]);
    const words = 'Invalid File Type: Please select an MP4, WebM, OGG, MOV, or AVI video file';
    const named = await send(author, form(fields, { bytes: aVideo(), name: 'plan.pdf', type: 'application/pdf' }));
    expect([named.status, named.body.message]).toEqual([422, words]);
    const text = await send(author, form(fields, { bytes: HEADS.text }));
    expect([text.status, text.body.message]).toEqual([422, words]);
    const { status, body } = await send(author, form(fields));
    expect([status, body.field]).toEqual([400, 'video']);
    const strange = await send(author, form({ ...fields, courseId: 'x' }, { bytes: aVideo() }));
    expect([strange.status, strange.body.field]).toEqual([400, 'courseId']);
    const other = await send(author, form({ ...fields, courseId: '4711' }, { bytes: aVideo() }));
    expect(other.body.code).toBe('lesson_not_found');
    expect(author.files()).toEqual([]);
    expect(await author.server.db.select().from(author.server.db.tables.assets)).toEqual([]);
  });

  const picture = async ({ origin, author, courseId }: Author, bytes: Uint8Array, type = 'image/png') => {
    const headers = { ...author.headers, 'Content-Type': type };
    const address = `${origin}/api/admin/courses/${courseId}/pictures`;
    const response = await fetch(address, { method: 'POST', headers, body: bytes as Uint8Array<ArrayBuffer> });
    return { status: response.status, body: await response.json() };
  };

  test('[U3] an image is stored for its course, and shown with it', async () => {
    const author = await anAuthor(startServer);
    const told = await picture(author, PNG);
    expect(told.status).toBe(201);
    const { url } = told.body as PictureAnswer;
    const shown = await fetch(author.origin + url);
    expect(shown.headers.get('Content-Type')).toBe('image/png');
    expect(shown.headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect(Buffer.from(await shown.arrayBuffer())).toEqual(PNG);
    expect(await lastAct(author)).toMatchObject({ action: 'course.picture_added', subject: String(author.courseId) });
  });

  test('an image whose course is deleted while it arrives is refused, and leaves nothing', async () => {
    const author = await anAuthor(startServer);
    const { db, deps } = author.server;
    const { put } = deps.media.storage;
    deps.media.storage.put = async (...given) => {
      await put(...given);
      await db.delete(db.tables.courses).where(eq(db.tables.courses.id, author.courseId));
    };
    const told = await picture(author, PNG);
    expect([told.status, told.body.code]).toEqual([404, 'course_not_found']);
    expect(author.files()).toEqual([]);
    expect(await db.select().from(db.tables.assets)).toEqual([]);
  });

  test('files that are no images are refused, SVGs too, and images that are too large', async () => {
    const author = await anAuthor(startServer);
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>');
    for (const [bytes, type] of [
      [svg, 'image/svg+xml'],
      [svg, 'image/png'],
      [HEADS.page, 'image/png'],
      [aVideo(), 'image/png'],
      [Buffer.alloc(0), 'image/png'],
    ] as const)
      expect((await picture(author, bytes, type)).body.code).toBe('file_type_refused');
    const large = await picture(author, Buffer.concat([PNG, Buffer.alloc(10 * 1024 ** 2)]));
    expect([large.status, large.body.message]).toEqual([413, 'Pictures must be smaller than 10MB']);
    expect(author.files()).toEqual([]);
    for (const { bytes, type } of PICTURES) {
      const { body } = await picture(author, bytes);
      expect((await fetch(author.origin + body.url)).headers.get('Content-Type')).toBe(type);
    }
  });

  test.each([
    [
      aPng({ width: 0xffff_ffff, height: 0xffff_ffff }),
      'The picture has 4294967295 × 4294967295 pixels. At most 50 million are shown.',
    ],
    [aPng({ width: 10_000, height: 5001 }), 'The picture has 10000 × 5001 pixels. At most 50 million are shown.'],
    [aPng({ width: 0 }), 'The picture is damaged.'],
    [Buffer.from('\0\0\0\x10ftypavif\0\0\0\0', 'latin1'), 'The picture is damaged.'],
  ])('a picture that no tablet can draw is refused, however small its file is', async (bytes, message) => {
    const author = await anAuthor(startServer);
    expect(await picture(author, bytes)).toMatchObject({ status: 422, body: { code: 'file_type_refused', message } });
    expect(author.files()).toEqual([]);
    expect((await picture(author, aPng({ width: 10_000, height: 5000 }))).status).toBe(201);
  });
});
