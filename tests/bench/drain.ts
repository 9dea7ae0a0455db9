// Budget 7: a full outbox against the same batches by bare fetch, on the same server.
import type { Browser, Page } from '@playwright/test';
import { buildPage, openBenchPage, startBrowser } from './browser.ts';
import type { DrainBench, Work } from './page-drain.ts';
import { interleave, type Plan, ratio, roundsThatFit } from './rounds.ts';
import { LESSONS_PER_COURSE, type Learner, seedSqlite, signInLearners } from './seed.ts';
import type { Spawned } from './spawned.ts';
import { newFolder, startProduct } from './stage.ts';
import { atMost, type Row } from './table.ts';

const MOST = 10_000;
/** For all rounds of one size; a slow disk gets fewer rounds, never the whole evening. */
const PATIENCE_MS = 75_000;
const SIZE = { rows: 100_000, courses: MOST / LESSONS_PER_COURSE + 1 };

export interface DrainStage {
  server: Spawned;
  browser: Browser;
  page: Page;
  /** Work on so many lessons that this person had not begun before; each call changes them anew. */
  workOn(count: number): Work;
  /** Milliseconds until the outbox of so many entries is empty. */
  drainOurs(count: number): Promise<number>;
  close(): Promise<void>;
}

/** A server with more lessons than entries, one person, and the engine in a page. */
export async function openDrainStage(): Promise<DrainStage> {
  const dataDir = newFolder();
  await seedSqlite(dataDir, SIZE);
  const path = await buildPage('drain', 'page-drain.ts');
  const server = await startProduct(dataDir, { SAMPLE_CONTENT: 'off' });
  const [learner] = await signInLearners(dataDir, server.port, SIZE, 1);
  if (!learner) throw new Error('Nobody is signed in.');
  const browser = await startBrowser();
  const page = await openBenchPage(browser, `http://localhost:${server.port}${path}`);
  const workOn = workOf(learner);
  return {
    server,
    browser,
    page,
    workOn,
    async drainOurs(count) {
      const work = workOn(count);
      await page.evaluate((given) => (window.bench as DrainBench).plant(given), work);
      return (await page.evaluate((given) => (window.bench as DrainBench).drain(given), work)).empty;
    },
    async close() {
      await browser.close();
      await server.stop();
    },
  };
}

function workOf({ id, token, courseId }: Learner): DrainStage['workOn'] {
  let position = 0;
  const courses = Array.from({ length: SIZE.courses }, (_, at) => at + 1).filter((course) => course !== courseId);
  const lessons = courses.flatMap((course) =>
    Array.from({ length: LESSONS_PER_COURSE }, (_, at): [number, number] => [
      course,
      (course - 1) * LESSONS_PER_COURSE + at + 1,
    ]),
  );
  return (count) => {
    position += 1;
    return { userId: id, token, lessons: lessons.slice(0, count), position };
  };
}

export async function measure({ rounds }: Plan): Promise<Row[]> {
  const stage = await openDrainStage();
  const compare = async (count: number) => {
    const fetchOnly = () =>
      stage.page.evaluate((work) => (window.bench as DrainBench).fetchOnly(work), stage.workOn(count));
    // Makes the rows that are changed from then on, and tells how long a round will take.
    const roundMs = 3 * (await fetchOnly());
    const figures = await interleave(roundsThatFit(rounds, { roundMs, totalMs: PATIENCE_MS }), {
      fetchOnly,
      ours: () => stage.drainOurs(count),
    });
    return ratio(figures.ours, figures.fetchOnly);
  };
  try {
    const what = (count: number) =>
      `drain of ${count.toLocaleString('en')} entries until the outbox is empty : the same batches of 500 by bare fetch, Chromium, same server`;
    return [
      { number: 7, what: what(1_000), measured: await compare(1_000), budget: atMost(3) },
      { number: 7, what: what(MOST), measured: await compare(MOST), budget: atMost(1.5) },
    ];
  } finally {
    await stage.close();
  }
}
