// The smaller version for phones that is made of each video, where ffmpeg is installed (decision 275).
import { statSync, writeFileSync } from 'node:fs';
import { eq } from 'drizzle-orm';
import { unzipSync } from 'fflate';
import { expect, onTestFinished, test } from 'vitest';
import { renditions } from '#server/authoring/media/make-renditions.ts';
import { collectMediaGarbage } from '#server/authoring/media/media-garbage.ts';
import type { Converter, VideoFacts } from '#server/deps.ts';
import { RENDITION_BITS, SOUND_BITS } from '#server/media/ffmpeg.ts';
import type { MediaUsage } from '#sync/contract/video.ts';
import { type Author, anAuthor } from '#tests/fixtures/authors.ts';
import { onEveryEngine } from '#tests/fixtures/db.ts';
import { aFilm, everyFfmpeg } from '#tests/fixtures/ffmpeg.ts';
import { anotherQueue, workOff } from '#tests/fixtures/queue.ts';
import { type StartOptions, startOn } from '#tests/fixtures/server.ts';
import { openStorageProject, PROJECT_KEY } from '#tests/fixtures/storage-project.ts';
import { aVideo } from '#tests/fixtures/videos.ts';

const CAPTIONS = 'WEBVTT\n\n00:00.000 --> 00:01.500\nWalk the path.\n';
const HOUR = 3_600_000;
const SENT: VideoFacts = {
  ...{ codec: 'hevc', pixelFormat: 'yuv420p10le', width: 1920, height: 1080, audio: 'aac', seconds: 61.2 },
};
const MADE: VideoFacts = { ...SENT, codec: 'h264', pixelFormat: 'yuv420p', width: 854, height: 480 };

/** Finds in every sent video the same, and makes of it as many bytes. */
function converterOf({
  sent = SENT,
  made = MADE,
  bytes = 300,
}: {
  sent?: VideoFacts;
  made?: VideoFacts;
  bytes?: number;
}) {
  const converted: string[] = [];
  const converter: Converter = {
    probe: async (path) => (converted.includes(path) ? made : sent),
    poster: async () => {
      throw new Error('No picture.');
    },
    convert: async (_, to) => {
      converted.push(to);
      writeFileSync(to, aVideo(bytes, 7));
    },
  };
  return { converter, converted };
}

onEveryEngine('a smaller version of a video', (openDb) => {
  const startServer = startOn(openDb);

  async function started(found: Parameters<typeof converterOf>[0] = {}, options: StartOptions = {}) {
    const author = await anAuthor(startServer, options);
    const { deps } = author.server;
    const { converter, converted } = converterOf(found);
    deps.media.converter = converter;
    const { assets } = deps.db.tables;
    return {
      ...author,
      deps,
      converted,
      make: () => workOff(deps.queue, 'renditions'),
      later: (hours: number) => workOff(processOf(deps, hours), 'renditions'),
      assets: () => deps.db.select().from(assets).orderBy(assets.createdAt),
      states: async () => (await deps.db.select().from(assets).orderBy(assets.createdAt)).map((row) => row.rendition),
    };
  }

  /** Another process, whose clock is ahead. */
  function processOf(deps: Author['server']['deps'], hours = 0) {
    const own = { ...deps, now: () => new Date(Date.now() + hours * HOUR) };
    return anotherQueue(own, { renditions: renditions(own) });
  }

  /** Says when the work on a video has begun, and holds it until it is stopped or let go. */
  function hold({ deps }: { deps: Author['server']['deps'] }) {
    const { converter } = deps.media;
    if (!converter) throw new Error('There is none.');
    const { convert } = converter;
    const begun = Promise.withResolvers<void>();
    const go = Promise.withResolvers<void>();
    deps.media.converter = {
      ...converter,
      convert: async (from, to, how) => {
        begun.resolve();
        how.signal.addEventListener('abort', () => go.reject(how.signal.reason));
        await go.promise;
        await convert(from, to, how);
      },
    };
    return { begun: begun.promise, go: go.resolve };
  }

  test('takes its place in the lesson, with its captions; the original stays, and who plays it plays on', async () => {
    const { upload, ask, lesson, lessonId, courseId, files, origin, make, assets, start, put, complete } =
      await started();
    const { body: target } = await start();
    await put(target, aVideo());
    const { body: sent } = await complete(target);
    await ask('PUT', `/api/admin/lessons/${lessonId}/captions`, { captions: CAPTIONS });
    const { body: before } = await ask('GET', `/api/admin/courses/${courseId}/lessons`);
    expect(before.lessons[0]).toMatchObject({ videoCodec: null, rendition: 'waiting' });
    await make();
    const [original, made] = await assets();
    expect(original).toMatchObject({ rendition: 'made', codec: 'hevc', durationSeconds: 61.2, sizeBytes: 1000 });
    expect(made).toMatchObject({
      ...{ originalId: original?.id, rendition: null, codec: 'h264', contentType: 'video/mp4', isPlayable: true },
      ...{ sizeBytes: 300, fileName: 'walk-the-path.mp4', captions: CAPTIONS, durationSeconds: 61.2 },
    });
    expect(await lesson()).toMatchObject({ assetId: made?.id, durationSeconds: 62 });
    const { body: outline } = await ask('GET', `/api/admin/courses/${courseId}/lessons`);
    expect(outline.lessons[0]).toMatchObject({ videoType: 'video/mp4', videoCodec: 'h264', rendition: 'ready' });
    const { body: shown } = await ask('GET', `/api/public/lessons/${lessonId}`);
    expect(shown).toMatchObject({ videoUrl: `/media/${made?.id}`, videoBytes: 300, duration: 62 });
    expect(Buffer.from(await (await fetch(origin + shown.videoUrl)).arrayBuffer())).toEqual(aVideo(300, 7));
    expect(await (await fetch(origin + shown.captionsUrl)).text()).toBe(CAPTIONS);
    expect((await fetch(origin + sent.videoUrl)).headers.get('Content-Length')).toBe('1000');
    expect(files()).toHaveLength(2);
    expect((await complete(target)).body, 'a client repeats its last call').toMatchObject({
      ...{ videoUrl: shown.videoUrl, videoBytes: 300 },
    });
    await make();
    expect(await assets(), 'once is enough').toHaveLength(2);

    await upload(aVideo(2000, 2));
    expect(files(), 'a new video replaces both').toHaveLength(1);
    expect((await fetch(origin + sent.videoUrl)).status).toBe(404);
  });

  test('and its original go with their lesson, and not before', async () => {
    const { upload, ask, lessonId, courseId, files, make, deps, assets } = await started();
    await upload();
    await make();
    await collectMediaGarbage({ ...deps, now: () => new Date(Date.now() + 24 * 400 * HOUR) });
    expect(files()).toHaveLength(2);
    await ask('DELETE', `/api/admin/lessons/${lessonId}/video?courseId=${courseId}`);
    expect([files(), await assets()]).toEqual([[], []]);
  });

  test('and its original go when the course is gone', async () => {
    const { upload, courseId, files, make, deps } = await started();
    await upload();
    await make();
    const { courses } = deps.db.tables;
    await deps.db.delete(courses).where(eq(courses.id, courseId));
    await collectMediaGarbage(deps);
    expect(files()).toEqual([]);
  });

  test('is shown by every lesson that shows the video', async () => {
    const { upload, plant, courseId, lesson, make, assets } = await started();
    await upload();
    const other = await plant.lesson(courseId, { assetId: (await lesson()).assetId, orderIndex: 2 });
    await make();
    const [, made] = await assets();
    expect([(await lesson()).assetId, (await lesson(other)).assetId]).toEqual([made?.id, made?.id]);
  });

  test('is not made of what is small and plays already', async () => {
    const sent = { ...MADE, width: 480, height: 854 };
    const { upload, make, states, converted } = await started({ sent });
    await upload();
    await make();
    expect([await states(), converted]).toEqual([['unneeded'], []]);
  });

  test('is not made of another server’s smaller version, sound included', async () => {
    const film = aVideo(1000, 2);
    const seconds = (film.length * 8) / (RENDITION_BITS + SOUND_BITS);
    const { upload, make, states } = await started({ sent: { ...MADE, height: 720, width: 1280, seconds } });
    await upload(film);
    await make();
    expect(await states()).toEqual(['unneeded']);
  });

  test('is made of a video that plays, has few lines and many bits for its length', async () => {
    const { upload, make, states } = await started({ sent: { ...MADE, seconds: 0.005 } });
    await upload();
    await make();
    expect(await states()).toEqual(['made', null]);
  });

  test('never takes the place of a video that plays and is hardly larger', async () => {
    const { upload, make, states, files } = await started({ sent: { ...MADE, height: 1080, width: 1920 }, bytes: 901 });
    await upload();
    await make();
    expect([await states(), files().length]).toEqual([['unneeded'], 1]);
  });

  test('takes the place of one that tablets cannot play, also when it is larger', async () => {
    const { upload, make, states } = await started({ bytes: 1500 });
    await upload();
    await make();
    expect(await states()).toEqual(['made', null]);
  });

  test('that ends before its original is not shown, as of a file that broke off in its middle', async () => {
    const { upload, make, states, files, deps, server } = await started({ made: { ...MADE, seconds: 30 } });
    await upload();
    await make();
    expect([await states(), files().length]).toEqual([['failed'], 1]);
    expect(server.logged.join()).toContain('shorter than the original');
    expect(deps.media.converter).toBeDefined();
  });

  test('is not made of what cannot be read', async () => {
    const { upload, make, states, deps } = await started();
    deps.media.converter = { ...converterOf({}).converter, probe: async () => undefined };
    await upload();
    await make();
    expect(await states()).toEqual(['failed']);
  });

  test('is tried three times, with pauses, and everything that was half done is removed', async () => {
    const { upload, make, later, states, files, deps } = await started();
    let tries = 0;
    const convert = async (_: string, to: string) => {
      tries += 1;
      writeFileSync(to, 'half');
      throw new Error('No space left on device');
    };
    deps.media.converter = { ...converterOf({}).converter, probe: async () => SENT, convert };
    await upload();
    await make();
    await make();
    expect([tries, await states()]).toEqual([1, ['waiting']]);
    await later(0.2);
    await later(0.3);
    expect([tries, await states()]).toEqual([2, ['waiting']]);
    await later(1);
    expect([tries, await states(), files().length]).toEqual([3, ['failed'], 1]);
    await later(24);
    expect(tries).toBe(3);
  });

  test('that was stopped or killed in the middle is begun again', async () => {
    const all = await started();
    const { upload, make, later, assets, deps, files } = all;
    await upload();
    const first = hold(all);
    const stopped = make();
    await first.begun;
    await deps.queue.stop();
    await stopped;
    expect(await assets()).toMatchObject([{ rendition: 'waiting', renditionTries: 0 }]);
    expect(files(), 'nothing half made is left').toHaveLength(1);

    const { turns } = deps.db.tables;
    const dueAt = new Date(Date.now() + 30_000);
    const killed = { kind: 'renditions', key: 'small', attempts: 1, lease: 'killed', dueAt };
    await deps.db.update(turns).set(killed);
    deps.media.converter = converterOf({}).converter;
    await later(0);
    expect((await assets()).length, 'one at a time, in all processes').toBe(1);
    await later(0.01);
    expect((await assets()).map(({ rendition }) => rendition)).toEqual(['made', null]);
    expect(await deps.db.select().from(turns)).toEqual([]);
  });

  test('of a video that is deleted meanwhile leaves nothing', async () => {
    const all = await started();
    const { upload, make, ask, lessonId, courseId, files, assets } = all;
    await upload();
    const { begun, go } = hold(all);
    const made = make();
    await begun;
    await ask('DELETE', `/api/admin/lessons/${lessonId}/video?courseId=${courseId}`);
    go();
    await made;
    expect([files(), await assets()]).toEqual([[], []]);
  });

  test('is not made of what arrived before there was an ffmpeg: tablets keep it', async () => {
    const { upload, make, states, deps } = await started();
    const { converter } = deps.media;
    deps.media.converter = undefined;
    await upload();
    deps.media.converter = converter;
    await make();
    expect(await states()).toEqual([null]);
  });

  test('is not made of a picture too large for the memory', async () => {
    const { upload, make, states, converted } = await started({ sent: { ...SENT, width: 16_000, height: 16_000 } });
    await upload();
    await make();
    expect([await states(), converted]).toEqual([['failed'], []]);
  });

  test('that another process has made meanwhile stays as it is', async () => {
    const all = await started();
    const { upload, make, deps, files, assets, origin, lesson } = all;
    await upload();
    const { begun, go } = hold(all);
    const slow = make();
    await begun;
    // Its lease has ended without its knowing.
    deps.media.converter = converterOf({ bytes: 500 }).converter;
    await deps.db.delete(deps.db.tables.turns);
    await workOff(processOf(deps), 'renditions');
    go();
    await slow;
    expect((await assets()).map(({ sizeBytes }) => sizeBytes)).toEqual([1000, 500]);
    expect(files()).toHaveLength(2);
    const shown = await fetch(`${origin}/media/${(await lesson()).assetId}`);
    expect((await shown.arrayBuffer()).byteLength).toBe(500);
  });

  test('counts besides its original for the room of the organization', async () => {
    const { upload, make, ask } = await started({}, { variables: { ORGANIZATION_MEDIA_GB: '0.00001' } });
    await upload();
    await make();
    const { organizations } = (await ask('GET', '/api/admin/media-usage')).body as MediaUsage;
    expect(organizations[0]?.usedBytes).toBe(1300);
    expect((await upload(aVideo(10_000))).status, 'both make room for the next one').toBe(200);
  });

  test('is not what a course is exported with: that is the original, with the captions of now', async () => {
    const { upload, make, ask, courseId, lessonId, origin } = await started();
    await upload();
    await make();
    await ask('PUT', `/api/admin/lessons/${lessonId}/captions`, { captions: CAPTIONS });
    const { url } = (await ask('POST', `/api/admin/courses/${courseId}/export`)).body;
    const files = unzipSync(new Uint8Array(await (await fetch(origin + url)).arrayBuffer()));
    const held = Object.entries(files).map(([name, bytes]) => [name.replace(/^.*\//, ''), bytes.length]);
    expect(Object.fromEntries(held)).toMatchObject({
      '01-walk-the-path.mp4': 1000,
      '01-walk-the-path.vtt': CAPTIONS.length,
    });
  });

  test('is made of a video in a bucket, and stored there', async () => {
    const project = await openStorageProject();
    onTestFinished(project.close);
    const hosted = { SUPABASE_URL: project.url, SUPABASE_SECRET_KEY: PROJECT_KEY };
    const variables = { ...hosted, SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_x', STORAGE: 'supabase' };
    const server = await startServer({ variables });
    const { db, media } = server.deps;
    await media.storage.ensureBucket();
    const path = `${media.incoming}/sent.part`;
    writeFileSync(path, aVideo());
    await media.storage.put('videos/1/a.mp4', { path, contentType: 'video/mp4' });
    const { converter } = converterOf({});
    const convert: Converter['convert'] = async (from, to, how) => {
      expect(statSync(from).size).toBe(1000);
      await converter.convert(from, to, how);
    };
    media.converter = { ...converter, convert };
    const { assets } = db.tables;
    const row = { storageKey: 'videos/1/a.mp4', fileName: 'a.mp4', contentType: 'video/mp4', sizeBytes: 1000 };
    await db.insert(assets).values({ ...row, etag: 'a', rendition: 'waiting' });
    await workOff(server.deps.queue, 'renditions');
    const [{ key } = { key: '' }] = await db
      .select({ key: assets.storageKey })
      .from(assets)
      .where(eq(assets.sizeBytes, 300));
    expect(project.objects.get(`groundwork-media/${key}`)?.bytes).toEqual(aVideo(300, 7));
  });

  test.each(everyFfmpeg())('of a phone is made by %s as the server runs it', async (_, path) => {
    const author = await anAuthor(startServer, { variables: { FFMPEG: path } });
    const { upload, lesson, server } = author;
    await upload(aFilm('hevc-10-bit.mov'), { filename: 'phone.mov' });
    await workOff(server.deps.queue, 'renditions');
    const { assets } = server.db.tables;
    const [made] = await server.db
      .select()
      .from(assets)
      .where(eq(assets.id, (await lesson()).assetId ?? ''));
    expect(made).toMatchObject({ codec: 'h264', contentType: 'video/mp4', fileName: 'phone.mp4' });
    expect((await lesson()).durationSeconds).toBe(2);
  });
});
