// A server with courses of many lessons, and one person of it at a device: what drains are measured with.
import type { BrowserContext, Page } from '@playwright/test';
import { buildPage, openBenchPage } from './browser.ts';
import { underWorker } from './learner-device.ts';
import type { DrainBench, Work } from './page-drain.ts';
import { LESSONS_PER_COURSE, type Size, seedSqlite, signInLearners } from './seed.ts';
import { newFolder, startProduct } from './stage.ts';

/**
 * So long has no request left the page. Two seconds after it was at work the engine looks for more, without a request, and
 * for two more seconds 'online' would have to wait (Y18a).
 */
export const QUIET_MS = 4_500;

/** A page that does not come to rest is not waited for any longer. */
const REST_MS = 60_000;

export interface SeededApp {
  /** Without the proxy that may stand before it. */
  port: number;
  origin: string;
  /** The address of the bench page. */
  benchPage: string;
  /** Work on so many lessons, the same ones each time, changed anew by each call. */
  workOn(count: number): Work;
  stop(): Promise<void>;
}

/** Starts the server; `publicPort` is that of a proxy through which browsers reach it. */
export async function startSeededApp(size: Size, publicPort?: number): Promise<SeededApp> {
  const dataDir = newFolder();
  await seedSqlite(dataDir, size);
  const path = await buildPage('drain', 'page-drain.ts');
  const settings: Record<string, string> = publicPort ? { PUBLIC_URL: `http://localhost:${publicPort}` } : {};
  const server = await startProduct(dataDir, { SAMPLE_CONTENT: 'off', ...settings });
  const port = publicPort ?? server.port;
  const [learner] = await signInLearners(dataDir, port, size, 1);
  if (!learner) throw new Error('Nobody is signed in.');
  const perCourse = size.lessonsPerCourse ?? LESSONS_PER_COURSE;
  const lessons = Array.from({ length: size.courses * perCourse }, (_, at): [number, number] => [
    Math.floor(at / perCourse) + 1,
    at + 1,
  ]).filter(([course]) => course !== learner.courseId);
  let position = 0;
  return {
    port: server.port,
    origin: `http://localhost:${port}`,
    benchPage: `http://localhost:${port}${path}`,
    workOn(count) {
      position += 1;
      return { userId: learner.id, token: learner.token, lessons: lessons.slice(0, count), position };
    },
    stop: () => server.stop(),
  };
}

/** A page of the built app under its worker, at rest, whose person is signed in; `window.bench` has the bench's functions. */
export async function openApp(device: BrowserContext, { origin, benchPage, workOn }: SeededApp, path: string) {
  const setup = await openBenchPage(device, benchPage);
  await setup.evaluate((work) => (window.bench as DrainBench).sitDown(work), workOn(0));
  await setup.close();
  const page = await device.newPage();
  let lastRequest = Date.now();
  page.on('request', () => (lastRequest = Date.now()));
  page.on('requestfinished', () => (lastRequest = Date.now()));
  const atRest = async () => {
    const until = Date.now() + REST_MS;
    while (Date.now() - lastRequest < QUIET_MS && Date.now() < until) await page.waitForTimeout(100);
  };
  await page.goto(origin);
  await underWorker(page);
  await page.goto(origin + path);
  await atRest();
  await page.evaluate((address) => import(address), benchPage.replace('.html', '.js'));
  return { page, atRest };
}

/** Fills the outbox of the page and lets its engine drain it. */
export async function drainIn(page: Page, work: Work, atRest: () => Promise<void>) {
  let waiting = 0;
  // What drains by itself meanwhile, by the engine's heartbeat, is filled again.
  while (waiting !== work.lessons.length) {
    await page.evaluate((given) => (window.bench as DrainBench).plant(given), work);
    await atRest();
    waiting = await page.evaluate((given) => (window.bench as DrainBench).queued(given), work);
  }
  return page.evaluate((given) => (window.bench as DrainBench).drain(given), work);
}
