// Opens the database: one address, either engine, the same queries.
import { existsSync } from 'node:fs';
import { type Column, is, type SQL, sql } from 'drizzle-orm';
import { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { StartupError } from '../env.ts';
import { openPostgres } from './postgres.ts';
import { openSqlite } from './sqlite.ts';
import type { Db } from './unit-of-work.ts';

export { DatabaseError, isDiskFull, isUnavailable } from './database-error.ts';
export { type Db, type Queries, run, type Steps, type TxContext } from './unit-of-work.ts';

/**
 * Opens the database at `url`: `file:/path/to.sqlite`, `file::memory:` or `postgres://...`. It is not migrated yet
 * (migrate.ts). `poolSize` and `queryLimitMs` are for PostgreSQL alone. Throws StartupError for any other address.
 */
export async function openDatabase(url: string, poolSize?: number, queryLimitMs?: number): Promise<Db> {
  const file = sqliteFile(url);
  if (file) return openSqlite(file);
  if (/^postgres(ql)?:/.test(url)) return openPostgres(url, poolSize, queryLimitMs);
  throw new StartupError('A database address must begin with file: or postgres://.');
}

/** The path of the SQLite database at `url`, or ':memory:'; undefined for PostgreSQL. */
export function sqliteFile(url: string): string | undefined {
  return /^file:(?:\/\/(?=\/))?(.+)/.exec(url)?.[1];
}

/** Throws StartupError where opening `url` would only create an empty file: a command is meant for another place then. */
export function requireDatabase(url: string): void {
  const file = sqliteFile(url);
  if (file && !existsSync(file))
    throw new StartupError(`There is no database ${file}. Are DATABASE_URL and DATA_DIR set as for the server?`);
}

/** Well below what either database takes as parameters of one query. */
const BATCH = 500;

/** The values in batches that one query can take. */
export function inBatches<T>(all: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(all.length / BATCH) }, (_, n) => all.slice(n * BATCH, (n + 1) * BATCH));
}

/**
 * `inArray` for any number of texts or ids, as one parameter that the database takes apart: a parameter for each of ten thousand takes
 * longer to write into a query than the query itself, and on SQLite nobody else is served meanwhile.
 */
export function isOneOf(column: Column, values: readonly string[]): SQL {
  return is(column, SQLiteColumn)
    ? sql`${column} in (select value from json_each(${JSON.stringify(values)}))`
    : sql`${column} = any(${sql.param(values)})`;
}

/** These columns of a table, or these properties of a row, by their own names. */
export function pick<T extends object, K extends keyof T>(from: T, ...keys: K[]): Pick<T, K> {
  const picked = {} as Pick<T, K>;
  for (const key of keys) picked[key] = from[key];
  return picked;
}

/** A SQL expression as a number, on both engines. */
export const number = (expression: SQL) => sql<number>`${expression}`.mapWith(Number);

/** A SQL expression as a boolean, on both engines. */
export const boolean = (expression: SQL) => sql<boolean>`${expression}`.mapWith(Boolean);
