// Prepared queries on PostgreSQL: planned once on a connection of our own, and unnamed behind a transaction pooler.
// `npm run test:pooler` plays this and its neighbours behind a real one.

import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { eq, sql } from 'drizzle-orm';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type Db, run } from '#server/db/client.ts';
import { postgresPool } from '#server/db/postgres.ts';
import { prepared } from '#server/db/prepared.ts';
import { lockOf } from '#server/db/serialized-queue.ts';
import { databasesOf } from '#tests/fixtures/db.ts';

const { newUrl, openDb } = databasesOf('postgres');

const findValue = prepared<{ key: string }>()(({ queries, tables: { meta } }) =>
  queries
    .select({ value: meta.value })
    .from(meta)
    .where(eq(meta.key, sql.placeholder('key'))),
);

async function namedOn(db: Db): Promise<number> {
  const found = await postgresPool(db)?.query('select count(*)::int as named from pg_prepared_statements');
  return found?.rows[0].named;
}

/** A road to PostgreSQL that gives its clients another process id than the backend's, as poolers do. */
async function withKeysOfItsOwn(url: string): Promise<string> {
  const { hostname, port } = new URL(url);
  const sockets: Socket[] = [];
  const road = createServer((client) => {
    const server = connect(Number(port), hostname);
    sockets.push(client, server);
    client.pipe(server);
    let isStarted = false;
    server.on('data', (bytes) => {
      if (!isStarted) isStarted = changeKey(bytes);
      client.write(bytes);
    });
    for (const [end, other] of [
      [client, server],
      [server, client],
    ] as const) {
      end.on('error', () => {});
      end.on('close', () => other.destroy());
    }
  }).listen(0, '127.0.0.1');
  await once(road, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    road.close();
  });
  return url.replace(`:${port}/`, `:${(road.address() as AddressInfo).port}/`);
}

/** Changes the process id in BackendKeyData ('K'), which comes with the parameters that follow a sign-in. */
function changeKey(bytes: Buffer): boolean {
  for (let at = 0; at + 5 < bytes.length; at += 1 + bytes.readUInt32BE(at + 1)) {
    if (bytes[at] !== 'K'.charCodeAt(0)) continue;
    bytes.writeUInt32BE(bytes.readUInt32BE(at + 5) ^ 0x55_55, at + 5);
    return true;
  }
  return false;
}

describe('a prepared query on PostgreSQL', () => {
  const read = async (db: Db) => {
    const key = randomUUID();
    await db.insert(db.tables.meta).values({ key, value: 'here' });
    const values = [await findValue(db, { key }), await findValue(db, { key })];
    values.push(await db.transact((tx) => run(findValue(tx, { key }))));
    values.push(await db.transact((tx) => run(findValue(tx, { key })), key));
    expect(values).toEqual(Array(4).fill([{ value: 'here' }]));
  };

  test('is named once on a connection, whoever asks on it', async () => {
    const db = await openDb({ poolSize: 1 });
    await read(db);
    // Played behind PgBouncer, nothing may be.
    expect(await namedOn(db)).toBe(process.env.TEST_POOLER ? 0 : 1);
  });

  test('stays unnamed behind what gives its clients keys of its own', async () => {
    const db = await openDb({ poolSize: 1, url: await withKeysOfItsOwn(await newUrl()) });
    await read(db);
    expect(await namedOn(db)).toBe(0);
  });

  test('stays named after a unit has failed beside others that asked it for the first time', async () => {
    const db = await openDb({ poolSize: 1 });
    const keys = Array.from({ length: 400 }, () => randomUUID());
    const ofOneQueue = keys.filter((key) => BigInt.asUintN(2, lockOf(key)) === 0n).slice(0, 3);
    const bad = db.transact(function* (tx) {
      yield* run(tx.insert(tx.tables.courseProgress).values({ userId: randomUUID(), courseId: 1 }));
    }, ofOneQueue[0]);
    const others = ofOneQueue.slice(1).map((key) => db.transact((tx) => run(findValue(tx, { key })), key));
    await expect(bad).rejects.toMatchObject({ kind: 'foreign_key' });
    expect(await Promise.all(others)).toEqual([[], []]);
    await read(db);
    expect(await namedOn(db)).toBe(process.env.TEST_POOLER ? 0 : 1);
  });

  test('is planned anew when a migration changed its columns beneath a running process', async () => {
    const db = await openDb({ poolSize: 1 });
    const other = await openDb({ url: postgresPool(db)?.options.connectionString as string });
    const alter = (type: string) => postgresPool(other)?.query(`alter table meta alter column value type ${type}`);
    await read(db);
    await alter('varchar(5000)');
    const key = randomUUID();
    await db.insert(db.tables.meta).values({ key, value: 'in turn' });
    expect(await db.transact((tx) => run(findValue(tx, { key })), key)).toEqual([{ value: 'in turn' }]);
    await read(db);
  });

  test('is planned anew in a unit without a key, too', async () => {
    const db = await openDb({ poolSize: 1 });
    const other = await openDb({ url: postgresPool(db)?.options.connectionString as string });
    await read(db);
    await postgresPool(other)?.query('alter table meta alter column value type varchar(5000)');
    expect(await db.transact((tx) => run(findValue(tx, { key: 'none' })))).toEqual([]);
  });
});
