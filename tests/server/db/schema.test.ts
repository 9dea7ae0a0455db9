// One schema, two engines: nothing is forgotten in a migration, no list goes without its index.
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { getTableColumns, getTableName } from 'drizzle-orm';
import { getTableConfig, type PgTable } from 'drizzle-orm/pg-core';
import { describe, expect, test } from 'vitest';
import { migrationsFolder } from '#server/db/files.ts';
import { generateMigrations } from '#server/db/generate.mjs';
import { TABLE_KEYS } from '#server/db/ids.ts';
import { nativeSqliteKit, pgKit, sqliteKit } from '#server/db/kit.ts';
import { defineSchema } from '#server/db/schema.ts';
import { ENGINES, onEveryEngine } from '#tests/fixtures/db.ts';

const top = fileURLToPath(new URL('../../..', import.meta.url));
const onPostgres = defineSchema(pgKit);
const onSqlite = defineSchema(sqliteKit);

interface Journal {
  entries: { when: number; tag: string }[];
}
const journalOf = (engine: 'sqlite' | 'postgres'): Journal =>
  JSON.parse(readFileSync(join(migrationsFolder(engine), 'meta/_journal.json'), 'utf8'));

/** A table with a column of every kind; a kind that reads or takes another type on SQLite does not compile. */
const onPg = pgKit.table('kit_probe', {
  id: pgKit.id('id'),
  uuid: pgKit.uuid('uuid'),
  uuidKey: pgKit.uuidKey(),
  text: pgKit.text('text').notNull(),
  choice: pgKit.text('choice', { enum: ['a', 'b'] }).notNull(),
  int: pgKit.int('int').notNull().default(0),
  big: pgKit.big('big'),
  real: pgKit.real('real'),
  bool: pgKit.bool('bool').notNull(),
  date: pgKit.date('date'),
  dateNow: pgKit.dateNow('date_now'),
  updatedAt: pgKit.updatedAt(),
  json: pgKit.json('json').$type<{ n: number }>(),
});
const onLite = nativeSqliteKit.table('kit_probe', {
  id: nativeSqliteKit.id('id'),
  uuid: nativeSqliteKit.uuid('uuid'),
  uuidKey: nativeSqliteKit.uuidKey(),
  text: nativeSqliteKit.text('text').notNull(),
  choice: nativeSqliteKit.text('choice', { enum: ['a', 'b'] }).notNull(),
  int: nativeSqliteKit.int('int').notNull().default(0),
  big: nativeSqliteKit.big('big'),
  real: nativeSqliteKit.real('real'),
  bool: nativeSqliteKit.bool('bool').notNull(),
  date: nativeSqliteKit.date('date'),
  dateNow: nativeSqliteKit.dateNow('date_now'),
  updatedAt: nativeSqliteKit.updatedAt(),
  json: nativeSqliteKit.json('json').$type<{ n: number }>(),
});
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
type Flat<T> = { [K in keyof T]: T[K] };
const kitsAgree: [
  Same<Flat<typeof onPg.$inferSelect>, Flat<typeof onLite.$inferSelect>>,
  Same<Flat<typeof onPg.$inferInsert>, Flat<typeof onLite.$inferInsert>>,
] = [true, true];

describe('the schema', () => {
  test('has the same rows on both engines, as the compiler proves', () => {
    expect(kitsAgree).toEqual([true, true]);
  });

  test('has the same tables and columns under the same names on both engines', () => {
    for (const key of TABLE_KEYS) {
      const names = (table: PgTable) => Object.values(getTableColumns(table)).map((column) => column.name);
      expect(getTableName(onSqlite[key])).toBe(getTableName(onPostgres[key]));
      expect(names(onSqlite[key])).toEqual(names(onPostgres[key]));
    }
  });

  test('is shown to drizzle-kit whole', () => {
    const shown = createRequire(join(top, 'server/db/'));
    expect(Object.keys(shown('./schema.cjs'))).toEqual(TABLE_KEYS);
  });

  test('has an index for every foreign key', () => {
    const missing: string[] = [];
    for (const key of TABLE_KEYS) {
      const { name, columns, foreignKeys, indexes, primaryKeys } = getTableConfig(onPostgres[key]);
      const leading = [
        ...indexes.map((index) => index.config.columns[0]),
        ...primaryKeys.map((primary) => primary.columns[0]),
        ...columns.filter(({ primary }) => primary),
      ].map((column) => (column && 'name' in column ? column.name : undefined));
      for (const reference of foreignKeys) {
        const column = reference.reference().columns[0]?.name;
        if (!leading.includes(column)) missing.push(`${name}.${column}`);
      }
    }
    expect(missing).toEqual([]);
  });

  test('has row level security on every table, and no policy', () => {
    for (const key of TABLE_KEYS) {
      const { enableRLS, policies } = getTableConfig(onPostgres[key]);
      expect({ key, enableRLS, policies }).toEqual({ key, enableRLS: true, policies: [] });
    }
  });

  test('of a profile points to no table of the embedded identity, which a hosted one leaves empty', () => {
    const identity = ['auth_users', 'auth_sessions', 'auth_factors', 'auth_identities', 'one_time_tokens'];
    for (const key of TABLE_KEYS) {
      const { name, foreignKeys } = getTableConfig(onPostgres[key]);
      if (identity.includes(name)) continue;
      const targets = foreignKeys.map((reference) => getTableName(reference.reference().foreignTable));
      expect(targets.filter((target) => identity.includes(target))).toEqual([]);
    }
  });
});

describe('the migrations', () => {
  test('contain the whole schema: drizzle-kit finds no change', { timeout: 60_000 }, () => {
    const copy = mkdtempSync(join(top, 'node_modules/.migrations-'));
    try {
      cpSync(join(top, 'server/db/migrations'), copy, { recursive: true });
      const before = readdirSync(copy, { recursive: true }).sort();
      const said = generateMigrations(`./${relative(top, copy)}`);
      expect(said.every((output) => output.includes('No schema changes'))).toBe(true);
      expect(readdirSync(copy, { recursive: true }).sort()).toEqual(before);
    } finally {
      rmSync(copy, { recursive: true, force: true });
    }
  });

  test.each(ENGINES)('of %s are in the journal in the order of their times, each with its file', (engine) => {
    const { entries } = journalOf(engine);
    const times = entries.map((entry) => entry.when);
    expect(times).toEqual([...new Set(times)].sort((a, b) => a - b));
    const files = readdirSync(migrationsFolder(engine)).filter((name) => name.endsWith('.sql'));
    expect(files.sort()).toEqual(entries.map((entry) => `${entry.tag}.sql`).sort());
  });
});

onEveryEngine('a migrated database', (openDb) => {
  test.each(TABLE_KEYS)('has the table %s with all its columns', async (key) => {
    const db = await openDb();
    const rows = await db
      .select()
      .from(db.tables[key] as PgTable)
      .limit(0);
    expect(rows).toEqual([]);
  });
});
