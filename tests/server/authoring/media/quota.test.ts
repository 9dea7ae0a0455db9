// ORGANIZATION_MEDIA_GB: what the videos and pictures of one organization may take.
import { expect, test } from 'vitest';
import type { MediaUsage } from '#sync/contract/video.ts';
import { anAuthor } from '#tests/fixtures/authors.ts';
import { onEveryEngine } from '#tests/fixtures/db.ts';
import { startOn } from '#tests/fixtures/server.ts';
import { aVideo } from '#tests/fixtures/videos.ts';

onEveryEngine('the room for media', (openDb) => {
  const startServer = startOn(openDb);

  /** An author whose organization may use 10,000 bytes. */
  async function started() {
    const author = await anAuthor(startServer, { variables: { ORGANIZATION_MEDIA_GB: '0.00001' } });
    const usage = async () => (await author.ask('GET', '/api/admin/media-usage')).body as MediaUsage;
    return { ...author, usage };
  }

  test('an upload that does not fit is refused before it begins, with the numbers', async () => {
    const { upload, start, files, usage } = await started();
    await upload(aVideo(8_000));
    const used = await usage();
    expect(used).toMatchObject({ quotaBytes: 10_000, organizations: [{ usedBytes: 8_000 }] });
    const { name } = used.organizations[0] ?? {};
    // The one that it replaces makes room.
    expect((await start({ size: 10_000 })).status).toBe(200);
    const refused = await start({ size: 10_001 });
    expect([refused.status, refused.body]).toMatchObject([
      422,
      {
        code: 'media_quota_exceeded',
        field: 'size',
        message: `${name} uses 0 kB of 10 kB for media, so this file of 11 kB does not fit. Delete videos that are no longer needed, or ask the operator for more.`,
      },
    ]);
    expect(files()).toHaveLength(1);
  });

  test('of two uploads that begin together one fits, and the other leaves nothing', async () => {
    const { start, put, complete, plant, courseId, files, ask, usage } = await started();
    const other = await plant.lesson(courseId, { orderIndex: 2 });
    const { body: first } = await start({ size: 6_000 });
    const { body: second } = await ask('POST', '/api/videos/signed-upload', {
      ...{ lessonId: other, courseId, filename: 'b.mp4', size: 6_000 },
    });
    await put(first, aVideo(6_000));
    await put(second, aVideo(6_000));
    const done = async (target: typeof first, lessonId: number) => {
      const { filePath, fileName } = target;
      return (await ask('POST', '/api/videos/upload-complete', { lessonId, filePath, fileName })).body.code;
    };
    expect((await complete(first)).body.code).toBe('media_quota_exceeded');
    expect(await done(second, other)).toBeUndefined();
    expect(files()).toHaveLength(1);
    expect((await usage()).organizations[0]?.usedBytes).toBe(6_000);
  });
});
