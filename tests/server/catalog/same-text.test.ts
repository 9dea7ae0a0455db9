// A device asks one process and then another: the same answer is the same text with the same ETag, so that a 304 stays one.
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { seedSampleContent } from '#server/commands/bootstrap-content.ts';
import { databasesOf, onEveryEngine } from '#tests/fixtures/db.ts';
import { startOn } from '#tests/fixtures/server.ts';
import { signedIn } from '#tests/fixtures/signed-in.ts';

onEveryEngine('two servers on one database', (openDb, engine) => {
  const { newUrl } = databasesOf(engine);

  test('give a device the same text', async () => {
    const url = await newUrl();
    const start = startOn(() => openDb({ url }));
    const one = await start();
    const other = await start({ variables: { DATA_DIR: one.env.dataDir } });
    await seedSampleContent(one.db, one.deps.media);
    const { headers } = await signedIn(one);
    const { courses } = await (await one.request('/api/courses', { headers })).json();
    const [{ id: courseId }] = courses;
    const { lessons } = await (await one.request(`/api/courses/${courseId}/lessons`, { headers })).json();
    const lessonId = lessons[0].id;
    const done = { lessonId, status: 'completed', watched: [[0.1, 3]] };
    const key = { ...headers, 'Idempotency-Key': randomUUID() };
    expect((await one.send('POST', '/api/progress/unit', done, key)).status).toBe(200);
    for (const path of [
      '/public/courses',
      '/courses',
      `/courses/${courseId}`,
      `/courses/${courseId}/lessons`,
      `/lessons/${lessonId}`,
      `/progress/enhanced/${courseId}`,
    ]) {
      const [mine, theirs] = [
        await one.request(`/api${path}`, { headers }),
        await other.request(`/api${path}`, { headers }),
      ];
      const etag = mine.headers.get('ETag') ?? '';
      expect([theirs.status, theirs.headers.get('ETag')], path).toEqual([200, etag]);
      expect(await theirs.text(), path).toBe(await mine.text());
      const again = await other.request(`/api${path}`, { headers: { ...headers, 'If-None-Match': etag } });
      expect(again.status, path).toBe(304);
    }
  });
});
