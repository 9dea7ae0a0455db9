import { utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { collectMediaGarbage } from '#server/authoring/media/media-garbage.ts';
import { type Author, anAuthor } from '#tests/fixtures/authors.ts';
import { onEveryEngine } from '#tests/fixtures/db.ts';
import { aPng } from '#tests/fixtures/picture.ts';
import { startOn } from '#tests/fixtures/server.ts';
import { aVideo } from '#tests/fixtures/videos.ts';

const HOUR = 3_600_000;

onEveryEngine('the daily tidying of media', (openDb) => {
  const startServer = startOn(openDb);
  const later = ({ server }: Author, hours: number) =>
    collectMediaGarbage({ ...server.deps, now: () => new Date(Date.now() + hours * HOUR) });

  test('an upload that was never completed is deleted a day after its expiry, with its file', async () => {
    const author = await anAuthor(startServer);
    const { start, put, files, server } = author;
    await start();
    const { body: sent } = await start();
    await put(sent, aVideo());
    await later(author, 25);
    expect(files()).toEqual([sent.filePath]);
    await later(author, 27);
    expect(files()).toEqual([]);
    expect(await server.db.select().from(server.db.tables.videoUploads)).toEqual([]);
  });

  test('a sender who has been at it for a day is left alone', async () => {
    const author = await anAuthor(startServer);
    const { videoUploads } = author.server.db.tables;
    await author.start();
    await author.server.db.update(videoUploads).set({ claimedAt: new Date(Date.now() + 26 * HOUR) });
    await later(author, 27);
    expect(await author.server.db.select().from(videoUploads)).toHaveLength(1);
  });

  test('an upload that is completed while others are tidied away stays, with its file', async () => {
    const author = await anAuthor(startServer);
    const { start, put, complete, files, server } = author;
    const both = [(await start()).body, (await start()).body];
    for (const target of both) await put(target, aVideo());
    const { storage } = server.deps.media;
    const { remove } = storage;
    let isFirst = true;
    storage.remove = async (key) => {
      const other = both.find(({ filePath }) => filePath !== key);
      if (isFirst) expect((await complete(other)).status).toBe(200);
      isFirst = false;
      await remove(key);
    };
    await later(author, 27);
    const { assets } = server.db.tables;
    expect(files()).toEqual((await server.db.select().from(assets)).map(({ storageKey }) => storageKey));
    expect(files()).toHaveLength(1);
  });

  test('a video in use stays, whatever became of its upload', async () => {
    const author = await anAuthor(startServer);
    const { upload, files, origin } = author;
    const { videoUrl } = (await upload()).body;
    await later(author, 24 * 400);
    expect(files()).toHaveLength(1);
    expect((await fetch(origin + videoUrl)).status).toBe(200);
  });

  test('videos and pictures of a course that is gone go, those that others name stay', async () => {
    const author = await anAuthor(startServer);
    const { upload, origin, plant, courseId, files, server } = author;
    await upload();
    const keepPicture = async () => {
      const address = `${origin}/api/admin/courses/${courseId}/pictures`;
      const body = aPng();
      const response = await fetch(address, { method: 'POST', headers: author.author.headers, body });
      return (await response.json()).url as string;
    };
    const [face, drawing] = [await keepPicture(), await keepPicture(), await keepPicture()];
    const other = await plant.course({ thumbnail: face });
    await plant.lesson(other, { body: `![A drawing](${drawing})` });
    await later(author, 1);
    expect(files()).toHaveLength(4);
    const { courses, assets } = server.db.tables;
    await server.db.delete(courses).where(eq(courses.id, courseId));
    await later(author, 1);
    expect(files()).toHaveLength(2);
    const left = await server.db.select({ id: assets.id }).from(assets);
    expect(left.map(({ id }) => `/media/${id}`).sort()).toEqual([face, drawing].sort());
  });

  test('a deleted lesson’s video is deleted at once, unless another lesson uses it', async () => {
    const author = await anAuthor(startServer);
    const { upload, ask, lessonId, plant, courseId, lesson, files } = author;
    await upload();
    const shared = await plant.lesson(courseId, { assetId: (await lesson()).assetId, orderIndex: 2 });
    expect((await ask('DELETE', `/api/admin/lessons/${lessonId}`)).status).toBe(200);
    expect(files()).toHaveLength(1);
    expect((await ask('DELETE', `/api/admin/lessons/${shared}`)).status).toBe(200);
    expect(files()).toEqual([]);
  });

  test('files left half received by a crash are deleted, those still arriving are not', async () => {
    const author = await anAuthor(startServer);
    const { incoming } = author.server.deps.media;
    const [old, young] = [join(incoming, 'old.part'), join(incoming, 'young.part')];
    writeFileSync(old, 'half');
    writeFileSync(young, 'half');
    utimesSync(old, new Date(), new Date(Date.now() - 2 * HOUR));
    await later(author, 0);
    expect(author.files()).toEqual(['.incoming/young.part']);
  });
});
