// Budgets 10 and 16: what a first visit asks for before it is usable, and what the worker and the engine weigh.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Browser, Request } from '@playwright/test';
import { build } from 'vite';
import { type Mark, openUntilUsable, startBrowser } from './browser.ts';
import { precached } from './install.ts';
import { lessonPath, originOf, sampleContent, signInOnPage } from './learner-device.ts';
import { spreadOf } from './rounds.ts';
import { newFolder, stage, startProduct } from './stage.ts';
import { atMost, type Budget, type Row } from './table.ts';

const row = (number: string, what: string, value: number, budget: Budget): Row => ({
  number,
  what,
  measured: spreadOf([value]),
  budget,
});

const kilobytes = (bytes: number) => bytes / 1024;

function gzipOf(path: string): number {
  const file = join(stage(), 'dist/client', path);
  return existsSync(`${file}.gz`)
    ? readFileSync(`${file}.gz`).length
    : gzipSync(readFileSync(file), { level: 9 }).length;
}

type State = Awaited<ReturnType<Awaited<ReturnType<Browser['newContext']>>['storageState']>>;

/** What a browser holds of somebody who has signed in and seen nothing else yet: the session, no content, no worker. */
async function signedIn(browser: Browser, origin: string, email?: string): Promise<State> {
  const context = await browser.newContext();
  await signInOnPage(await context.newPage(), origin, email);
  const state = await context.storageState({ indexedDB: true });
  await context.close();
  for (const kept of state.origins as { indexedDB?: { name: string }[] }[]) {
    kept.indexedDB = kept.indexedDB?.filter(({ name }) => name === 'groundwork-device') ?? [];
  }
  return state;
}

/** Opens the address with nothing but the session; returns what the page asked for until it was usable. */
async function firstVisit(browser: Browser, storageState: State, address: string, selector: Mark['selector']) {
  const context = await browser.newContext({ storageState });
  const page = await context.newPage();
  const asked: Request[] = [];
  page.on('request', (request) => asked.push(request));
  const usable = await openUntilUsable(page, address, { selector });
  const until = (await page.evaluate(() => performance.timeOrigin)) + usable;
  // The times of a request are known once it has ended.
  await page.waitForLoadState('networkidle');
  const before = asked.filter((request) => request.timing().startTime <= until);
  const paths = before
    .filter((request) => request.resourceType() === 'script')
    .map((request) => new URL(request.url()));
  const inline = await page.evaluate(() => [...document.scripts].map((script) => script.text).join(''));
  await context.close();
  const files = [...new Set(paths.map(({ pathname }) => pathname))];
  const bytes = files.reduce(
    (sum, path) => sum + gzipOf(path),
    inline === '' ? 0 : gzipSync(inline, { level: 9 }).length,
  );
  return { scripts: kilobytes(bytes), files: files.length, requests: before.length };
}

async function weighPages(): Promise<Row[]> {
  const server = await startProduct(newFolder());
  const browser = await startBrowser();
  try {
    const origin = originOf(server);
    const { lessonOf } = await sampleContent(server);
    const learner = await signedIn(browser, origin);
    const author = await signedIn(browser, origin, 'super@demo.example');

    const catalog = await firstVisit(browser, learner, origin, 'main li h3');
    const visits = [
      { title: 'the catalog', visit: catalog, most: 165 },
      {
        title: 'a text lesson',
        visit: await firstVisit(browser, learner, origin + lessonPath(lessonOf('text')), 'main h1'),
        most: 165,
      },
      {
        title: 'a video lesson, its player included,',
        visit: await firstVisit(browser, learner, origin + lessonPath(lessonOf('video')), 'main video'),
        most: 165,
      },
      {
        title: 'an admin table (/admin/users)',
        visit: await firstVisit(browser, author, `${origin}/admin/users`, 'main tbody tr td'),
        most: 230,
      },
    ];
    return [
      ...visits.map(({ title, visit, most }) =>
        row(
          '10',
          `JavaScript (gzip) that a first visit asks for until ${title} is usable, ${visit.files} files`,
          visit.scripts,
          atMost(most, 'KB'),
        ),
      ),
      row('10', 'requests of a first visit until the catalog is usable', catalog.requests, atMost(12)),
    ];
  } finally {
    await browser.close();
    await server.stop();
  }
}

/** Kilobytes of the engine in one module, minified as in the app; Dexie and zod, which the app has anyway, stay outside. */
async function weighEngine(): Promise<number> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    build: {
      write: false,
      minify: true,
      target: 'es2023',
      modulePreload: false,
      rollupOptions: {
        input: join(import.meta.dirname, '../../../sync/engine.ts'),
        preserveEntrySignatures: 'strict',
        external: ['dexie', 'zod/mini'],
        output: { codeSplitting: false },
      },
    },
  });
  const outputs = Array.isArray(built) ? built.flatMap(({ output }) => output) : 'output' in built ? built.output : [];
  const [chunk, ...more] = outputs.filter((output) => output.type === 'chunk');
  if (!chunk || more.length > 0) throw new Error('The engine was not built as one module.');
  return kilobytes(gzipSync(chunk.code, { level: 9 }).length);
}

export async function measure(): Promise<Row[]> {
  return [
    ...(await weighPages()),
    row('10', 'the service worker (gzip)', kilobytes(gzipOf('/service-worker.js')), atMost(65, 'KB')),
    row('10', 'files in the precache of the built worker', precached().length, atMost(40)),
    row(
      '16',
      'sync/engine.ts with all it imports (gzip), without Dexie and zod/mini, which the app has anyway',
      await weighEngine(),
      atMost(16, 'KB'),
    ),
  ];
}
