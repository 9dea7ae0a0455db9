// A disk that is full: what /api/ready and a write say of it, and that both are well again once there is room.
import { randomUUID } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { sqliteConnection } from '#server/db/sqlite.ts';
import { databasesOf } from '#tests/fixtures/db.ts';
import { startOn, type TestServer } from '#tests/fixtures/server.ts';

/** Where what is written to the media folder goes: /dev/full, which answers every write with the kernel's own ENOSPC. */
const disk = vi.hoisted(() => ({ isFull: false }));
vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof import('node:fs/promises')>();
  const writeFile: typeof real.writeFile = (file, ...rest) =>
    real.writeFile(disk.isFull && String(file).endsWith('.part') ? '/dev/full' : file, ...rest);
  return { ...real, writeFile };
});

const startServer = startOn(databasesOf('sqlite').openDb);
const ready = async (server: TestServer) => {
  const answer = await server.request('/api/ready');
  return { code: answer.status, ...((await answer.json()) as object) };
};

test('a full disk of the media is told by /api/ready, until there is room', async () => {
  const server = await startServer();
  disk.isFull = true;
  expect(await ready(server)).toMatchObject({ code: 503, status: 'unavailable', database: 'ok', media: 'full' });
  expect(server.logged.join('\n')).toContain('ENOSPC');
  disk.isFull = false;
  await expect.poll(() => ready(server), { timeout: 5000 }).toMatchObject({ code: 200, media: 'ok' });
});

test('a full disk of the database is told by /api/ready, until there is room', async () => {
  const server = await startServer();
  const connection = sqliteConnection(server.db);
  // What SQLite says of a full disk it says of its own limit too, once the pages that are there have no room for a row.
  connection?.pragma(`max_page_count = ${connection.pragma('page_count', { simple: true })}`);
  const fill = connection?.prepare("insert into meta (key, value) values (?, '')");
  for (let refused = 0; refused < 200; ) {
    try {
      fill?.run(randomUUID());
    } catch {
      refused += 1;
    }
  }
  expect(await ready(server)).toMatchObject({ code: 503, status: 'unavailable', database: 'full', media: 'ok' });
  connection?.pragma('max_page_count = 1000000');
  await expect.poll(() => ready(server), { timeout: 5000 }).toMatchObject({ code: 200, database: 'ok' });
});
