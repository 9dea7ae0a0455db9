import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { eq } from 'drizzle-orm';
import { expect, onTestFinished, test, vi } from 'vitest';
import { readLanding } from '#server/catalog/landing.ts';
import { composeServer } from '#server/compose.ts';
import { readEnv } from '#server/env.ts';
import { createLog } from '#server/http/log.ts';
import { openStaticApp } from '#server/http/static-app.ts';
import type { Landing } from '#sync/contract/landing.ts';
import { withLanding } from '#sync/contract/landing-place.ts';
import { onEveryEngine } from '#tests/fixtures/db.ts';
import { planter } from '#tests/fixtures/plant.ts';

// The real one, whose calls are counted.
vi.mock(import('#server/catalog/landing.ts'), { spy: true });

const SHELL = '<!doctype html><body><!--landing--><!--/landing--><div id="root"></div></body>';

onEveryEngine('the landing page in the answer to /', (openDb) => {
  async function started(paint?: (landing: Landing) => string) {
    const folder = mkdtempSync(join(tmpdir(), 'groundwork-landing-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    writeFileSync(join(folder, 'index.html'), SHELL);
    const env = readEnv({ DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'silent' });
    const db = await openDb();
    const painted: Landing[] = [];
    const paintNoted = (landing: Landing) => {
      painted.push(landing);
      return `<p>${[landing.featured?.course, ...landing.more].map((course) => course?.title).join(', ')}</p>`;
    };
    const complaints: string[] = [];
    let ahead = 0;
    const { app } = await composeServer({
      env,
      db,
      log: createLog({ level: 'warn', json: true, write: (line) => complaints.push(line) }),
      now: () => new Date(Date.now() + ahead),
      pages: openStaticApp(folder, env, paint ?? paintNoted),
    });
    const ask = async (path: string, headers: Record<string, string> = {}) => app.request(path, { headers });
    return {
      ask,
      read: async (path: string) => (await ask(path)).text(),
      pass: (milliseconds: number) => {
        ahead += milliseconds;
      },
      db,
      plant: planter(db),
      painted,
      complaints,
    };
  }

  test('[H1, H2, H3] holds the public free courses; every other address gets the shell', async () => {
    const { read, plant, painted } = await started();
    await plant.course({ title: 'Paid', visibility: 'public', priceCents: 100 });
    const first = await plant.course({ title: 'First', visibility: 'public', priceCents: 0 });
    await plant.course({ title: 'Draft', visibility: 'public', isPublished: false });
    await plant.course({ title: 'Private', visibility: 'private' });
    await plant.course({ title: 'Second', visibility: 'public' });
    for (const orderIndex of [3, 1, 4, 2]) await plant.lesson(first, { orderIndex, title: `Lesson ${orderIndex}` });
    expect(await read('/')).toBe(withLanding(SHELL, '<p>First, Second</p>'));
    expect(await read('/?search=scan')).toBe(withLanding(SHELL, '<p>First, Second</p>'));
    expect(painted.at(0)?.featured?.lessons.map(({ title }) => title)).toEqual(['Lesson 1', 'Lesson 2', 'Lesson 3']);
    expect(painted.at(0)?.featured?.course.lessonCount).toBe(4);
    for (const path of ['/index.html', '/auth', '/public-course/2']) expect(await read(path)).toBe(SHELL);
  });

  test('an unpublished course is gone within a minute; its ETag follows what is shown', async () => {
    const { ask, read, pass, plant, db, painted } = await started();
    const id = await plant.course({ title: 'First', visibility: 'public' });
    const etag = (await ask('/')).headers.get('ETag') ?? '';
    pass(60_000);
    expect((await ask('/', { 'If-None-Match': etag })).status).toBe(304);
    expect(painted).toHaveLength(1);
    const { courses } = db.tables;
    await db.update(courses).set({ isPublished: false }).where(eq(courses.id, id));
    pass(60_000);
    const answer = await ask('/', { 'If-None-Match': etag });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('ETag')).not.toBe(etag);
    expect(answer.headers.get('Cache-Control')).toBe('no-cache');
    expect(await read('/')).not.toContain('First');
  });

  test('many visitors at once cost one look at the catalog', async () => {
    const { ask, pass, painted, plant } = await started();
    await plant.course({ title: 'First', visibility: 'public' });
    vi.mocked(readLanding).mockClear();
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask('/')));
    expect(new Set(answers.map(({ headers }) => headers.get('ETag'))).size).toBe(1);
    expect(painted).toHaveLength(1);
    pass(9_000);
    await ask('/');
    expect(readLanding).toHaveBeenCalledTimes(1);
    pass(1_000);
    await ask('/');
    expect(readLanding).toHaveBeenCalledTimes(2);
  });

  test('while the catalog is slow to read everybody gets the last page', async () => {
    const { read, pass, plant } = await started();
    await plant.course({ title: 'First', visibility: 'public' });
    expect(await read('/')).toContain('First');
    await plant.course({ title: 'Second', visibility: 'public' });
    let goOn = () => {};
    const isSlow = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const { readLanding: real } =
      await vi.importActual<typeof import('#server/catalog/landing.ts')>('#server/catalog/landing.ts');
    vi.mocked(readLanding).mockImplementationOnce(async (db) => {
      await isSlow;
      return real(db);
    });
    pass(10_000);
    expect(await read('/')).not.toContain('Second');
    pass(3_600_000);
    expect(await read('/'), 'an old page waits a moment, not for ever').not.toContain('Second');
    goOn();
    await vi.waitFor(async () => expect(await read('/')).toContain('Second'), 15_000);
  });

  test('it is compressed where the browser takes it', async () => {
    const { ask, read, plant } = await started();
    await plant.course({ title: 'Über $& <Dächer>', visibility: 'public' });
    const plain = await read('/');
    const bytes = async (encoding: string) =>
      Buffer.from(await (await ask('/', { 'Accept-Encoding': encoding })).arrayBuffer());
    expect(gunzipSync(await bytes('gzip')).toString()).toBe(plain);
    expect(brotliDecompressSync(await bytes('br')).toString()).toBe(plain);
  });

  test('a landing page that cannot be made is a logged fault and no failure of the app', async () => {
    const { ask, complaints } = await started(() => {
      throw new Error('no paint');
    });
    const answer = await ask('/');
    expect(answer.status).toBe(200);
    expect(await answer.text()).toBe(SHELL);
    expect(complaints.join()).toContain('no paint');
  });
});
