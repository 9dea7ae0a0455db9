// What `npm start` runs: says in one sentence when this Node is too old, builds what is missing or stale, starts the server.
// Plain JavaScript on purpose: an old Node must be able to read it.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const top = fileURLToPath(new URL('..', import.meta.url));
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 24 || (major === 24 && minor < 7)) {
  console.error(
    `Groundwork needs Node 24.7 or newer and this is ${process.versions.node}: use "npm start" on Linux x64, where a fitting Node comes along, or install a newer Node.`,
  );
  process.exit(1);
}

const SOURCES = ['app', 'sync', 'server', 'vite.config.ts', 'manifest.webmanifest', 'package-lock.json'];

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
if (!existsSync(built) || stale) {
  console.log('Building Groundwork (only after a change) ...');
  // A process of its own: building sets NODE_ENV=production, and the server that starts here must not inherit that.
  const { status } = spawnSync(process.execPath, [join(top, 'server/build.mjs')], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
const { start } = await import('../dist/server/main.js');
await start();
