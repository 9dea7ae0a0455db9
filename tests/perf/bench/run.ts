// `npm run bench` measures every budget that has a measurement here, on what `npm run build` made; `npm run bench -- saved drain`
// only those subjects, `--only 6,7,10b` only those rows. --write puts the rows into the table of docs/performance.md, --rounds N and
// --rows N change the size, --test-minutes N stands in for the time of the last `npm test` in this folder.
import { existsSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { explain } from '../../../server/launch.mjs';
import { type Plan, spreadOf } from './rounds.ts';
import { atMost, type Row, replaceSection, writeSection } from './table.ts';

interface Subject {
  rows: string[];
  load: () => Promise<{ measure: (plan: Plan) => Promise<Row[]> }>;
}

const SUBJECTS: Record<string, Subject> = {
  weight: { rows: ['10', '16'], load: () => import('./weight.ts') },
  post: { rows: ['1', '2', '4'], load: () => import('./post.ts') },
  postgres: { rows: ['3', '3b', '4'], load: () => import('./post-postgres.ts') },
  reads: { rows: ['5'], load: () => import('./reads.ts') },
  saved: { rows: ['6'], load: () => import('./saved.ts') },
  drain: { rows: ['7'], load: () => import('./drain.ts') },
  rivals: { rows: ['8'], load: () => import('./rivals.ts') },
  batch: { rows: ['9'], load: () => import('./batch.ts') },
  install: { rows: ['10b'], load: () => import('./install.ts') },
  start: { rows: ['11'], load: () => import('./cold-start.ts') },
  upload: { rows: ['13'], load: () => import('./upload.ts') },
  download: { rows: ['14'], load: () => import('./download.ts') },
  tests: { rows: ['17'], load: async () => ({ measure: readTestRun }) },
  unsent: { rows: ['18'], load: () => import('./unsent.ts') },
  search: { rows: ['19'], load: () => import('./search.ts') },
  texts: { rows: ['20'], load: () => import('./texts.ts') },
  courses: { rows: ['21'], load: () => import('./sent-courses.ts') },
  storms: { rows: ['22'], load: () => import('./storms.ts') },
};

explain(
  `Usage: npm run bench -- [SUBJECT ...] [--write] [--only ROWS] [--rounds N] [--rows N] [--test-minutes N]
Subjects: ${Object.keys(SUBJECTS).join(', ')}`,
  () => true,
);
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    write: { type: 'boolean', default: false },
    only: { type: 'string' },
    rounds: { type: 'string', default: '7' },
    rows: { type: 'string', default: '1000000' },
    'test-minutes': { type: 'string' },
  },
});
const only = values.only?.split(',');
const known = Object.values(SUBJECTS).flatMap(({ rows }) => rows);
const unknown = [
  ...positionals.filter((name) => !(name in SUBJECTS)),
  ...(only?.filter((row) => !known.includes(row)) ?? []),
];
if (unknown.length > 0) {
  const names = Object.entries(SUBJECTS).map(([name, { rows }]) => `${name} (${rows.join(', ')})`);
  console.error(`There is no "${unknown.join('", "')}" to measure: ${names.join(', ')}.`);
  process.exit(1);
}

if (values.write && positionals.length > 0) {
  console.error('--write replaces whole rows, of which a subject may measure a part: name them by --only.');
  process.exit(1);
}

/** Row 17: tests/run.mjs notes how long a whole `npm test` took; a run in another folder is given by hand. */
async function readTestRun(): Promise<Row[]> {
  const file = new URL('../../../node_modules/.cache/groundwork-test-run.json', import.meta.url);
  const given = values['test-minutes'];
  if (given === undefined && !existsSync(file)) {
    throw new Error('No whole `npm test` has passed in this folder: run it, or say --test-minutes N.');
  }
  const noted = given === undefined ? JSON.parse(readFileSync(file, 'utf8')) : { minutes: Number(given) };
  const source = given === undefined ? `in this folder, ended ${noted.endedAt}` : 'given by --test-minutes';
  const what = `the last whole \`npm test\` that passed (${source})`;
  return [{ number: '17', what, measured: spreadOf([noted.minutes]), budget: atMost(15, 'min') }];
}

const plan: Plan = { rounds: Number(values.rounds), rows: Number(values.rows) };
const measured: Row[] = [];
const failed: string[] = [];
for (const [name, { rows, load }] of Object.entries(SUBJECTS)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue;
  if (only && !rows.some((row) => only.includes(row))) continue;
  const started = Date.now();
  try {
    measured.push(...(await (await load()).measure(plan)));
  } catch (error) {
    failed.push(name);
    console.error(`${name} could not be measured:`, error);
  }
  console.log(`${name}: ${Math.round((Date.now() - started) / 1000)} s`);
}

const section = writeSection(
  measured.filter(({ number }) => !only || only.includes(number)),
  ['npm run bench', ...(process.argv.length > 2 ? ['--', ...process.argv.slice(2)] : [])].join(' '),
);
console.log(`\n${section}\n`);
if (failed.length > 0) {
  console.error(`Not measured, and not written: ${failed.join(', ')}.`);
  process.exit(1);
}
if (values.write) replaceSection(section);
process.exit(0);
