// Opening: which addresses are taken, and what a SQLite file is set to.
import { chmodSync, existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '#server/db/client.ts';
import { readDataEpoch, rotateDataEpoch } from '#server/db/epoch.ts';
import { migrationsFolder } from '#server/db/files.ts';
import { migrateDatabase } from '#server/db/migrate.ts';
import { sqliteConnection } from '#server/db/sqlite.ts';
import { StartupError } from '#server/env.ts';
import { databasesOf, onEveryEngine } from '#tests/fixtures/db.ts';

describe('a SQLite file', () => {
  const { openDb, newUrl } = databasesOf('sqlite');

  test('survives a power cut, enforces references, and lets readers and the writer pass each other', async () => {
    const db = await openDatabase(await newUrl());
    onTestFinished(() => db.close());
    const connection = sqliteConnection(db);
    const setting = (name: string) => connection?.pragma(name, { simple: true });
    expect(setting('journal_mode')).toBe('wal');
    expect(setting('synchronous')).toBe(2);
    expect(setting('foreign_keys')).toBe(1);
    expect(setting('busy_timeout')).toBe(1_000);
  });

  test('is tolerated in two processes: a second connection reads and writes', async () => {
    const url = await newUrl();
    const [first, second] = [await openDb({ url }), await openDb({ url })];
    const { meta } = first.tables;
    await first.insert(meta).values({ key: 'from', value: 'first' });
    expect(await second.select().from(meta)).toEqual([{ key: 'from', value: 'first' }]);
    await second.delete(meta);
    expect(await first.select().from(meta)).toEqual([]);
  });

  test('locked by another process makes a write wait for a second, and the server no longer', async () => {
    const url = await newUrl();
    const [db, other] = [await openDb({ url }), await openDb({ url })];
    sqliteConnection(other)?.exec('begin exclusive');
    const startedAt = performance.now();
    const writes = [1, 2, 3].map((n) =>
      db.transact(function* (tx) {
        yield tx.insert(db.tables.meta).values({ key: `key ${n}`, value: 'mine' });
      }),
    );
    const told = await Promise.allSettled(writes);
    expect(performance.now() - startedAt).toBeLessThan(2_500);
    expect(told).toMatchObject(writes.map(() => ({ status: 'rejected', reason: { kind: 'unavailable' } })));
    sqliteConnection(other)?.exec('rollback');
    expect(await db.select().from(db.tables.meta)).toEqual([]);
  });

  test('is readable by the server alone, with its log and its index; a file of an earlier version becomes so', async () => {
    const url = await newUrl();
    const file = fileURLToPath(url.replace('file:', 'file://'));
    const modes = (...paths: string[]) => paths.map((path) => (statSync(path).mode & 0o777).toString(8));
    const db = await openDatabase(url);
    await migrateDatabase(db);
    expect(modes(file, `${file}-wal`, `${file}-shm`)).toEqual(['600', '600', '600']);
    await db.close();
    chmodSync(file, 0o644);
    const again = await openDatabase(url);
    expect(modes(file)).toEqual(['600']);
    await again.close();
  });

  test('may be named by an absolute address with slashes', async () => {
    const url = await newUrl();
    const db = await openDatabase(url.replace('file:', 'file://'));
    await db.ping();
    await db.close();
  });

  test('that is no database is refused without a stack of the driver', async () => {
    const notADatabase = fileURLToPath(import.meta.url);
    const failed = await openDatabase(`file:${notADatabase}`).catch((error) => error);
    expect(failed).toMatchObject({ name: 'DatabaseError', code: 'SQLITE_NOTADB' });
  });
});

test.each(['', 'mysql://host/db', 'groundwork.db', 'https://host'])(
  'the address "%s" is refused in a sentence',
  async (url) => {
    await expect(openDatabase(url)).rejects.toThrow(StartupError);
    await expect(openDatabase(url)).rejects.toThrow('must begin with file: or postgres://');
  },
);

test('the files that travel with the database are found', () => {
  expect(existsSync(join(migrationsFolder('sqlite'), 'meta/_journal.json'))).toBe(true);
  expect(existsSync(join(migrationsFolder('postgres'), 'meta/_journal.json'))).toBe(true);
});

onEveryEngine('the data epoch', (openDb) => {
  test('[Y20] is created once, also by many simultaneous reads, and stays', async () => {
    const db = await openDb();
    const answers = await Promise.all(Array.from({ length: 10 }, () => readDataEpoch(db)));
    expect(new Set(answers).size).toBe(1);
    expect(await readDataEpoch(db)).toBe(answers[0]);
  });

  test('[Y20, Z12] is another one after a restore', async () => {
    const db = await openDb();
    const before = await readDataEpoch(db);
    const after = await rotateDataEpoch(db);
    expect(after).not.toBe(before);
    expect(await readDataEpoch(db)).toBe(after);
  });
});
