// Migrations at start: harmless when repeated or raced, never at the cost of rows.
import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { afterAll, describe, expect, inject, onTestFinished, test, vi } from 'vitest';
import { openMigrated } from '#server/compose.ts';
import { type Db, openDatabase } from '#server/db/client.ts';
import { readDataEpoch } from '#server/db/epoch.ts';
import { migrationsFolder } from '#server/db/files.ts';
import { migrateDatabase, requireThisVersion } from '#server/db/migrate.ts';
import { postgresPool } from '#server/db/postgres.ts';
import { sqliteConnection } from '#server/db/sqlite.ts';
import { readEnv } from '#server/env.ts';
import { databasesOf, onCluster, onEveryEngine } from '#tests/fixtures/db.ts';
import { withOneMore } from '#tests/fixtures/migrations.ts';

const folders: string[] = [];
const newFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'groundwork-migrate-'));
  folders.push(folder);
  return folder;
};
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

async function worksFrom(db: Db, migrations: number): Promise<void> {
  sqliteConnection(db)?.pragma(`user_version = ${migrations}`);
  await postgresPool(db)?.query(`comment on table drizzle.__drizzle_migrations is '${migrations}'`);
}

async function readWorksFrom(db: Db): Promise<number> {
  const found = await postgresPool(db)?.query("select obj_description('drizzle.__drizzle_migrations'::regclass) as n");
  return Number(found?.rows[0].n ?? sqliteConnection(db)?.pragma('user_version', { simple: true }));
}

onEveryEngine('migrating', (openDb, engine) => {
  test('a second time does nothing', async () => {
    const db = await openDb();
    await requireThisVersion(db, 'It');
    expect(await migrateDatabase(db)).toEqual({ applied: 0 });
  });

  test('applies pending migrations to a database with data', async () => {
    const db = await openDb();
    const epoch = await readDataEpoch(db);
    const folder = withOneMore(engine, 'alter table meta add column note text;');
    expect(await migrateDatabase(db, folder)).toMatchObject({ applied: 1 });
    expect(await readDataEpoch(db)).toBe(epoch);
  });

  test('refuses a database that a newer version has written', async () => {
    const db = await openDb();
    await migrateDatabase(db, withOneMore(engine, 'create table later (id integer);'));
    // As if that version's last migration had taken away what this one uses.
    await worksFrom(db, readMigrationFiles({ migrationsFolder: migrationsFolder(engine) }).length + 1);
    await expect(migrateDatabase(db)).rejects.toThrow('newer version');
  });

  test('works on a database to which a newer version has only added, and does not take it for its own', async () => {
    const db = await openDb();
    await migrateDatabase(db, withOneMore(engine, 'create table later (id integer);'));
    expect(await migrateDatabase(db)).toEqual({ applied: 0 });
    // Nobody copies what they know a part of.
    await expect(requireThisVersion(db, 'It')).rejects.toThrow('It was written by a newer version: use that one');
  });

  test('writes down at the next start what older versions must know, when the one that migrated was killed before it did', async () => {
    const db = await openDb();
    const own = await readWorksFrom(db);
    await worksFrom(db, 0);
    expect(await migrateDatabase(db)).toEqual({ applied: 0 });
    expect([own > 0, await readWorksFrom(db)]).toEqual([true, own]);
  });

  test('leaves the number of a newer version as it is', async () => {
    const db = await openDb();
    await migrateDatabase(db, withOneMore(engine, 'create table later (id integer);'));
    await worksFrom(db, 1);
    await migrateDatabase(db);
    expect(await readWorksFrom(db)).toBe(1);
  });

  test('notices a migration that is dated before the last one, which the migrator passes over in silence', async () => {
    const db = await openDb();
    const folder = withOneMore(engine, 'create table forgotten (id integer);', -100);
    await expect(migrateDatabase(db, folder)).rejects.toThrow('1 of the migrations');
  });

  test('that fails half-way leaves nothing of itself', async () => {
    const db = await openDb();
    const folder = withOneMore(engine, 'create table half (id integer);--> statement-breakpoint\nnot sql at all;');
    await expect(migrateDatabase(db, folder)).rejects.toThrow();
    await requireThisVersion(db, 'It');
    expect(await migrateDatabase(db, withOneMore(engine, 'create table half (id integer);'))).toMatchObject({
      applied: 1,
    });
  });
});

describe('migrating a SQLite file', () => {
  const { openDb, newUrl } = databasesOf('sqlite');
  // What drizzle-kit writes for any change that SQLite cannot make in place.
  const REBUILD = `CREATE TABLE __new_meta_parent (id integer primary key, name text);--> statement-breakpoint
INSERT INTO __new_meta_parent SELECT id, name FROM meta_parent;--> statement-breakpoint
DROP TABLE meta_parent;--> statement-breakpoint
ALTER TABLE __new_meta_parent RENAME TO meta_parent;`;

  const withParentAndChild = async () => {
    const db = await openDb();
    sqliteConnection(db)?.exec(`create table meta_parent (id integer primary key, name text);
      create table meta_child (id integer primary key, parent integer references meta_parent(id) on delete cascade);
      insert into meta_parent values (1, 'one'); insert into meta_child values (1, 1), (2, 1);`);
    return db;
  };

  test('rebuilding a parent table leaves its children alone, and keys are enforced again afterwards', async () => {
    const db = await withParentAndChild();
    await migrateDatabase(db, withOneMore('sqlite', REBUILD));
    const connection = sqliteConnection(db);
    expect(connection?.prepare('select count(*) from meta_child').pluck().get()).toBe(2);
    expect(connection?.pragma('foreign_keys', { simple: true })).toBe(1);
  });

  test('that breaks a reference stops the start and names the copy to go back to', async () => {
    const db = await withParentAndChild();
    const failed = await migrateDatabase(db, withOneMore('sqlite', 'DELETE FROM meta_parent;')).catch((error) => error);
    expect(failed.message).toMatch(/broke a reference from meta_child to meta_parent\. Go back to the copy/);
    const copy = failed.message.split(': ').at(-1);
    expect(new Database(copy, { readonly: true }).prepare('select count(*) from meta_parent').pluck().get()).toBe(1);
  });

  test('a reference that was broken before is named, and nothing is migrated', async () => {
    const db = await withParentAndChild();
    const connection = sqliteConnection(db);
    connection?.pragma('foreign_keys = OFF');
    connection?.exec('insert into meta_child values (3, 9)');
    connection?.pragma('foreign_keys = ON');
    const folder = withOneMore('sqlite', 'alter table meta add column note text;');
    const fault = 'A row of meta_child (rowid 3) names a row of meta_parent that is not there. Nothing was migrated.';
    await expect(migrateDatabase(db, folder)).rejects.toThrow(fault);
    await expect(migrateDatabase(db, folder), 'also at the next start').rejects.toThrow(fault);
    connection?.exec('delete from meta_child where id = 3');
    expect(await migrateDatabase(db, folder)).toMatchObject({ applied: 1 });
  });

  test('with data copies it first; an empty one is not copied', async () => {
    const url = await newUrl();
    const db = await openDb({ url });
    const epoch = await readDataEpoch(db);
    const report = await migrateDatabase(db, withOneMore('sqlite', 'alter table meta add column note text;'));
    expect(report.copiedTo).toMatch(/groundwork\.sqlite\.before-/);
    const copy = new Database(report.copiedTo ?? '', { readonly: true });
    expect(copy.prepare('select value from meta').pluck().get()).toBe(epoch);
    copy.close();

    const file = join(newFolder(), 'new/new.sqlite');
    const fresh = await openDatabase(`file:${file}`);
    expect(await migrateDatabase(fresh)).toEqual({ applied: expect.any(Number) });
    await fresh.close();
    expect(existsSync(file)).toBe(true);
  });

  test('is told at a start, with the copy, and not where the database is new', async () => {
    const said = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    onTestFinished(() => said.mockRestore());
    const env = readEnv({ DATA_DIR: newFolder(), NODE_ENV: 'production', PUBLIC_URL: 'https://a.example' });
    await (await openMigrated(env)).close();
    expect(said).not.toHaveBeenCalled();
    const folder = withOneMore('sqlite', 'alter table meta add column note text;');
    await (await openMigrated(env, folder)).close();
    const line = JSON.parse(String(said.mock.calls[0]?.[0]));
    expect(line).toMatchObject({ event: 'database migrated', migrations: 1 });
    expect(existsSync(line.copyFromBefore)).toBe(true);
  });

  test('works in memory too', async () => {
    const db = await openDatabase('file::memory:');
    await migrateDatabase(db);
    expect(await readDataEpoch(db)).toMatch(/^[0-9a-f-]{36}$/);
    await db.close();
  });
});

describe('migrating PostgreSQL', () => {
  const { openDb } = databasesOf('postgres');

  test('with data tells the planner of the columns that it added', async () => {
    const db = await openDb();
    const pool = postgresPool(db);
    // So that there is a row.
    await readDataEpoch(db);
    await migrateDatabase(db, withOneMore('postgres', 'alter table meta add column note text;'));
    const known = await pool?.query("select null_frac from pg_stats where tablename = 'meta' and attname = 'note'");
    expect(known?.rows).toEqual([{ null_frac: 1 }]);
  });

  test('from five servers that start together happens once', async () => {
    const name = `race_${randomUUID().replaceAll('-', '')}`;
    await onCluster(`create database ${name}`);
    const url = new URL(inject('postgresUrl'));
    url.pathname = `/${name}`;
    const servers = await Promise.all(Array.from({ length: 5 }, () => openDatabase(url.href, 1)));
    try {
      const reports = await Promise.all(servers.map((db) => migrateDatabase(db)));
      expect(reports.filter((report) => report.applied > 0)).toHaveLength(1);
      const epochs = await Promise.all(servers.map(readDataEpoch));
      expect(new Set(epochs).size).toBe(1);
      const pool = servers[0] && postgresPool(servers[0]);
      const { rows } = (await pool?.query('select count(*)::int as n from drizzle.__drizzle_migrations')) ?? {
        rows: [],
      };
      expect(rows[0].n).toBe(
        JSON.parse(readFileSync(join(migrationsFolder('postgres'), 'meta/_journal.json'), 'utf8')).entries.length,
      );
    } finally {
      for (const db of servers) await db.close();
      await onCluster(`drop database ${name} with (force)`);
    }
  });
});
