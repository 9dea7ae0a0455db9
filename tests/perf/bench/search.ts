// The search inside 200 lessons that are on the device, on a slow processor: first results within 150 ms, an index of 2 MB.
import type { Page } from '@playwright/test';
import { indexLesson, type SearchableLesson } from '#sync/contract/search.ts';
import { newProfile, slowDown, startDevice } from './browser.ts';
import { originOf, signInOnPage, underWorker } from './learner-device.ts';
import { type Plan, quantile, spreadOf } from './rounds.ts';
import { newFolder, startProduct } from './stage.ts';
import { atMost, type Row } from './table.ts';

const LESSONS = 200;
/** Each is in several sample lessons. */
const WORDS = ['battery', 'floor plan', 'mirror', 'client', 'calibration', 'photo'];
/** A person looks at what was found, and what a search leads to is done by then. */
const BETWEEN_SEARCHES_MS = 2_500;

declare global {
  interface Window {
    /** Milliseconds from the typed word to the frame that shows the first lesson. */
    found?: Promise<number>;
  }
}

/** Opens every course, so that its lessons are on the device, and copies them until there are 200; their texts. */
async function fillDevice(page: Page, origin: string): Promise<SearchableLesson[]> {
  const courses = await page.evaluate(async () =>
    [...document.querySelectorAll<HTMLAnchorElement>('main li h3 a, main li a')].map((link) => link.pathname),
  );
  for (const path of new Set(courses.filter((path) => /^\/course\/\d+$/.test(path)))) {
    await page.goto(origin + path);
    await page.getByRole('heading', { name: 'Course Content' }).waitFor();
    await page.locator('[data-lesson]').first().waitFor({ state: 'attached' });
  }
  return page.evaluate(async (wanted) => {
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const names = (await indexedDB.databases()).flatMap(({ name }) => name ?? []);
    const name = names.find((one) => /^groundwork:[0-9a-f-]{36}$/.test(one));
    if (!name) throw new Error(`No database of a person among ${names}.`);
    const database = await done(indexedDB.open(name));
    const store = database.transaction('lessons', 'readwrite').objectStore('lessons');
    const rows: (SearchableLesson & { id: number })[] = await done(store.getAll());
    const all = [...rows];
    for (let at = 0; all.length < wanted; at += 1) {
      const row = rows[at % rows.length];
      if (!row) throw new Error('No lesson is on the device.');
      const copy = { ...row, id: 1_000_000 + at, body: `${row.body}\n\n${row.body}` };
      await done(store.put(copy));
      all.push(copy);
    }
    database.close();
    return all.map(({ title, description, body }) => ({ title, description, body, captions: null }));
  }, LESSONS);
}

/** Begins to wait for typed text, and then for the frame that shows a lesson found by it. */
function watchSearch(): void {
  window.found = new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error('Nothing was found within ten seconds.')), 10_000);
    let typedAt = 0;
    addEventListener('input', (event) => (typedAt = event.timeStamp), { capture: true, once: true });
    const observer = new MutationObserver(() => {
      if (typedAt === 0 || !document.querySelector('main [aria-labelledby=in-lessons] li')) return;
      observer.disconnect();
      const painted = () => resolve(performance.now() - typedAt);
      requestAnimationFrame(() => void scheduler.postTask(painted, { priority: 'user-blocking' }));
    });
    observer.observe(document.body, { childList: true, subtree: true });
  });
}

async function searchRound(page: Page): Promise<number[]> {
  const box = page.getByRole('main').getByLabel('Search courses');
  const times: number[] = [];
  for (const word of WORDS) {
    await box.fill('');
    await page.waitForTimeout(BETWEEN_SEARCHES_MS);
    await box.focus();
    await page.evaluate(watchSearch);
    await page.keyboard.insertText(word);
    await page.waitForTimeout(BETWEEN_SEARCHES_MS);
    times.push(await page.evaluate(() => window.found ?? Number.NaN));
  }
  return times;
}

export async function measure({ rounds }: Plan): Promise<Row[]> {
  const server = await startProduct(newFolder());
  const device = await startDevice(newProfile());
  try {
    const page = device.pages()[0] ?? (await device.newPage());
    const origin = originOf(server);
    await signInOnPage(page, origin);
    await underWorker(page);
    const lessons = await fillDevice(page, origin);
    await page.context().setOffline(true);
    await slowDown(page);
    const times: number[][] = [];
    for (let round = 0; round < rounds; round += 1) {
      // Each round begins with the first search of a page, which reads the lessons.
      await page.goto(origin);
      await page.locator('main li h3').first().waitFor();
      times.push(await searchRound(page));
    }
    const all = times.flat();
    const indexes = lessons.map((lesson, at) => indexLesson(at, lesson));
    const megabytes = indexes.reduce((sum, { title, text }) => sum + 2 * (title.length + text.length), 0) / 1e6;
    const what = `${lessons.length} lessons on the device, built app in Chromium at 4x CPU slowdown, offline`;
    return [
      {
        number: '19',
        what: `${what}: a word typed to the first lesson painted, p95 of ${all.length} searches (median ${Math.round(quantile(all, 0.5))} ms; in brackets the p95 of the rounds)`,
        measured: { ...spreadOf(times.map((of) => quantile(of, 0.95))), value: quantile(all, 0.95) },
        budget: atMost(150, 'ms'),
      },
      {
        number: '19',
        what: `the index of these ${lessons.length} lessons, in memory at two bytes a character`,
        measured: spreadOf([megabytes]),
        budget: atMost(2, 'MB'),
      },
    ];
  } finally {
    await device.close();
    await server.stop();
  }
}
