// PgBouncer in transaction mode before a test cluster: no two transactions of a client need to meet the same connection.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from './postgres-cluster.ts';

/** Fewer than clients have connections, so that they are handed around; more than a unit of work holds at once. */
const SERVER_CONNECTIONS = 8;

/** Starts it before the cluster at `url`. Throws where it is not installed. */
export async function startPgBouncer(url: string): Promise<{ url: string; stop: () => Promise<void> }> {
  const { port, username, password } = new URL(url);
  const folder = await mkdtemp(join(tmpdir(), 'groundwork-pgbouncer-'));
  const own = await freePort();
  const settings = join(folder, 'pgbouncer.ini');
  const lines = [
    '[databases]',
    `* = host=127.0.0.1 port=${port} user=${username} password=${password}`,
    '[pgbouncer]',
    ...['pool_mode=transaction', 'auth_type=any', 'listen_addr=127.0.0.1', `listen_port=${own}`, 'unix_socket_dir='],
    ...[
      `default_pool_size=${SERVER_CONNECTIONS}`,
      'max_client_conn=1000',
      'server_idle_timeout=5',
      'server_round_robin=1',
    ],
  ];
  await writeFile(settings, lines.join('\n'));
  // It refuses to run as root.
  const child = spawn('pgbouncer', [...(process.getuid?.() === 0 ? ['-u', 'nobody'] : []), settings]);
  const log: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => log.push(String(text)));
  const missing = once(child, 'error').then(() => {
    throw new Error('PgBouncer is not installed: apt-get install pgbouncer, or the same for your system.');
  });
  const ended = once(child, 'exit');
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
    await rm(folder, { recursive: true, force: true });
  };
  const address = `postgres://${username}@127.0.0.1:${own}`;
  const early = ended.then(() => {
    throw new Error(`PgBouncer ended by itself:\n${log.slice(-5).join('')}`);
  });
  early.catch(() => {});
  await Promise.race([missing, early, untilItAnswers(`${address}/postgres`)]);
  return { url: address, stop };
}

async function untilItAnswers(url: string): Promise<void> {
  for (;;) {
    const client = new pg.Client(url);
    const isThere = await client.connect().then(
      () => true,
      () => false,
    );
    if (isThere) return client.end();
    await sleep(50);
  }
}
