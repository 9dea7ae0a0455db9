// `npm run db:generate -- --name what-changes`: writes the next migration of both engines from schema.ts.
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const top = fileURLToPath(new URL('../..', import.meta.url));
const drizzleKit = join(dirname(createRequire(import.meta.url).resolve('drizzle-kit')), 'bin.cjs');

for (const engine of ['sqlite', 'postgres']) {
  const options = ['generate', `--config=server/db/drizzle.${engine}.ts`, ...process.argv.slice(2)];
  const { status } = spawnSync(process.execPath, [drizzleKit, ...options], { cwd: top, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
