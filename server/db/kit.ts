// The vocabulary in which every table is written once. PostgreSQL gives the types; SQLite has a counterpart for each word.
import { randomUUID } from 'node:crypto';
import type { BuildExtraConfigColumns } from 'drizzle-orm';
import * as pg from 'drizzle-orm/pg-core';
import * as lite from 'drizzle-orm/sqlite-core';

const now = () => new Date();
const pgDate = (name: string) => pg.timestamp(name, { withTimezone: true, mode: 'date', precision: 3 });
/** Ordered by its code points, whatever the database sorts other texts by. */
const pgKey = pg.customType<{ data: string; driverData: string }>({ dataType: () => 'text COLLATE "C"' });
const liteDate = (name: string) => lite.integer(name, { mode: 'timestamp_ms' });

/**
 * The column kinds on PostgreSQL. Every table is closed: row level security is on and no policy opens it. `id` is a
 * generated integer that is never reused, `date` an instant in milliseconds, `dateNow` one that defaults to the present,
 * `big` a whole number up to 2^53, `json` is read and written as a whole, and texts of the kind `key` have the same order and
 * the same ranges on both engines.
 */
export const pgKit = {
  table: <N extends string, C extends Record<string, pg.PgColumnBuilderBase>>(
    name: N,
    columns: C,
    extra?: (t: BuildExtraConfigColumns<N, C, 'pg'>) => pg.PgTableExtraConfigValue[],
  ) => pg.pgTable(name, columns, extra as never).enableRLS(),
  id: (name: string) => pg.integer(name).primaryKey().generatedByDefaultAsIdentity(),
  uuid: (name: string) => pg.uuid(name),
  requiredUuid: (name: string) => pg.uuid(name).notNull(),
  uuidKey: () => pg.uuid('id').primaryKey().$defaultFn(randomUUID),
  text: pg.text,
  key: (name: string) => pgKey(name),
  int: (name: string) => pg.integer(name),
  requiredInt: (name: string) => pg.integer(name).notNull(),
  big: (name: string) => pg.bigint(name, { mode: 'number' }),
  real: (name: string) => pg.doublePrecision(name),
  bool: (name: string) => pg.boolean(name),
  date: pgDate,
  dateNow: (name: string) => pgDate(name).notNull().$defaultFn(now),
  updatedAt: () => pgDate('updated_at').notNull().$defaultFn(now).$onUpdateFn(now),
  json: (name: string) => pg.jsonb(name),
  index: pg.index,
  uniqueIndex: pg.uniqueIndex,
  primaryKey: pg.primaryKey,
  check: pg.check,
};
export type Kit = typeof pgKit;

/** Of a reference: the row is deleted with the one that it names. */
export const WITH_IT = { onDelete: 'cascade' } as const;

/** The same words on SQLite, under their own types; only the test of the schema looks at those. */
export const nativeSqliteKit = {
  table: lite.sqliteTable,
  id: (name: string) => lite.integer(name).primaryKey({ autoIncrement: true }),
  uuid: (name: string) => lite.text(name),
  requiredUuid: (name: string) => lite.text(name).notNull(),
  uuidKey: () => lite.text('id').primaryKey().$defaultFn(randomUUID),
  text: lite.text,
  key: (name: string) => lite.text(name),
  int: (name: string) => lite.integer(name),
  requiredInt: (name: string) => lite.integer(name).notNull(),
  big: (name: string) => lite.integer(name),
  real: (name: string) => lite.real(name),
  bool: (name: string) => lite.integer(name, { mode: 'boolean' }),
  date: liteDate,
  dateNow: (name: string) => liteDate(name).notNull().$defaultFn(now),
  updatedAt: () => liteDate('updated_at').notNull().$defaultFn(now).$onUpdateFn(now),
  json: (name: string) => lite.text(name, { mode: 'json' }),
  index: lite.index,
  uniqueIndex: lite.uniqueIndex,
  primaryKey: lite.primaryKey,
  check: lite.check,
} satisfies Record<keyof Kit, unknown>;

/** The one cast of the schema: tests/server/db/schema.test.ts does not compile when a kind has another type on SQLite. */
export const sqliteKit = nativeSqliteKit as unknown as Kit;
