// The still of a video, which is made and goes with it (decision 275).
import { writeFileSync } from 'node:fs';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { collectMediaGarbage } from '#server/authoring/media/media-garbage.ts';
import type { VideoFacts } from '#server/deps.ts';
import { anAuthor } from '#tests/fixtures/authors.ts';
import { onEveryEngine } from '#tests/fixtures/db.ts';
import { workOff } from '#tests/fixtures/queue.ts';
import { startOn } from '#tests/fixtures/server.ts';
import { aVideo } from '#tests/fixtures/videos.ts';

const DAY = 86_400_000;
const SENT: VideoFacts = {
  ...{ codec: 'hevc', pixelFormat: 'yuv420p10le', width: 1920, height: 1080, audio: 'aac', seconds: 61.2 },
};
const MADE: VideoFacts = { ...SENT, codec: 'h264', pixelFormat: 'yuv420p', width: 854, height: 480 };

onEveryEngine('a still of a video', (openDb) => {
  const startServer = startOn(openDb);

  async function started({ sent = SENT } = {}) {
    const author = await anAuthor(startServer);
    const { deps } = author.server;
    const { assets } = deps.db.tables;
    const make = (meanwhile: () => unknown = () => undefined) => {
      deps.media.converter = {
        probe: async (path) => (path.endsWith('/made') ? MADE : sent),
        poster: async (_, to) => {
          writeFileSync(to, 'a picture');
          await meanwhile();
        },
        convert: async (_, to) => writeFileSync(to, aVideo(300, 7)),
      };
      return workOff(deps.queue, 'renditions');
    };
    deps.media.converter = { probe: async () => sent, poster: async () => undefined, convert: async () => undefined };
    return { ...author, deps, make, assets: () => deps.db.select().from(assets).orderBy(assets.createdAt) };
  }

  test('is a picture, which belongs to the course; a video that needs no smaller version has one', async () => {
    for (const sent of [SENT, { ...MADE, width: 480, height: 270 }]) {
      const { upload, make, ask, lessonId, courseId, origin } = await started({ sent });
      await upload();
      await make();
      const { body } = await ask('GET', `/api/public/lessons/${lessonId}`);
      const picture = await fetch(origin + body.posterUrl);
      expect([picture.headers.get('Content-Type'), await picture.text()]).toEqual(['image/jpeg', 'a picture']);
      await ask('DELETE', `/api/admin/lessons/${lessonId}/video?courseId=${courseId}`);
      expect((await ask('GET', `/api/public/lessons/${lessonId}`)).body.posterUrl).toBeUndefined();
    }
  });

  test('goes with its video as soon as another takes the place, while pictures of the author stay', async () => {
    const { upload, make, deps, plant, courseId, lesson, assets, files } = await started();
    const drawn = await plant.asset({ contentType: 'image/png', courseId, fileName: 'picture.png' });
    const imported = { contentType: 'image/jpeg', courseId, fileName: 'poster.jpg', storageKey: 'imported/1.jpg' };
    const brought = await plant.asset(imported);
    await upload();
    await make();
    const other = await plant.lesson(courseId, { assetId: (await lesson()).assetId, orderIndex: 2 });
    const later = { ...deps, now: () => new Date(Date.now() + DAY) };
    await upload(aVideo(2000, 2));
    await collectMediaGarbage(later);
    expect(
      (await assets()).length,
      'another lesson shows it: drawn, brought, original, version, picture and the new one',
    ).toBe(6);
    await deps.db.delete(deps.db.tables.lessons).where(eq(deps.db.tables.lessons.id, other));
    await collectMediaGarbage(later);
    const kept = new Map([
      [drawn, 'drawn'],
      [brought, 'brought'],
    ]);
    expect((await assets()).map(({ id, sizeBytes }) => kept.get(id) ?? sizeBytes).sort()).toEqual([
      2000,
      'brought',
      'drawn',
    ]);
    await make();
    expect(files(), 'the new one with its version and its picture').toHaveLength(3);
    await upload(aVideo(3000, 3));
    expect(files(), 'at once, without the daily cleaning').toHaveLength(1);
  });

  test('is not left behind by a video that is deleted while it is made', async () => {
    const { upload, make, ask, lessonId, courseId, files, assets } = await started();
    await upload();
    await make(() => ask('DELETE', `/api/admin/lessons/${lessonId}/video?courseId=${courseId}`));
    expect([files(), await assets()]).toEqual([[], []]);
  });
});
