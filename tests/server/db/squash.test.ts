// From the migrations before the first release to the one that took their place (`npm run db -- squash`).
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { expect, inject, onTestFinished, test } from 'vitest';
import { type Db, openDatabase } from '#server/db/client.ts';
import { migrateDatabase, requireThisVersion } from '#server/db/migrate.ts';
import { postgresPool } from '#server/db/postgres.ts';
import { sqliteConnection } from '#server/db/sqlite.ts';
import { squashMigrations } from '#server/db/squash.ts';
import { onCluster, onEveryEngine } from '#tests/fixtures/db.ts';
import { withOneMore } from '#tests/fixtures/migrations.ts';

const LAST = { sqlite: [58, 1_795_993_287_184], postgres: [59, 1_795_993_290_379] } as const;
const LIST = { sqlite: '__drizzle_migrations', postgres: 'drizzle.__drizzle_migrations' };

/** What the database answers, as rows of text. */
async function ask(db: Db, query: string): Promise<unknown[]> {
  const connection = sqliteConnection(db);
  if (connection) return connection.prepare(query).raw().all();
  return (await postgresPool(db)?.query({ text: query, rowMode: 'array' }))?.rows ?? [];
}

async function tell(db: Db, statements: string): Promise<void> {
  sqliteConnection(db)?.exec(statements);
  await postgresPool(db)?.query(statements);
}

async function openEmpty(engine: Db['engine']): Promise<Db> {
  if (engine === 'sqlite') {
    const folder = mkdtempSync(join(tmpdir(), 'groundwork-squash-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    return openDatabase(`file:${join(folder, 'old.sqlite')}`);
  }
  const name = `old_${randomUUID().replaceAll('-', '')}`;
  await onCluster(`create database ${name}`);
  onTestFinished(() => onCluster(`drop database ${name} with (force)`));
  const url = new URL(inject('postgresUrl'));
  url.pathname = `/${name}`;
  return openDatabase(url.href);
}

/** A database as the old migrations left it: what they did is kept in `old-migrations`. */
async function openOld(engine: Db['engine'], missing = 0): Promise<Db> {
  const db = await openEmpty(engine);
  onTestFinished(() => db.close());
  sqliteConnection(db)?.pragma('foreign_keys = OFF');
  const sql = readFileSync(new URL(`old-migrations/${engine}.sql`, import.meta.url), 'utf8');
  for (const statement of sql.split('--> statement-breakpoint')) await tell(db, statement);
  sqliteConnection(db)?.pragma('foreign_keys = ON');
  const [migrations, last] = LAST[engine];
  const applied = Array.from({ length: migrations - missing }, (_, n) => `('${n}', ${last - (migrations - 1 - n)})`);
  const isSqlite = engine === 'sqlite';
  await tell(
    db,
    `${isSqlite ? '' : 'create schema drizzle;'}
     create table ${LIST[engine]} (id serial primary key, hash text not null, created_at ${isSqlite ? 'numeric' : 'bigint'});
     insert into ${LIST[engine]} (hash, created_at) values ${applied.join()};
     ${isSqlite ? `pragma user_version = ${migrations}` : `comment on table ${LIST.postgres} is '${migrations}'`}`,
  );
  return db;
}

/** A row of then: `db.tables` has the columns of this version. */
function insertOld(db: Db, table: string, row: Record<string, string | number>): Promise<void> {
  const values = Object.values(row).map((value) => `'${value}'`);
  return tell(db, `insert into ${table} (${Object.keys(row).join()}) values (${values.join()})`);
}

const timesOf = (db: Db) => {
  const time = db.engine === 'sqlite' ? 1_767_225_600_000 : '2026-01-01';
  return { created_at: time, updated_at: time };
};

const SCHEMA = {
  sqlite: [
    `select t.name, c.name, c.type, c."notnull", c.dflt_value, c.pk from sqlite_master t, pragma_table_xinfo(t.name) c
      where t.type = 'table' and t.name not like '\\_\\_%' escape '\\'`,
    `select t.name, f."table", f."from", f."to", f.on_delete from sqlite_master t, pragma_foreign_key_list(t.name) f
      where t.type = 'table'`,
    `select tbl_name, name, sql from sqlite_master where type = 'index'`,
  ],
  postgres: [
    `select table_name, column_name, data_type, collation_name, is_nullable, column_default, identity_generation,
      datetime_precision from information_schema.columns where table_schema = 'public'`,
    `select conrelid::regclass::text, conname, pg_get_constraintdef(oid) from pg_constraint
      where connamespace = 'public'::regnamespace`,
    `select indexname, indexdef from pg_indexes where schemaname = 'public'`,
    `select relname, relrowsecurity from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
  ],
};

async function schemaOf(db: Db): Promise<string[]> {
  const rows = await Promise.all(SCHEMA[db.engine].map((query) => ask(db, query)));
  return rows
    .flat()
    .map((row) => JSON.stringify(row).replaceAll(/`|\\"/g, ''))
    .sort();
}

onEveryEngine('a database from before the first release', (openDb, engine) => {
  test('has the tables of a new one, and after the command it is of this version, with its rows', async () => {
    const db = await openOld(engine);
    const times = timesOf(db);
    const here = randomUUID();
    await insertOld(db, 'organizations', { id: here, name: 'Here', slug: 'here', ...times });
    // Without certificates and groups, as they were first saved.
    const first = { before: [7], after: [], isRequired: true, from: '2026-01-01' };
    const early = { id: randomUUID(), name: 'Early', slug: 'early', reminders: JSON.stringify(first) };
    await insertOld(db, 'organizations', { ...early, ...times });
    await insertOld(db, 'profiles', { id: randomUUID(), email: 'a@b.example', organization_id: here, ...times });
    const rows = () =>
      Promise.all([
        ask(db, `select id, name, slug, is_active, created_at, updated_at from organizations where id = '${here}'`),
        ask(db, 'select id, email, organization_id, created_at, updated_at from profiles'),
      ]);
    const before = await rows();
    expect(before.map((some) => some.length)).toEqual([1, 1]);
    await expect(migrateDatabase(db)).rejects.toThrow('run "npm run db -- squash" once');
    await squashMigrations(db);
    await migrateDatabase(db);
    await requireThisVersion(db, 'It');
    expect(await rows()).toEqual(before);
    const { organizations } = db.tables;
    const [whole] = await db.select().from(organizations).where(eq(organizations.slug, 'early'));
    expect(whole?.reminders).toEqual({ ...first, certificates: [], groupId: null });
    const fresh = await openDb();
    expect(await schemaOf(db)).toEqual(await schemaOf(fresh));
    const listed = `select hash, created_at from ${LIST[engine]}`;
    expect(await ask(db, listed)).toEqual(await ask(fresh, listed));
    await expect(squashMigrations(db)).rejects.toThrow(/has \d migrations, and only one/);
  });

  test('gets from the next start what came since', async () => {
    const db = await openOld(engine);
    const folder = withOneMore(engine, 'alter table meta add column note text;');
    await squashMigrations(db, folder);
    expect((await migrateDatabase(db, folder)).applied).toBeGreaterThan(0);
    expect(await ask(db, 'select note from meta')).toEqual([]);
  });

  test('is refused where it has not all of the old migrations, a column is missing, or a job is not done; nothing is changed', async () => {
    const early = await openOld(engine, 1);
    await expect(squashMigrations(early)).rejects.toThrow('start commit');
    const changed = await openOld(engine);
    await tell(changed, 'alter table organizations drop column reminders');
    await expect(squashMigrations(changed)).rejects.toThrow('organizations is not as its migrations left it');
    const busy = await openOld(engine);
    const job = { id: randomUUID(), act: '{"kind":"remove"}', title: 'Remove', total: 1, handled: 0, changed: 0 };
    await insertOld(busy, 'bulk_jobs', { ...job, state: 'running', created_at: timesOf(busy).created_at });
    await expect(squashMigrations(busy)).rejects.toThrow('Some jobs are not done');
    for (const db of [early, changed, busy]) await expect(migrateDatabase(db)).rejects.toThrow('squash');
    await expect(squashMigrations(await openEmpty(engine))).rejects.toThrow('has 0 migrations');
  });
});
