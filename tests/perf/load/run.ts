// `npm run test:load`: does a class behind one address get in, and are analytics fast when the data are large? Plants 1,000,000 quiz attempts over 10,000 people and a tenth
// of them, on SQLite and on PostgreSQL, times every analytics call, and fails when row 12 of the budgets is missed.
// Lists of people are timed with 100,000 of them beside 1,000 (--people N changes the larger number).
// --attempts N, --rounds N (at least 7), --engine sqlite|postgres; --only class|people|analytics.
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startCluster } from '../../postgres-cluster.ts';
import { startReference } from '../bench/stage.ts';
import { PEOPLE_CALLS, type Timed, timeCalls } from './calls.ts';
import { signClassIn } from './class.ts';
import { timeInserts } from './inserts.ts';
import { newFolder, openInstallation } from './installation.ts';
import { fitting, PEOPLE, plantPeople, plantPostgres, plantSqlite } from './plant.ts';

/** Row 12 of the budgets. */
const GROWTH = 1.5;
const ROLL_UP = 2;
/** Of a list of people, with a hundred times as many. */
const PEOPLE_GROWTH = 2;
const FEW_PEOPLE = 1_000;
/** Worth a remark; no failure, as the times of a shared machine are nobody's promise. */
const SLOW_MS = 300;

const { values } = parseArgs({
  options: {
    attempts: { type: 'string', default: '1000000' },
    people: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '7' },
    engine: { type: 'string' },
    only: { type: 'string' },
  },
});
const attempts = fitting(Number(values.attempts));
const rounds = Math.max(7, Number(values.rounds));
const sizes = { large: attempts, small: fitting(attempts / 10) };

type Urls = Record<keyof typeof sizes, string>;

const ENGINES = {
  sqlite: async (measure: (newUrl: (name: string) => Promise<string>) => Promise<void>) => {
    const folder = newFolder();
    await measure(async (name) => `file:${join(folder, `${name}.db`)}`);
  },
  postgres: async (measure: (newUrl: (name: string) => Promise<string>) => Promise<void>) => {
    const cluster = await startCluster(['max_connections=50', 'shared_buffers=256MB', 'max_wal_size=4GB']);
    try {
      await measure(async (name) => {
        await cluster.createDatabase(name);
        return `${cluster.url}/${name}`;
      });
    } finally {
      await cluster.stop();
    }
  },
};

/** Times these calls on two databases of one engine. */
async function timeBoth(urls: Urls, growth: number, calls?: typeof PEOPLE_CALLS): Promise<Timed[]> {
  const [large, small] = [await openInstallation(urls.large), await openInstallation(urls.small)];
  const bare = await startReference('bare-server.ts');
  try {
    return await timeCalls({ large, small, barePort: bare.port, rounds }, growth, calls);
  } finally {
    for (const server of [large, small, bare]) await server.stop();
  }
}

/** Prints what analytics cost on one engine; answers each missed budget in a sentence. */
async function measureAnalytics(engine: string, urls: Urls): Promise<string[]> {
  const rolledUp = await timeInserts(urls.large, rounds);
  const rows = await timeBoth(urls, GROWTH);
  print(
    `${engine}, ${count.format(sizes.large)} attempts of ${count.format(PEOPLE)} people, and a tenth of them`,
    rows,
  );
  const { value, least, most } = rolledUp;
  console.log(`attempt with roll-up : plain insert = ${value.toFixed(2)} (${least.toFixed(2)} to ${most.toFixed(2)})`);
  if (value <= ROLL_UP) return grownMore(rows, GROWTH);
  return [...grownMore(rows, GROWTH), `an attempt with its roll-up is ${value.toFixed(2)} plain inserts.`];
}

/** The same for lists of people. */
async function measurePeople(engine: string, urls: Urls): Promise<string[]> {
  const rows = await timeBoth(urls, PEOPLE_GROWTH, PEOPLE_CALLS);
  print(`${engine}, ${count.format(Number(values.people))} people beside ${count.format(FEW_PEOPLE)}`, rows);
  return grownMore(rows, PEOPLE_GROWTH);
}

const grownMore = (rows: Timed[], most: number) =>
  rows
    .filter(({ growth }) => growth > most)
    .map(({ what, growth }) => `${what} takes ${growth.toFixed(2)} times as long with more data.`);

const count = new Intl.NumberFormat('en');

function print(title: string, rows: Timed[]): void {
  console.log(`\n${title}; medians of ${rounds} rounds`);
  console.log('| call | ms | ms with less | growth | bare answers |\n|---|---|---|---|---|');
  for (const { what, ms, smallMs, growth, bare } of rows)
    console.log(`| ${what} | ${ms.toFixed(1)} | ${smallMs.toFixed(1)} | ${growth.toFixed(2)} | ${bare.toFixed(1)} |`);
  for (const { what, ms } of rows) if (ms > SLOW_MS) console.log(`slow: ${what}, ${ms.toFixed(0)} ms`);
}

const started = Date.now();
const wants = (part: string) => values.only === undefined || values.only === part;
const failures: string[] = wants('class') ? await signClassIn() : [];
for (const [engine, withDatabases] of Object.entries(ENGINES)) {
  if (values.only === 'class' || (values.engine && values.engine !== engine)) continue;
  await withDatabases(async (newUrl) => {
    const plant = engine === 'sqlite' ? plantSqlite : plantPostgres;
    const urlsOf = async (
      plantOne: (url: string, amount: number) => Promise<void>,
      amounts: typeof sizes,
      name: string,
    ) => {
      const urls = { large: await newUrl(`${name}_large`), small: await newUrl(`${name}_small`) };
      for (const size of ['large', 'small'] as const) await plantOne(urls[size], amounts[size]);
      return urls;
    };
    const missed: string[] = [];
    if (wants('analytics')) missed.push(...(await measureAnalytics(engine, await urlsOf(plant, sizes, 'analytics'))));
    const amounts = { large: Number(values.people), small: FEW_PEOPLE };
    if (wants('people')) missed.push(...(await measurePeople(engine, await urlsOf(plantPeople, amounts, 'people'))));
    failures.push(...missed.map((sentence) => `${engine}: ${sentence}`));
  });
}
console.log(`\n${Math.round((Date.now() - started) / 1000)} s, ${failures.length} budgets missed`);
for (const failure of failures) console.error(failure);
process.exit(failures.length > 0 ? 1 : 0);
