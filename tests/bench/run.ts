// `npm run bench` measures every budget that can be measured by now; `npm run bench -- NAME ...` only those.
// --write puts the table into README.md, --rounds N and --rows N change the size, --test-minutes N is the last full test run.
import { parseArgs } from 'node:util';
import type { Plan } from './rounds.ts';
import { atMost, type Row, replaceSection, writeSection } from './table.ts';

type Subject = { measure: (plan: Plan) => Promise<Row[]> };

const SUBJECTS: Record<string, () => Promise<Subject>> = {
  weight: () => import('./weight.ts'),
  post: () => import('./post.ts'),
  postgres: () => import('./post-postgres.ts'),
  reads: () => import('./reads.ts'),
  batch: () => import('./batch.ts'),
  upload: () => import('./upload.ts'),
  tap: () => import('./tap.ts'),
  drain: () => import('./drain.ts'),
  rivals: () => import('./rivals.ts'),
  start: () => import('./cold-start.ts'),
  saved: () => import('./saved.ts'),
  download: () => import('./download.ts'),
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    write: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '7' },
    rows: { type: 'string', default: '1000000' },
    'test-minutes': { type: 'string' },
  },
});
const unknown = positionals.filter((name) => !(name in SUBJECTS));
if (unknown.length > 0) {
  console.error(`There is no "${unknown.join('", "')}" to measure: ${Object.keys(SUBJECTS).join(', ')}.`);
  process.exit(1);
}
if (values.write && positionals.length > 0) {
  console.error('--write is for a full run: a table of which half is old would say nothing.');
  process.exit(1);
}

const plan: Plan = { rounds: Number(values.rounds), rows: Number(values.rows) };
const rows: Row[] = [];
const failed: string[] = [];
for (const [name, load] of Object.entries(SUBJECTS)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue;
  const started = Date.now();
  try {
    rows.push(...(await (await load()).measure(plan)));
  } catch (error) {
    failed.push(name);
    console.error(`${name} could not be measured:`, error);
  }
  console.log(`${name}: ${Math.round((Date.now() - started) / 1000)} s`);
}
if (values['test-minutes'] !== undefined) {
  const minutes = Number(values['test-minutes']);
  const measured = { value: minutes, least: minutes, most: minutes, rounds: 1 };
  rows.push({ number: 17, what: 'the last whole test run', measured, budget: atMost(15, { unit: 'min' }) });
}

rows.sort((a, b) => a.number - b.number);
const section = writeSection(
  rows,
  ['npm run bench', ...(process.argv.length > 2 ? ['--', ...process.argv.slice(2)] : [])].join(' '),
);
console.log(`\n${section}\n`);
if (failed.length > 0) {
  console.error(`Not measured, and not written: ${failed.join(', ')}.`);
  process.exit(1);
}
if (values.write) replaceSection(section);
