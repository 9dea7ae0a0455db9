// Budget 8: the same 1,000 entries drained by what one would otherwise take from the shelf.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { buildPage, openBenchPage } from './browser.ts';
import { type DrainStage, openDrainStage } from './drain.ts';
import type { DrainBench, Work } from './page-drain.ts';
import { type Plan, ratio } from './rounds.ts';
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
  { name: 'workbox', title: 'workbox-background-sync', least: 50 },
  { name: 'tanstack', title: 'TanStack offline-transactions', least: 50 },
  { name: 'rxdb', title: 'RxDB (Dexie storage, batches of 100)', least: 5 },
  { name: 'pouch', title: 'PouchDB (its own server in memory, batches of 100)', least: 5 },
] as const;

function install(): void {
  if (existsSync(join(FOLDER, 'node_modules/rxdb'))) return;
  console.log('Installing the libraries to compare with, into tests/bench/rivals/node_modules ...');
  const done = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], {
    cwd: FOLDER,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (done.status !== 0) throw new Error('The libraries to compare with could not be installed.');
}

/** Milliseconds of one drain by a rival, in a page of its own with an empty storage. */
async function drainBy(name: string, { server, browser, workOn }: DrainStage): Promise<number> {
  const pouch = name === 'pouch' ? await startPouch() : undefined;
  const page = await openBenchPage(browser, `http://localhost:${(pouch ?? server).port}/bench/${name}.html`);
  const work = workOn(ENTRIES);
  try {
    await page.evaluate((given) => (window.bench as RivalBench).enqueue(given), work);
    return await page.evaluate((given) => (window.bench as RivalBench).drain(given), work);
  } finally {
    await page.context().close();
    await pouch?.stop();
  }
}

const startPouch = () => startReference('rivals/pouch-server.mjs', { CLIENT_DIR: join(stage(), 'dist/client') });

export async function measure(_plan: Plan): Promise<Row[]> {
  install();
  // Before the server starts: it reads its files once.
  for (const { name } of RIVALS) await buildPage(name, `rivals/${name}.mjs`);
  const drainStage = await openDrainStage();
  const rows: Row[] = [];
  try {
    const work = drainStage.workOn(ENTRIES);
    await drainStage.page.evaluate((given) => (window.bench as DrainBench).fetchOnly(given), work);
    for (const { name, title, least } of RIVALS) {
      const before = await drainStage.drainOurs(ENTRIES);
      const theirs = await drainBy(name, drainStage);
      const after = await drainStage.drainOurs(ENTRIES);
      console.log(`${title}: ${Math.round(theirs)} ms, ours ${Math.round(before)} and ${Math.round(after)} ms`);
      rows.push({
        number: 8,
        what: `drain of 1,000 entries by ${title} : ours before and after it`,
        measured: ratio([theirs], [(before + after) / 2]),
        budget: atLeast(least),
      });
    }
  } finally {
    await drainStage.close();
  }
  return rows;
}
