// The counters behind generated ids. PostgreSQL does not advance its own for a row that brings its id, so we do it here.
import { getTableColumns, getTableName, sql } from 'drizzle-orm';
import { pgKit } from './kit.ts';
import { postgresPool } from './postgres.ts';
import { defineSchema, type Tables } from './schema.ts';
import { sqliteConnection } from './sqlite.ts';
import { type Db, run, type Steps, type TxContext } from './unit-of-work.ts';

/** Every table by its key in `db.tables`, parents before children. */
export const TABLE_KEYS = Object.keys(defineSchema(pgKit)) as (keyof Tables)[];

/** The last generated id of each table with generated ids, by the table's name in SQL. */
export type LastIds = Record<string, number>;

function namesWithIds(): string[] {
  const tables = Object.values(defineSchema(pgKit));
  return tables.filter((table) => 'id' in table && table.id.getSQLType() === 'integer').map(getTableName);
}

/** Inside a unit that inserted courses with explicit ids: the next generated id follows them. */
export function* passCourseIds(tx: TxContext, engine: Db['engine']): Steps<void> {
  if (engine === 'sqlite') return;
  const { courses } = tx.tables;
  const last = sql`setval(pg_get_serial_sequence('courses', 'id'), max(${getTableColumns(courses).id}))`;
  yield* run(tx.select({ last: last.mapWith(Number) }).from(courses));
}

/** Reads the counters, so that no id is given twice after a move to another engine. */
export async function readLastIds(db: Db): Promise<LastIds> {
  const connection = sqliteConnection(db);
  const last: LastIds = {};
  for (const name of namesWithIds()) {
    if (connection) {
      last[name] = Number(connection.prepare('select seq from sqlite_sequence where name = ?').pluck().get(name) ?? 0);
    } else {
      const found = await postgresPool(db)?.query(
        "select pg_sequence_last_value(pg_get_serial_sequence($1, 'id')) as id",
        [name],
      );
      last[name] = Number(found?.rows[0].id ?? 0);
    }
  }
  return last;
}

/** Sets the counters of a database that was filled with rows from elsewhere. */
export async function writeLastIds(db: Db, last: LastIds): Promise<void> {
  const connection = sqliteConnection(db);
  for (const [name, id] of Object.entries(last)) {
    if (id === 0) continue;
    if (connection) {
      connection.prepare('delete from sqlite_sequence where name = ?').run(name);
      connection.prepare('insert into sqlite_sequence (name, seq) values (?, ?)').run(name, id);
    } else {
      await postgresPool(db)?.query("select setval(pg_get_serial_sequence($1, 'id'), $2)", [name, id]);
    }
  }
}
