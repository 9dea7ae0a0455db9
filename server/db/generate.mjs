// `npm run db:generate -- --name what-changes`: writes the next migration of both engines from schema.ts.
import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { explain } from '../launch.mjs';

const top = fileURLToPath(new URL('../..', import.meta.url));
const drizzleKit = join(dirname(fileURLToPath(import.meta.resolve('drizzle-kit'))), 'bin.cjs');
const ENGINES = [
  ['sqlite', 'sqlite'],
  ['postgres', 'postgresql'],
];

/** Writes what is missing into the folders `sqlite` and `postgres` below `out`, a path from the project's top. */
export function generateMigrations(out, more = []) {
  return ENGINES.map(([engine, dialect]) => {
    const where = [`--schema=./server/db/schema.cjs`, `--out=${out}/${engine}`];
    const done = spawnSync(process.execPath, [drizzleKit, 'generate', `--dialect=${dialect}`, ...where, ...more], {
      cwd: top,
      encoding: 'utf8',
    });
    if (done.status !== 0) throw new Error(`drizzle-kit failed for ${engine}:\n${done.stdout}\n${done.stderr}`);
    return done.stdout;
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const usage = 'Usage: npm run db:generate -- [--name WHAT-CHANGES]\nWrites the next migration of both engines.';
  explain(usage, ([flag = '--name', ...names]) => flag === '--name' && names.length < 2);
  for (const output of generateMigrations('./server/db/migrations', process.argv.slice(2))) console.log(output);
}
