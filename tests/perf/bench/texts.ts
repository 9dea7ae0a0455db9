// Lesson texts of full length, ordinary and the worst known ones: parsed here, and drawn by the built app.
import type { Page } from '@playwright/test';
import { LESSON_BODY_LIMIT } from '#sync/contract/lesson.ts';
import { parseText } from '#sync/contract/lesson-text.ts';
import { WORST_TEXTS } from '../../fixtures/worst-texts.ts';
import { newProfile, startDevice } from './browser.ts';
import { lessonPath, originOf, sampleContent, signInOnPage, underWorker } from './learner-device.ts';
import { type Plan, roundsThatFit, spreadOf } from './rounds.ts';
import { newFolder, startProduct } from './stage.ts';
import { atMost, type Row } from './table.ts';

const ORDINARY = 'an ordinary text';
const PARTS = [
  '## Doors',
  'Keep the **tripod** away from [mirrors](https://law.example).',
  '- a rope\n- a *lamp*',
  '| a | b |\n|---|---|\n| 1 | 2 |',
];
const { 'empty lines': _nothing, ...worst } = WORST_TEXTS;
const TEXTS: Record<string, string> = {
  [ORDINARY]: `${PARTS.join('\n\n')}\n\n`.repeat(2_000).slice(0, LESSON_BODY_LIMIT),
  ...worst,
};

function parsedIn(text: string): number {
  const began = performance.now();
  parseText(text);
  return performance.now() - began;
}

/** Makes this the text of a lesson that is on the device. */
const write = (page: Page, lesson: { id: number; body: string }) =>
  page.evaluate(async ({ id, body }) => {
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const names = (await indexedDB.databases()).flatMap(({ name }) => name ?? []);
    const database = await done(indexedDB.open(names.find((one) => /^groundwork:[0-9a-f-]{36}$/.test(one)) ?? ''));
    const store = database.transaction('lessons', 'readwrite').objectStore('lessons');
    await done(store.put({ ...(await done(store.get(id))), body }));
    database.close();
  }, lesson);

/** The longest task from the tap on a lesson until nothing of its text is added any more. */
async function longestTask(page: Page, path: string): Promise<number> {
  await page.evaluate(() => {
    const tasks: number[] = [0];
    new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({
      type: 'longtask',
    });
    Object.assign(window, { tasks });
  });
  await page.locator(`main a[href="${path}"]`).first().click();
  await page.locator('.prose').waitFor({ state: 'attached' });
  let [before, now] = [-1, 0];
  while (before !== now) {
    await page.waitForTimeout(700);
    [before, now] = [now, await page.locator('.prose').evaluate((text) => text.querySelectorAll('*').length)];
  }
  return page.evaluate(() => Math.max(...(window as unknown as { tasks: number[] }).tasks));
}

const MINUTES = 6;

export async function measure({ rounds }: Plan): Promise<Row[]> {
  for (const text of Object.values(TEXTS)) parsedIn(text);
  const parsed = Object.entries(TEXTS).map(([name, text]) => ({
    name,
    ...spreadOf(Array.from({ length: rounds }, () => parsedIn(text))),
  }));
  const server = await startProduct(newFolder());
  const device = await startDevice(newProfile());
  try {
    const page = device.pages()[0] ?? (await device.newPage());
    const origin = originOf(server);
    const lesson = (await sampleContent(server)).lessonOf('text');
    await signInOnPage(page, origin);
    await underWorker(page);
    await page.goto(origin + lessonPath(lesson));
    await page.locator('.prose').waitFor();
    await page.context().setOffline(true);
    const drawn: { name: string; tasks: number[] }[] = Object.keys(TEXTS).map((name) => ({ name, tasks: [] }));
    const fit = roundsThatFit(rounds, { roundMs: 4_000 * drawn.length, totalMs: MINUTES * 60_000 });
    for (let round = 0; round < fit; round += 1) {
      for (const { name, tasks } of drawn) {
        await write(page, { id: lesson.id, body: TEXTS[name] ?? '' });
        await page.goto(`${origin}/course/${lesson.courseId}`);
        await page
          .locator(`main a[href="${lessonPath(lesson)}"]`)
          .first()
          .waitFor();
        await page.waitForTimeout(500);
        tasks.push(await longestTask(page, lessonPath(lesson)));
      }
    }
    const tasks = drawn.map(({ name, tasks }) => ({ name, ...spreadOf(tasks) }));
    const rowsOf = (what: string, all: typeof parsed, limit: number) => {
      const ordinary = all.find(({ name }) => name === ORDINARY) ?? all[0];
      const worst = all.toSorted((a, b) => b.value - a.value)[0];
      return [ordinary, worst].flatMap((one) =>
        one ? [{ number: '20', what: `${what}: ${one.name}`, measured: one, budget: atMost(limit, 'ms') }] : [],
      );
    };
    const count = `the worst of ${drawn.length} texts`;
    return [
      ...rowsOf(`a lesson text of 200,000 characters parsed (${count} and an ordinary one)`, parsed, 300),
      ...rowsOf(
        'the same opened in the built app in Chromium, unthrottled, offline: the longest task until all of it is drawn',
        tasks,
        200,
      ),
    ];
  } finally {
    await device.close();
    await server.stop();
  }
}
