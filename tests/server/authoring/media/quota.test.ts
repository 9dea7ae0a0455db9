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
        message: `${name} uses 0\u00a0kB of 10\u00a0kB for media, so this file of 11\u00a0kB does not fit. Delete videos or documents that are no longer needed, or ask the operator for more.`,
      },
    ]);
    expect(files()).toHaveLength(1);
  });

  test('of uploads that begin together those fit that arrive first, also when they tell no size, and others leave nothing', async () => {
    const { start, put, complete, plant, courseId, files, ask, usage } = await started();
    const sizes = [6_000, undefined, undefined];
    const targets: { uploadUrl: string; token: string; filePath: string; fileName: string }[] = [];
    for (const size of sizes) {
      const lessonId = await plant.lesson(courseId, { orderIndex: 9 });
      targets.push(
        (await ask('POST', '/api/videos/signed-upload', { lessonId, courseId, filename: 'b.mp4', size })).body,
      );
    }
    const { body: first } = await start();
    expect((await put(first, aVideo(6_000))).status).toBe(200);
    for (const target of targets) expect((await put(target, aVideo(6_000))).body.code).toBe('media_quota_exceeded');
    const endless = new Response(new Uint8Array(aVideo(6_000))).body as Parameters<typeof put>[1];
    const [, unannounced] = targets;
    expect(unannounced && (await put(unannounced, endless)).body.code).toBe('media_quota_exceeded');
    expect(files()).toHaveLength(1);
    expect((await complete(first)).status).toBe(200);
    expect((await usage()).organizations[0]?.usedBytes).toBe(6_000);
  });
});
