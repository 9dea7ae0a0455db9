// Budgets 10 and 16: how many bytes of JavaScript stand between a person and the page, and what the engine weighs.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { BrowserContext, Page } from '@playwright/test';
import { build, type Plugin } from 'vite';
import { startBrowser } from './browser.ts';
import { lessonPath, originOf, sampleContent, signInOnPage } from './learner-device.ts';
import { paintedAt, usableAt, watchPaint } from './painted.ts';
import type { Spread } from './rounds.ts';
import type { Spawned } from './spawned.ts';
import { newFolder, stage, startProduct } from './stage.ts';
import { atMost, type Budget, type Row } from './table.ts';

const once = (value: number): Spread => ({ value, least: value, most: value, rounds: 1 });
const kilobytes = (bytes: number) => bytes / 1024;

function gzipOf(path: string): number {
  const file = join(stage(), 'dist/client', path);
  return existsSync(`${file}.gz`)
    ? readFileSync(`${file}.gz`).length
    : gzipSync(readFileSync(file), { level: 9 }).length;
}

/** Kilobytes of the scripts that the page asked for before `moment`, in milliseconds since the navigation. */
async function scriptsBefore(page: Page, moment: number): Promise<number> {
  const paths = await page.evaluate((until) => {
    const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    return resources
      .filter(({ name, startTime }) => /\.js$/.test(name) && startTime <= until)
      .map(({ name }) => new URL(name).pathname);
  }, moment);
  const inline = await page.evaluate(() =>
    [...document.scripts]
      .filter((script) => !script.src)
      .map((script) => script.text)
      .join(''),
  );
  const bytes = [...new Set(paths)].reduce((sum, path) => sum + gzipOf(path), 0);
  return kilobytes(bytes + (inline === '' ? 0 : gzipSync(inline, { level: 9 }).length));
}

interface Visit {
  title: string;
  address: string;
  selector: string;
  /** Kilobytes until usable; none for a page that has no such budget. */
  usable?: Budget;
}

/** Opens the address with an empty HTTP cache and no worker. */
async function weigh(context: BrowserContext, { title, address, selector, usable }: Visit): Promise<Row[]> {
  const page = await context.newPage();
  await watchPaint(page, { selector, count: 1 });
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.setBypassServiceWorker', { bypass: true });
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  await page.goto(address);
  const [painted, answered] = [await paintedAt(page), await usableAt(page)];
  const rows: Row[] = [
    {
      number: 10,
      what: `JavaScript (gzip) asked for before ${title} is painted`,
      measured: once(await scriptsBefore(page, painted)),
      budget: atMost(5, { unit: 'KB' }),
    },
  ];
  if (usable) {
    const measured = once(await scriptsBefore(page, answered));
    rows.push({ number: 10, what: `JavaScript (gzip) asked for before ${title} is usable`, measured, budget: usable });
  }
  await page.close();
  return rows;
}

async function weighPages(server: Spawned): Promise<Row[]> {
  const browser = await startBrowser();
  try {
    const { texts } = await sampleContent(server);
    const [text] = texts;
    if (!text) throw new Error('The sample course lost its text lessons.');
    const origin = originOf(server);
    const visitor = await browser.newContext();
    const rows = await weigh(visitor, { title: 'the landing page', address: origin, selector: 'main h1' });
    const learner = await browser.newContext();
    const page = await learner.newPage();
    await signInOnPage(page, server);
    await page.goto(`${origin}${lessonPath(text)}`);
    await page.getByRole('heading', { level: 1, name: text.title }).waitFor();
    await page.close();
    const catalog = {
      title: 'the catalog',
      address: origin,
      selector: 'main li h3',
      usable: atMost(150, { final: 125, unit: 'KB' }),
    };
    rows.push(...(await weigh(learner, catalog)));
    const lesson = {
      title: 'a lesson',
      address: `${origin}${lessonPath(text)}`,
      selector: 'main article h1',
      usable: atMost(155, { final: 130, unit: 'KB' }),
    };
    rows.push(...(await weigh(learner, lesson)));
    return rows;
  } finally {
    await browser.close();
  }
}

/** What the engine loads late counts with it, without the bundler's own code for loading. */
const joined: Plugin = {
  name: 'groundwork-joined-engine',
  enforce: 'pre',
  transform(code, id) {
    if (!id.endsWith('/sync/engine.ts')) return;
    const late = "import('./network.ts')";
    if (!code.includes(late)) throw new Error('The engine has no late half: weigh it as it is.');
    return `import * as late from './network.ts';\n${code.replace(late, 'late')}`;
  },
};

/**
 * The engine in one module, minified as in the app, whose bundler sees that a shape nobody uses can go; Dexie and zod,
 * which the app has anyway, stay outside.
 */
async function weighEngine(): Promise<number> {
  const built = await build({
    configFile: false,
    plugins: [joined],
    logLevel: 'warn',
    build: {
      write: false,
      minify: true,
      target: 'es2023',
      modulePreload: false,
      rollupOptions: {
        input: join(import.meta.dirname, '../../sync/engine.ts'),
        preserveEntrySignatures: 'strict',
        external: ['dexie', 'zod/mini'],
        treeshake: { manualPureFunctions: ['z'] },
      },
    },
  });
  const outputs = Array.isArray(built) ? built.flatMap(({ output }) => output) : 'output' in built ? built.output : [];
  const code = outputs.flatMap((output) => (output.type === 'chunk' ? [output.code] : [])).join('');
  if (code === '') throw new Error('The engine was not built.');
  return kilobytes(gzipSync(code, { level: 9 }).length);
}

export async function measure(): Promise<Row[]> {
  const server = await startProduct(newFolder());
  try {
    return [
      ...(await weighPages(server)),
      {
        number: 10,
        what: 'the service worker with the engine (gzip)',
        measured: once(kilobytes(gzipOf('/service-worker.js'))),
        budget: atMost(65, { final: 55, unit: 'KB' }),
      },
      {
        number: 16,
        what: 'sync/engine.ts with all it imports, without dexie and zod/mini (gzip)',
        measured: once(await weighEngine()),
        budget: atMost(10, { unit: 'KB' }),
      },
    ];
  } finally {
    await server.stop();
  }
}
