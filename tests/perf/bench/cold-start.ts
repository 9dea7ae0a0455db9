// Budget 11: the browser started anew, no server, a slow processor: when can the catalog be used?
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Course } from '#sync/contract/course.ts';
import { type Mark, newProfile, openUntilUsable, slowDown, startDevice } from './browser.ts';
import { originOf, sampleContent, signInOnPage, underWorker } from './learner-device.ts';
import { interleave, type Plan, ratio } from './rounds.ts';
import { newFolder, serveFiles, startProduct } from './stage.ts';
import { atMost, type Row } from './table.ts';

const TITLES = 'main li h3';
const byHand = (name: string) => readFileSync(join(import.meta.dirname, 'limit', name));

/** A profile that has seen both pages; when it is done, neither server is there any more. */
async function prepareProfile(): Promise<{ profile: string; app: string; limit: string; count: number }> {
  const profile = newProfile();
  const product = await startProduct(newFolder());
  const limit = await serveFiles({
    '/': { type: 'text/html; charset=utf-8', body: byHand('limit.html') },
    '/worker.js': { type: 'text/javascript', body: byHand('worker.js') },
  });
  const device = await startDevice(profile);
  const page = device.pages()[0] ?? (await device.newPage());
  const { courses } = await sampleContent(product);
  await signInOnPage(page, originOf(product));
  await underWorker(page);
  const count = await page.locator(TITLES).count();
  await page.goto(limit.origin);
  // As many cards as the app shows.
  const kept = Array.from({ length: count }, (_, at) => ({ ...courses[at % courses.length], id: at + 1 }) as Course);
  await page.evaluate((given) => (window as unknown as { keep(courses: Course[]): Promise<void> }).keep(given), kept);
  await device.close();
  await product.stop();
  await limit.stop();
  return { profile, app: originOf(product), limit: limit.origin, count };
}

export async function measure({ rounds }: Plan): Promise<Row[]> {
  const { profile, app, limit, count } = await prepareProfile();
  const start = async (address: string, mark: Mark) => {
    const device = await startDevice(profile);
    try {
      const page = device.pages()[0] ?? (await device.newPage());
      await slowDown(page);
      return await openUntilUsable(page, address, mark);
    } finally {
      await device.close();
    }
  };
  const figures = await interleave(rounds, {
    app: () => start(app, { selector: TITLES, count }),
    limit: () => start(limit, { selector: TITLES, count, isReact: false }),
  });
  return [
    {
      number: '11',
      what: 'offline cold start at 4x CPU slowdown, new browser process, until the catalog is usable : hand-written page with raw IndexedDB',
      measured: ratio(figures.app, figures.limit),
      budget: atMost(3),
    },
  ];
}
