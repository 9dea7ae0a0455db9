// Copies a whole installation from one database to another, of either engine, and verifies the copy; or what a database
// that is in use holds at one moment into a file.
import { hash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { asc, count, getTableColumns, getTableName, type SQL, sql } from 'drizzle-orm';
import { getTableConfig, type PgColumn, type PgTable } from 'drizzle-orm/pg-core';
import { StartupError } from '../env.ts';
import { createPrivate } from './files.ts';
import { readLastIds, TABLE_KEYS, writeLastIds } from './ids.ts';
import { pgKit } from './kit.ts';
import { migrateDatabase, requireThisVersion, tablesOf } from './migrate.ts';
import { asOneWrite, onSnapshot } from './postgres.ts';
import { defineSchema, type Tables } from './schema.ts';
import { openSqlite, sqliteConnection } from './sqlite.ts';
import type { Db, TxContext } from './unit-of-work.ts';

const ROWS_AT_ONCE = 1000;

type TableRow = Record<string, unknown>;

/** What one table holds: its number of rows, and a checksum that does not depend on their order or on the engine. */
export interface TableCount {
  table: string;
  rows: number;
  checksum: string;
}

/** Hears how many rows of a table were copied so far, or compared with the source afterwards. */
export type Report = (progress: { table: string; rows: number; step: 'copied' | 'compared' }) => void;

/**
 * Copies every row of `from` into `to`, which is migrated first and must be empty, and returns what each table holds now.
 * Nobody may write to `from` meanwhile. Throws StartupError when the target holds something, when the source has another
 * version, when a table differs from its copy, or when somebody wrote to the source. Whatever cuts a copy short, the target is
 * empty as before. `report` hears of every few thousand rows.
 */
export async function copyInstallation(from: Db, to: Db, report: Report = () => {}): Promise<TableCount[]> {
  await requireThisVersion(from, 'The source');
  await requireEmpty(to);
  await migrateDatabase(to);
  const before = writesBesides(from);
  return asOne(to, async (target) => {
    const copied: TableCount[] = [];
    for (const key of TABLE_KEYS) copied.push(await copyTable(from, { ...target, engine: to.engine }, key, report));
    await writeLastIds(to, await readLastIds(from));
    for (const [at, key] of TABLE_KEYS.entries()) {
      const again = before === undefined ? countTable(from, key) : undefined;
      const [arrived, left] = await Promise.all([countTable(target, key, report), again]);
      requireSame(copied[at], arrived, 'did not arrive as it was');
      if (left) requireSame(copied[at], left, 'changed while it was copied: stop the server first');
    }
    if (writesBesides(from) !== before)
      throw new StartupError('The source changed while it was copied: stop the server first.');
    return copied;
  });
}

/** Another number after any write by another connection to a SQLite file; PostgreSQL has none, so that its rows are counted again. */
function writesBesides(db: Db): unknown {
  return sqliteConnection(db)?.pragma('data_version', { simple: true });
}

/** Throws StartupError when the database holds an installation; changes nothing. */
export async function requireEmpty(db: Db): Promise<void> {
  const tables = await tablesOf(db);
  if (tables === 'none') return;
  if (tables !== 'this') throw new StartupError('The target is not empty: it has the tables of another version.');
  for (const key of TABLE_KEYS) {
    const rows = await countRows(db, key);
    if (rows > 0) throw new StartupError(`The target is not empty: ${tableName(key)} has ${rows} rows.`);
  }
}

async function asOne<T>(to: Db, work: (target: TxContext) => Promise<T>): Promise<T> {
  const connection = sqliteConnection(to);
  if (!connection) return asOneWrite(to, work);
  connection.exec('begin immediate');
  try {
    const answer = await work(to);
    connection.exec('commit');
    return answer;
  } catch (error) {
    connection.exec('rollback');
    throw error;
  }
}

/**
 * Writes everything that the database holds at this moment into `file`, a SQLite database that must not be there yet, while
 * others keep reading and writing. Throws StartupError when the database is not of this version, or when the file is not sound.
 */
export async function writeSnapshot(from: Db, file: string): Promise<void> {
  await requireThisVersion(from, 'The database');
  createPrivate(file);
  // In WAL mode this reads one moment and holds nobody up.
  sqliteConnection(from)?.prepare('vacuum into ?').run(file);
  const to = openSqlite(file);
  try {
    if (from.engine === 'postgres') {
      await migrateDatabase(to);
      await onSnapshot(from, async (moment) => {
        for (const key of TABLE_KEYS)
          requireSame(await copyTable(moment, to, key), await countTable(to, key), 'did not arrive as it was');
      });
      // Counters are never set back, so those of now are at least those of that moment.
      await writeLastIds(to, await readLastIds(from));
    }
    const checks =
      'select integrity_check from pragma_integrity_check union all select "table" from pragma_foreign_key_check';
    const found = sqliteConnection(to)?.prepare(checks).pluck().all().join();
    if (found !== 'ok') throw new StartupError(`The copy of the database is damaged: ${found}`);
  } finally {
    await to.close();
  }
}

/** Counts the rows of one table and computes their checksum. */
export async function countTable(db: TxContext, key: keyof Tables, report: Report = () => {}): Promise<TableCount> {
  const sum = checksum(key);
  for await (const rows of readInBatches(db, key)) {
    rows.forEach(sum.add);
    report({ table: tableName(key), rows: sum.result().rows, step: 'compared' });
  }
  return { table: tableName(key), ...sum.result() };
}

type Target = TxContext & Pick<Db, 'engine'>;

async function copyTable(
  from: TxContext,
  to: Target,
  key: keyof Tables,
  report: Report = () => {},
): Promise<TableCount> {
  const sum = checksum(key);
  const batches = readInBatches(from, key);
  let batch = await batches.next();
  while (!batch.done) {
    const rows = batch.value;
    const readOn = async () => {
      // The rows are on their way by then: PostgreSQL writes them while the next ones are read.
      await setImmediate();
      rows.forEach(sum.add);
      return batches.next();
    };
    [batch] = await Promise.all([readOn(), insertAll(to, key, rows)]);
    report({ table: tableName(key), rows: sum.result().rows, step: 'copied' });
  }
  return { table: tableName(key), ...sum.result() };
}

/** Inserts any number of rows with one parameter, a JSON text that the database takes apart. */
function insertAll(db: Target, key: keyof Tables, rows: TableRow[]) {
  const { engine } = db;
  const table = db.tables[key] as PgTable;
  const columns = Object.entries(getTableColumns(table));
  const written = (column: PgColumn, value: unknown) =>
    // PostgreSQL keeps JSON as a value of its own, SQLite as a text.
    value === null || (column.dataType === 'json' && engine === 'postgres') ? value : column.mapToDriverValue(value);
  const objects = rows.map((row) =>
    Object.fromEntries(columns.map(([name, column]) => [column.name, written(column, row[name])])),
  );
  const list = JSON.stringify(objects);
  const values =
    engine === 'postgres'
      ? sql`select ${sql.join(
          columns.map(([, { name }]) => sql.identifier(name)),
          sql`, `,
        )} from json_populate_recordset(null::${table}, ${list})`
      : sql`select ${sql.join(
          columns.map(([, { name }]) => sql`json_extract(value, ${sql.raw(`'$.${name}'`)})`),
          sql`, `,
        )} from json_each(${list})`;
  return db.insert(table).select(values);
}

function requireSame(copied: TableCount | undefined, found: TableCount, sentence: string): void {
  if (copied?.rows === found.rows && copied.checksum === found.checksum) return;
  throw new StartupError(`${found.table} ${sentence} (${copied?.rows} rows, ${found.rows} found).`);
}

async function countRows(db: Db, key: keyof Tables): Promise<number> {
  const [found] = await db.select({ rows: count() }).from(db.tables[key] as PgTable);
  return found?.rows ?? 0;
}

async function* readInBatches(db: TxContext, key: keyof Tables): AsyncGenerator<TableRow[]> {
  const table = db.tables[key] as PgTable;
  const columns = getTableColumns(table);
  const keys = primaryKeyOf(key).map((name) => ({ name, column: columns[name] as PgColumn }));
  let last: TableRow | undefined;
  while (true) {
    const rows: TableRow[] = await db
      .select()
      .from(table)
      .where(last && after(keys, last))
      .orderBy(...keys.map(({ column }) => asc(column)))
      .limit(ROWS_AT_ONCE);
    if (rows.length > 0) yield rows;
    if (rows.length < ROWS_AT_ONCE) return;
    last = rows.at(-1);
  }
}

function after(keys: { name: string; column: PgColumn }[], last: TableRow): SQL {
  const columns = sql.join(
    keys.map(({ column }) => sql`${column}`),
    sql`, `,
  );
  const values = sql.join(
    keys.map(({ name, column }) => sql`${sql.param(last[name], column)}`),
    sql`, `,
  );
  return sql`(${columns}) > (${values})`;
}

const described = defineSchema(pgKit);
const tableName = (key: keyof Tables) => getTableName(described[key]);

/** The keys of the primary key's columns; the tables have the same ones on both engines. */
function primaryKeyOf(key: keyof Tables): string[] {
  const { primaryKeys } = getTableConfig(described[key]);
  const together = primaryKeys[0]?.columns.map((column) => column.name) ?? [];
  const entries = Object.entries(getTableColumns(described[key] as PgTable));
  return entries.filter(([, column]) => column.primary || together.includes(column.name)).map(([name]) => name);
}

function checksum(key: keyof Tables) {
  const columns = Object.entries(getTableColumns(described[key] as PgTable));
  const sum = new Int32Array(8);
  let rows = 0;
  return {
    add: (row: TableRow) => {
      const values = columns.map(([name, { dataType }]) =>
        dataType === 'json' ? JSON.stringify(row[name], withSortedKeys) : row[name],
      );
      const digest = hash('sha256', JSON.stringify(values), 'buffer');
      // Rows differ in their primary key, so no two digests cancel each other out.
      const words = new Int32Array(digest.buffer, digest.byteOffset, sum.length);
      words.forEach((word, at) => {
        sum[at] = (sum[at] ?? 0) ^ word;
      });
      rows += 1;
    },
    result: () => ({ rows, checksum: Buffer.from(sum.buffer).toString('hex') }),
  };
}

/** jsonb does not preserve the order of keys. */
function withSortedKeys(_key: string, value: unknown): unknown {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
