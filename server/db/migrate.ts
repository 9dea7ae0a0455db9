// Migrates a database to this version, at every start (B6).
import { drizzle as drizzleSqlite } from 'drizzle-orm/better-sqlite3';
import { migrate as migrateSqliteFile } from 'drizzle-orm/better-sqlite3/migrator';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle as drizzlePostgres } from 'drizzle-orm/node-postgres';
import { migrate as migratePool } from 'drizzle-orm/node-postgres/migrator';
import pg, { type Pool } from 'pg';
import { StartupError } from '../env.ts';
import { createPrivate, migrationsFolder } from './files.ts';
import { postgresPool } from './postgres.ts';
import { sqliteConnection } from './sqlite.ts';
import type { Db } from './unit-of-work.ts';

type Connection = NonNullable<ReturnType<typeof sqliteConnection>>;

/** The same number for every process that migrates one database; any number will do. */
const MIGRATION_LOCK = 7_303_014;

export interface MigrationReport {
  /** How many migrations ran now. */
  applied: number;
  /** The copy made of a SQLite file that had data and needed migrating. */
  copiedTo?: string;
}

/**
 * Applies pending migrations; repeating it, or running it in several processes at once, is harmless. `folder` is only for
 * tests. Throws StartupError when the database is newer than this version, when a reference no longer holds, or when row
 * level security would hide our own rows from us.
 */
export async function migrateDatabase(db: Db, folder = migrationsFolder(db.engine)): Promise<MigrationReport> {
  const connection = sqliteConnection(db);
  if (connection) return migrateSqlite(connection, folder);
  const pool = postgresPool(db);
  if (pool) return migratePostgres(pool, folder);
  throw new Error('This database was not opened by openDatabase.');
}

/** True when the database has exactly the tables of this version; changes nothing. */
export async function isMigrated(db: Db): Promise<boolean> {
  const folder = migrationsFolder(db.engine);
  const connection = sqliteConnection(db);
  const pool = postgresPool(db);
  if (connection) return countPending(folder, appliedOnSqlite(connection)) === 0;
  return pool !== undefined && countPending(folder, await appliedOnPostgres(pool)) === 0;
}

async function migrateSqlite(connection: Connection, folder: string): Promise<MigrationReport> {
  const pending = countPending(folder, appliedOnSqlite(connection));
  if (pending === 0) return { applied: 0 };
  const copiedTo = await copyBefore(connection);
  // A migration that rebuilds a parent table would otherwise silently empty its children by their cascades; and the pragma
  // has no effect inside the migrator's own transaction.
  connection.pragma('foreign_keys = OFF');
  try {
    migrateSqliteFile(drizzleSqlite({ client: connection }), { migrationsFolder: folder });
    const [lost] = connection.pragma('foreign_key_check') as { table: string; parent: string }[];
    if (lost) {
      const remedy = copiedTo ? ` Go back to the copy made before: ${copiedTo}` : '';
      throw new StartupError(`The migration broke a reference from ${lost.table} to ${lost.parent}.${remedy}`);
    }
  } finally {
    connection.pragma('foreign_keys = ON');
  }
  requireAllApplied(folder, appliedOnSqlite(connection));
  return copiedTo ? { applied: pending, copiedTo } : { applied: pending };
}

function appliedOnSqlite(connection: Connection): number {
  const known = connection.prepare("select 1 from sqlite_master where name = '__drizzle_migrations'").get();
  if (!known) return 0;
  return connection.prepare('select count(*) from __drizzle_migrations').pluck().get() as number;
}

async function copyBefore(connection: Connection): Promise<string | undefined> {
  const isEmpty = appliedOnSqlite(connection) === 0;
  if (isEmpty || connection.memory) return undefined;
  const stamp = new Date().toISOString().replaceAll(/[:.]/g, '-');
  const copy = `${connection.name}.before-${stamp}`;
  createPrivate(copy);
  await connection.backup(copy);
  return copy;
}

async function migratePostgres(pool: Pool, folder: string): Promise<MigrationReport> {
  // Several servers may start at once: one migrates, the others wait and find nothing left. The lock belongs to a
  // transaction, because a session's lock would not survive a transaction pooler; its client is outside the pool, because
  // the pool may be as small as one.
  const keeper = new pg.Client({ ...pool.options, application_name: 'groundwork-migrate' });
  keeper.on('error', () => {});
  await keeper.connect();
  try {
    await keeper.query('begin');
    await keeper.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
    const pending = countPending(folder, await appliedOnPostgres(pool));
    if (pending > 0) await migratePool(drizzlePostgres({ client: pool }), { migrationsFolder: folder });
    requireAllApplied(folder, await appliedOnPostgres(pool));
    await requireOwnRows(pool);
    return { applied: pending };
  } finally {
    await keeper.end();
  }
}

async function appliedOnPostgres(pool: Pool): Promise<number> {
  const known = await pool.query("select to_regclass('drizzle.__drizzle_migrations') as found");
  if (known.rows[0].found === null) return 0;
  const counted = await pool.query('select count(*)::int as applied from drizzle.__drizzle_migrations');
  return counted.rows[0].applied;
}

async function requireOwnRows(pool: Pool): Promise<void> {
  const { rows } = await pool.query("select row_security_active('organizations') as hidden");
  if (rows[0].hidden) {
    throw new StartupError(
      'The user in DATABASE_URL must own the tables: row level security hides every row from any other.',
    );
  }
}

function countPending(folder: string, applied: number): number {
  const known = readMigrationFiles({ migrationsFolder: folder }).length;
  if (applied > known) throw new StartupError('This database was written by a newer version of Groundwork.');
  return known - applied;
}

// The migrator silently skips a file that is dated before the last applied one.
function requireAllApplied(folder: string, applied: number): void {
  const missing = countPending(folder, applied);
  if (missing > 0) throw new StartupError(`${missing} of the migrations in ${folder} did not run.`);
}
