// Budget 11: the browser started anew, no server, a slow processor: when does the catalog stand there?
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Course } from '#sync/contract/course.ts';
import { newProfile, slowDown, startDevice } from './browser.ts';
import { originOf, sampleContent, signInOnPage, underWorker } from './learner-device.ts';
import { paintedAt, usableAt, watchPaint } from './painted.ts';
import { interleave, type Plan, ratio, spreadOf } from './rounds.ts';
import { newFolder, startProduct } from './stage.ts';
import { atMost, type Row } from './table.ts';

const TITLES = 'main li h3';

/** The hand-written page, on an origin of its own. */
async function serveLimit(): Promise<{ origin: string; server: Server }> {
  const file = (name: string) => readFileSync(join(import.meta.dirname, 'limit', name));
  const server = createServer((request, response) => {
    const isWorker = request.url === '/worker.js';
    response.writeHead(200, { 'Content-Type': isWorker ? 'text/javascript' : 'text/html; charset=utf-8' });
    response.end(file(isWorker ? 'worker.js' : 'limit.html'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { origin: `http://localhost:${(server.address() as AddressInfo).port}`, server };
}

/** A profile that has seen both pages; when it is done, neither server is there any more. */
async function prepareProfile(): Promise<{ profile: string; app: string; limit: string; count: number }> {
  const profile = newProfile();
  const product = await startProduct(newFolder());
  const { origin: limit, server } = await serveLimit();
  const device = await startDevice(profile);
  const page = device.pages()[0] ?? (await device.newPage());
  const { courses } = await sampleContent(product);
  await signInOnPage(page, product);
  await underWorker(page);
  const count = await page.locator(TITLES).count();
  await page.goto(limit);
  // As many cards as the app shows.
  const kept = Array.from({ length: count }, (_, at) => ({ ...courses[at % courses.length], id: at + 1 }) as Course);
  await page.evaluate((given) => (window as unknown as { keep(courses: Course[]): Promise<void> }).keep(given), kept);
  await device.close();
  await product.stop();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  return { profile, app: originOf(product), limit, count };
}

export async function measure({ rounds }: Plan): Promise<Row[]> {
  const { profile, app, limit, count } = await prepareProfile();
  const start = async (address: string, { isOurs = true, isSlow = true } = {}) => {
    const device = await startDevice(profile);
    try {
      const page = device.pages()[0] ?? (await device.newPage());
      if (isSlow) await slowDown(page);
      await watchPaint(page, { selector: TITLES, count });
      await page.goto(address);
      const painted = await paintedAt(page);
      return { painted, usable: isOurs ? await usableAt(page) : painted };
    } finally {
      await device.close();
    }
  };
  const figures = await interleave(rounds, {
    app: () => start(app),
    limit: () => start(limit, { isOurs: false }),
    fast: () => start(app, { isSlow: false }),
  });
  const painted = (name: keyof typeof figures) => figures[name].map((start) => start.painted);
  const usable = (name: keyof typeof figures) => figures[name].map((start) => start.usable);
  const what = 'offline cold start at 4x CPU slowdown, new browser process';
  return [
    {
      number: 11,
      what: `${what}: catalog painted : hand-written page with raw IndexedDB`,
      measured: ratio(painted('app'), painted('limit')),
      budget: atMost(2, { final: 1.1 }),
    },
    {
      number: 11,
      what: `${what}: catalog usable : the same`,
      measured: ratio(usable('app'), painted('limit')),
      budget: atMost(2.2),
    },
    {
      number: 11,
      what: `offline cold start, new browser process, this processor: catalog usable (at 4x CPU slowdown: ${Math.round(spreadOf(usable('app')).value)} ms)`,
      measured: spreadOf(usable('fast')),
      budget: atMost(2000, { unit: 'ms' }),
    },
  ];
}
