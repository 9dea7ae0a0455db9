// `npm run test:load`: does a class behind one address get in, do tablets that come back get rid of their work, and are analytics and
// lists fast when the data are large? Plants 100,000 people who take 1,000 courses with 10,000,000 attempts, the same with a tenth of
// the attempts, and 1,000 people, on SQLite and on PostgreSQL. Times every call of administration, and fails when row 12 or 15 of the budgets is missed, or when a call holds
// the event loop. About 20 minutes and 15 GB of disk; --attempts, --people make it smaller.
// --rounds N (at least 7), --engine sqlite|postgres; --only class,reconnect,people,analytics,work,mixed or some of them; mixed and reconnect only where they
// are named, mixed for --minutes N (30) on what `npm run build` made; --write puts rows 12 and 15, as
// far as they were measured, into docs/performance.md.
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { explain } from '../../../server/launch.mjs';
import { startCluster } from '../../postgres-cluster.ts';
import { startReference } from '../bench/stage.ts';
import { measuredWords, replaceSection } from '../bench/table.ts';
import { CALLS, PEOPLE_CALLS, type Timed, timeCalls } from './calls.ts';
import { signClassIn } from './class.ts';
import { timeInserts } from './inserts.ts';
import { newFolder, openInstallation } from './installation.ts';
import { liveThrough } from './mixed.ts';
import { fitting, type Plan, plant } from './plant.ts';
import { comeBack } from './reconnect.ts';
import { timeWork } from './work.ts';

/** Row 12 of the budgets. */
const GROWTH = 1.5;
const ROLL_UP = 2;
/** Of a list of people, with a hundred times as many. */
const PEOPLE_GROWTH = 2;
const FEW_PEOPLE = 1_000;
/** Longer, and other requests feel it. */
const HELD_MS = 100;
/** Worth a remark; no failure, as the times of a shared machine are nobody's promise. */
const SLOW_MS = 300;

explain(
  'Usage: npm run test:load -- [--only WORDS] [--engine ENGINE] [--people N] [--attempts N] [--rounds N] [--minutes N] [--write]',
  () => true,
);
const { values } = parseArgs({
  options: {
    attempts: { type: 'string', default: '10000000' },
    people: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '7' },
    engine: { type: 'string' },
    only: { type: 'string' },
    minutes: { type: 'string', default: '30' },
    write: { type: 'boolean', default: false },
  },
});
const rounds = Math.max(7, Number(values.rounds));
const [people, attempts] = [Number(values.people), Number(values.attempts)];
const plans = {
  large: fitting({ people, attempts }),
  fewerAttempts: fitting({ people, attempts: attempts / 10 }),
  fewPeople: fitting({ people: FEW_PEOPLE, attempts: 10 * FEW_PEOPLE }),
};

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

interface Pair {
  large: string;
  small: string;
}

/** Times these calls on two databases of one engine. */
async function timeBoth(urls: Pair, growth: number, calls: typeof CALLS): Promise<Timed[]> {
  const [large, small] = [await openInstallation(urls.large), await openInstallation(urls.small)];
  const bare = await startReference('bare-server.ts');
  try {
    return await timeCalls({ large, small, barePort: bare.port, rounds }, growth, calls);
  } finally {
    for (const server of [large, small, bare]) await server.stop();
  }
}

/** Prints what analytics cost on one engine; answers each missed budget in a sentence. */
async function measureAnalytics(engine: string, urls: Pair): Promise<string[]> {
  const rolledUp = await timeInserts(urls.large, rounds);
  const rows = await timeBoth(urls, GROWTH, CALLS);
  const { large, fewerAttempts } = plans;
  const sizes = `${count.format(large.attempts)} attempts beside ${count.format(fewerAttempts.attempts)}`;
  print(`${engine}, ${count.format(people)} people, ${sizes}`, rows);
  summarize(12, `${engine}, ${sizes}`, { rows, growth: GROWTH });
  const { value, least, most } = rolledUp;
  console.log(`attempt with roll-up : plain insert = ${value.toFixed(2)} (${least.toFixed(2)} to ${most.toFixed(2)})`);
  const missed = [...grownMore(rows, GROWTH), ...heldLong(rows)];
  if (value > ROLL_UP) missed.push(`an attempt with its roll-up is ${value.toFixed(2)} plain inserts.`);
  return missed;
}

/** The same for lists of people. */
async function measurePeople(engine: string, urls: Pair): Promise<string[]> {
  const rows = await timeBoth(urls, PEOPLE_GROWTH, PEOPLE_CALLS);
  const sizes = `${count.format(people)} people beside ${count.format(FEW_PEOPLE)}`;
  print(`${engine}, ${sizes}`, rows);
  summarize(15, `${engine}, ${sizes}`, { rows, growth: PEOPLE_GROWTH });
  return [...grownMore(rows, PEOPLE_GROWTH), ...heldLong(rows)];
}

const heldLong = (rows: Timed[]) =>
  rows
    .filter(({ heldMs }) => heldMs > HELD_MS)
    .map(({ what, heldMs }) => `${what} holds the event loop for ${heldMs.toFixed(0)} ms.`);

const grownMore = (rows: Timed[], most: number) =>
  rows
    .filter(({ growth }) => growth > most)
    .map(({ what, growth }) => `${what} takes ${growth.toFixed(2)} times as long with more data.`);

const count = new Intl.NumberFormat('en');

/** Rows 12 and 15 as they stand in docs/performance.md. */
const summaries: string[] = [];

/** Of all calls how many miss the budget, and the worst in each respect. */
function summarize(row: number, what: string, { rows, growth }: { rows: Timed[]; growth: number }): void {
  const worst = (by: 'growth' | 'ms' | 'heldMs', digits: number) => {
    const [most] = [...rows].sort((a, b) => b[by] - a[by]);
    return most ? `${most[by].toFixed(digits)} (${most.what})` : '';
  };
  const missed = rows.filter((one) => one.growth > growth || one.heldMs > HELD_MS).length;
  const figures = [worst('growth', 2), worst('ms', 0), worst('heldMs', 0), `${missed} of ${rows.length}`];
  summaries.push(`| ${[row, what, ...figures].join(' | ')} |`);
}

function print(title: string, rows: Timed[]): void {
  console.log(`\n${title}; medians of ${rounds} rounds`);
  console.log('| call | ms | ms with less | growth | loop held, ms | bare answers |\n|---|---|---|---|---|---|');
  for (const { what, ms, smallMs, growth, heldMs, bare } of rows) {
    const figures = [ms.toFixed(1), smallMs.toFixed(1), growth.toFixed(2), heldMs.toFixed(0), bare.toFixed(1)];
    console.log(`| ${[what, ...figures].join(' | ')} |`);
  }
  for (const { what, ms } of rows) if (ms > SLOW_MS) console.log(`slow: ${what}, ${ms.toFixed(0)} ms`);
}

/** What is measured on 100,000 people. */
const NEED_MANY = ['analytics', 'people', 'work'];
const started = Date.now();
const isNamed = (part: string) => values.only?.split(',').includes(part) ?? false;
const wants = (part: string) => values.only === undefined || isNamed(part);
const failures: string[] = wants('class') ? await signClassIn() : [];
for (const [engine, withDatabases] of Object.entries(ENGINES)) {
  if (values.only === 'class' || (values.engine && values.engine !== engine)) continue;
  await withDatabases(async (newUrl) => {
    if (isNamed('mixed')) {
      const missed = await liveThrough(engine, await newUrl('mixed'), Number(values.minutes));
      failures.push(...missed.map((sentence) => `${engine}: ${sentence}`));
    }
    if (isNamed('reconnect')) {
      const missed = await comeBack(engine, await newUrl('reconnect'));
      failures.push(...missed.map((sentence) => `${engine}: ${sentence}`));
    }
    if (!NEED_MANY.some(wants)) return;
    const planted = async (name: string, plan: Plan) => {
      const url = await newUrl(name);
      await plant(url, plan);
      return url;
    };
    const large = await planted('large', plans.large);
    const missed: string[] = [];
    if (wants('analytics')) {
      const small = await planted('fewer_attempts', plans.fewerAttempts);
      missed.push(...(await measureAnalytics(engine, { large, small })));
    }
    if (wants('people')) {
      const small = await planted('few_people', plans.fewPeople);
      missed.push(...(await measurePeople(engine, { large, small })));
    }
    // Last: it changes what is planted.
    if (wants('work')) missed.push(...(await timeWork(engine, large, HELD_MS, people)));
    failures.push(...missed.map((sentence) => `${engine}: ${sentence}`));
  });
}
const command = ['npm run test:load --', ...process.argv.slice(2)].join(' ');
const section = [
  measuredWords(command),
  `Medians of ${rounds} rounds; over budget is what grows more than ${GROWTH} times (row 12) or ${PEOPLE_GROWTH} times (row 15), or holds the loop for more than ${HELD_MS} ms.`,
  '',
  '| # | what | largest growth | longest, ms | loop held, ms | over budget |\n|---|---|---|---|---|---|',
  ...summaries,
].join('\n');
if (summaries.length > 0) console.log(`\n${section}`);
if (values.write) replaceSection(section, 'load');
console.log(`\n${Math.round((Date.now() - started) / 1000)} s, ${failures.length} budgets missed`);
for (const failure of failures) console.error(failure);
process.exit(failures.length > 0 ? 1 : 0);
