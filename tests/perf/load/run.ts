// `npm run test:load`: does a class behind one address get in, and are analytics fast when the data are large? Plants 1,000,000 quiz attempts over 10,000 people and a tenth
// of them, on SQLite and on PostgreSQL, times every analytics call, and fails when row 12 of the budgets is missed.
// --attempts N, --rounds N (at least 7), --engine sqlite|postgres; --only class leaves analytics out.
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startCluster } from '../../postgres-cluster.ts';
import type { Spread } from '../bench/rounds.ts';
import { startReference } from '../bench/stage.ts';
import { type Timed, timeCalls } from './calls.ts';
import { signClassIn } from './class.ts';
import { timeInserts } from './inserts.ts';
import { newFolder, openInstallation } from './installation.ts';
import { fitting, PEOPLE, plantPostgres, plantSqlite } from './plant.ts';

/** Row 12 of the budgets. */
const GROWTH = 1.5;
const ROLL_UP = 2;
/** Worth a remark; no failure, as the times of a shared machine are nobody's promise. */
const SLOW_MS = 300;

const { values } = parseArgs({
  options: {
    attempts: { type: 'string', default: '1000000' },
    rounds: { type: 'string', default: '7' },
    engine: { type: 'string' },
    only: { type: 'string' },
  },
});
const attempts = fitting(Number(values.attempts));
const rounds = Math.max(7, Number(values.rounds));
const sizes = { large: attempts, small: fitting(attempts / 10) };

type Urls = Record<keyof typeof sizes, string>;

async function onSqlite(measure: (urls: Urls) => Promise<string[]>): Promise<string[]> {
  const folder = newFolder();
  const files = { large: join(folder, 'large.db'), small: join(folder, 'small.db') };
  await plantSqlite(files.large, sizes.large);
  await plantSqlite(files.small, sizes.small);
  return measure({ large: `file:${files.large}`, small: `file:${files.small}` });
}

async function onPostgres(measure: (urls: Urls) => Promise<string[]>): Promise<string[]> {
  const cluster = await startCluster(['max_connections=50', 'shared_buffers=256MB', 'max_wal_size=4GB']);
  try {
    const urls = { large: `${cluster.url}/large`, small: `${cluster.url}/small` };
    for (const size of ['large', 'small'] as const) {
      await cluster.createDatabase(size);
      await plantPostgres(urls[size], sizes[size]);
    }
    return await measure(urls);
  } finally {
    await cluster.stop();
  }
}

/** Times everything on one engine and prints it; answers each missed budget in a sentence. */
async function measureEngine(engine: string, urls: Urls): Promise<string[]> {
  const rolledUp = await timeInserts(urls.large, rounds);
  const [large, small] = [await openInstallation(urls.large), await openInstallation(urls.small)];
  const bare = await startReference('bare-server.ts');
  try {
    const rows = await timeCalls({ large, small, barePort: bare.port, rounds }, GROWTH);
    print(engine, rows, rolledUp);
    return missed(rows, rolledUp).map((sentence) => `${engine}: ${sentence}`);
  } finally {
    for (const server of [large, small, bare]) await server.stop();
  }
}

function missed(rows: Timed[], rolledUp: Spread): string[] {
  const found = rows
    .filter(({ growth }) => growth > GROWTH)
    .map(({ what, growth }) => `${what} takes ${growth.toFixed(2)} times as long with ten times the attempts.`);
  if (rolledUp.value > ROLL_UP)
    found.push(`an attempt with its roll-up is ${rolledUp.value.toFixed(2)} plain inserts.`);
  return found;
}

const count = new Intl.NumberFormat('en');

function print(engine: string, rows: Timed[], rolledUp: Spread): void {
  const [large, small] = [count.format(sizes.large), count.format(sizes.small)];
  console.log(`\n${engine}, ${large} attempts of ${count.format(PEOPLE)} people; medians of ${rounds} rounds`);
  console.log(`| call | ms | ms with ${small} | growth | bare answers |\n|---|---|---|---|---|`);
  for (const { what, ms, smallMs, growth, bare } of rows)
    console.log(`| ${what} | ${ms.toFixed(1)} | ${smallMs.toFixed(1)} | ${growth.toFixed(2)} | ${bare.toFixed(1)} |`);
  for (const { what, ms } of rows) if (ms > SLOW_MS) console.log(`slow: ${what}, ${ms.toFixed(0)} ms`);
  const { value, least, most } = rolledUp;
  console.log(`attempt with roll-up : plain insert = ${value.toFixed(2)} (${least.toFixed(2)} to ${most.toFixed(2)})`);
}

const ENGINES: Record<string, (measure: (urls: Urls) => Promise<string[]>) => Promise<string[]>> = {
  sqlite: onSqlite,
  postgres: onPostgres,
};
const started = Date.now();
const failures: string[] = await signClassIn();
for (const [engine, plant] of Object.entries(ENGINES)) {
  if (values.only === 'class' || (values.engine && values.engine !== engine)) continue;
  failures.push(...(await plant((urls) => measureEngine(engine, urls))));
}
console.log(`\n${Math.round((Date.now() - started) / 1000)} s, ${failures.length} budgets missed`);
for (const failure of failures) console.error(failure);
process.exit(failures.length > 0 ? 1 : 0);
