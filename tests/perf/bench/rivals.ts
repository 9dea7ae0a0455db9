// Budget 8: the same 1,000 entries drained by what one would otherwise take from the shelf.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from '@playwright/test';
import { buildPage, openBenchPage, startBrowser } from './browser.ts';
import { DRAIN_SIZE } from './drain.ts';
import type { DrainBench, Work } from './page-drain.ts';
import { type Plan, ratio } from './rounds.ts';
import { drainIn, QUIET_MS, type SeededApp, startSeededApp } from './seeded-app.ts';
import { stage, startReference } from './stage.ts';
import { atLeast, type Row } from './table.ts';

const ENTRIES = 1_000;
const FOLDER = join(import.meta.dirname, 'rivals');

/** What each rival's page puts into `window.bench`. */
interface RivalBench {
  enqueue(work: Work): Promise<void>;
  drain(work: Work): Promise<number>;
}

const RIVALS = [
  { name: 'workbox', title: 'workbox-background-sync', least: 10 },
  { name: 'tanstack', title: 'TanStack offline-transactions', least: 10 },
  { name: 'rxdb', title: 'RxDB (Dexie storage, batches of 100)', least: 1 },
  { name: 'pouch', title: 'PouchDB (its own server in memory, batches of 100)', least: 1.5 },
] as const;

function install(): void {
  if (existsSync(join(FOLDER, 'node_modules/rxdb'))) return;
  console.log('Installing the libraries to compare with, into tests/perf/bench/rivals/node_modules ...');
  const done = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], {
    cwd: FOLDER,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (done.status !== 0) throw new Error('The libraries to compare with could not be installed.');
}

/** Milliseconds of one drain by a rival, in a page of its own with an empty storage. */
async function drainBy(name: string, browser: Browser, app: SeededApp): Promise<number> {
  const pouch = name === 'pouch' ? await startPouch() : undefined;
  const context = await browser.newContext();
  const page = await openBenchPage(context, `http://localhost:${(pouch ?? app).port}/bench/${name}.html`);
  const work = app.workOn(ENTRIES);
  try {
    await page.evaluate((given) => (window.bench as RivalBench).enqueue(given), work);
    return await page.evaluate((given) => (window.bench as RivalBench).drain(given), work);
  } finally {
    await context.close();
    await pouch?.stop();
  }
}

/** The same by our engine alone, in a page as bare as theirs. */
async function drainOurs(browser: Browser, app: SeededApp): Promise<number> {
  const context = await browser.newContext();
  const page = await openBenchPage(context, app.benchPage);
  try {
    const work = app.workOn(ENTRIES);
    await page.evaluate((given) => (window.bench as DrainBench).startEngine(given), work);
    return (await drainIn(page, work, () => page.waitForTimeout(QUIET_MS))).ms;
  } finally {
    await context.close();
  }
}

const startPouch = () => startReference('rivals/pouch-server.mjs', { CLIENT_DIR: join(stage(), 'dist/client') });

export async function measure(_plan: Plan): Promise<Row[]> {
  install();
  // Before the server starts: it reads its files once.
  for (const { name } of RIVALS) await buildPage(name, `rivals/${name}.mjs`);
  const app = await startSeededApp(DRAIN_SIZE);
  const browser = await startBrowser();
  const rows: Row[] = [];
  try {
    // Makes the rows that are changed from then on.
    await drainOurs(browser, app);
    for (const { name, title, least } of RIVALS) {
      const before = await drainOurs(browser, app);
      const theirs = await drainBy(name, browser, app);
      const after = await drainOurs(browser, app);
      console.log(`${title}: ${Math.round(theirs)} ms, ours ${Math.round(before)} and ${Math.round(after)} ms`);
      rows.push({
        number: '8',
        what: `drain of 1,000 entries by ${title} : our engine, before and after it`,
        measured: ratio([theirs], [(before + after) / 2]),
        budget: atLeast(least),
      });
    }
  } finally {
    await browser.close();
    await app.stop();
  }
  return rows;
}
