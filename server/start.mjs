// What `npm start` runs: it refuses an old Node, builds what is missing or stale (never in production), and starts the server.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { endWithNpm, explain, readDotEnv } from './launch.mjs';
import { refuseOldNode } from './node-version.mjs';

const top = fileURLToPath(new URL('..', import.meta.url));
refuseOldNode();
explain(`Usage: npm start
Builds what is missing or stale, and starts the server. Settings are read from the environment and from .env in this folder:
docs/operations/settings.md lists them.`);
readDotEnv();
endWithNpm();

const SOURCES = ['app', 'sync', 'server', 'content', 'vite.config.ts', 'package-lock.json'];

/** The newest change below `path`, in milliseconds. */
function newest(path) {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat) return 0;
  if (!stat.isDirectory()) return stat.mtimeMs;
  return Math.max(0, ...readdirSync(path).map((name) => newest(join(path, name))));
}

const built = join(top, 'dist/server/main.js');
const sourcesPresent = existsSync(join(top, 'vite.config.ts'));
const stale = sourcesPresent && newest(built) < Math.max(...SOURCES.map((name) => newest(join(top, name))));
if (process.env.NODE_ENV === 'production') {
  // A service may not write into its own folder, and would be restarted over and over.
  if (!existsSync(built)) {
    console.error('Nothing is built: run "npm run build" in this folder first, as the user who owns it.');
    process.exit(1);
  }
  if (stale)
    console.error(
      'The sources are newer than what is built in dist/, which is started: run "npm run build" and restart.',
    );
} else if (!existsSync(built) || stale) {
  console.log('Building Groundwork (only after a change) ...');
  // In a process of its own: building sets NODE_ENV=production, which the server must not inherit.
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(top, 'server/build.mjs')], { encoding: 'utf8' });
  if (status !== 0) {
    console.error(`${stdout}${stderr}`);
    process.exit(status ?? 1);
  }
}
const { start } = await import('../dist/server/main.js');
await start();
