// Migrates a database to this version, at every start.
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

/**
 * A version that knows so many migrations works on the tables of this one: what came since has only added. Raised to the number of a
 * migration that takes away or changes what older ones use (decision 230).
 */
const WORKS_FROM = { sqlite: 1, postgres: 1 };
/** Where it is written down for older versions: beside the list of migrations, outside of every table that is copied. */
export const MIGRATIONS = 'drizzle.__drizzle_migrations';

/** What a database says of itself. */
interface Applied {
  migrations: number;
  /** As of the newest version that migrated it; 0 before there was such a number. */
  worksFrom: number;
}

export interface MigrationReport {
  /** How many migrations ran now. */
  applied: number;
  /** The copy made of a SQLite file that had data and needed migrating. */
  copiedTo?: string;
}

/**
 * Applies pending migrations; repeating it, or running it in several processes at once, is harmless. `folder` is only for
 * tests. A database that a newer version has migrated is used as it is if that one says so. Throws StartupError when it does
 * not, when a reference no longer holds, or when row level security would hide our own rows from us.
 */
export async function migrateDatabase(db: Db, folder = migrationsFolder(db.engine)): Promise<MigrationReport> {
  const connection = sqliteConnection(db);
  if (connection) return migrateSqlite(connection, folder);
  const pool = postgresPool(db);
  if (pool) return migratePostgres(pool, folder);
  throw new Error('This database was not opened by openDatabase.');
}

/** Which version's tables the database has, seen from this one, or from that of `folder`; changes nothing. */
export async function tablesOf(
  db: Db,
  folder = migrationsFolder(db.engine),
): Promise<'none' | 'older' | 'this' | 'newer'> {
  const connection = sqliteConnection(db);
  const pool = postgresPool(db);
  const applied = connection ? appliedOnSqlite(connection) : pool && (await appliedOnPostgres(pool));
  if (!applied?.migrations) return 'none';
  const known = knownIn(folder);
  if (applied.migrations === known) return 'this';
  return applied.migrations < known ? 'older' : 'newer';
}

/** Throws StartupError when the database does not have exactly the tables of this version. */
export async function requireThisVersion(db: Db, whose: string): Promise<void> {
  const tables = await tablesOf(db);
  if (tables === 'newer') throw new StartupError(`${whose} was written by a newer version: use that one for this.`);
  if (tables !== 'this') throw new StartupError(`${whose} is not of this version: start the server on it once.`);
}

async function migrateSqlite(connection: Connection, folder: string): Promise<MigrationReport> {
  const pending = countPending(folder, appliedOnSqlite(connection));
  if (pending <= 0) {
    writeWorksFrom(connection, folder);
    return { applied: 0 };
  }
  // Otherwise the migration would be blamed for it below, after it is done.
  const [broken] = brokenReferences(connection);
  if (broken) {
    const fault = `A row of ${broken.table} (rowid ${broken.rowid}) names a row of ${broken.parent} that is not there.`;
    throw new StartupError(`${fault} Nothing was migrated. Delete or correct that row, and start again.`);
  }
  const copiedTo = await copyBefore(connection);
  // A migration that rebuilds a parent table would otherwise silently empty its children by their cascades; and the pragma
  // has no effect inside the migrator's own transaction.
  connection.pragma('foreign_keys = OFF');
  try {
    migrateSqliteFile(drizzleSqlite({ client: connection }), { migrationsFolder: folder });
    const [lost] = brokenReferences(connection);
    if (lost) {
      const remedy = copiedTo ? ` Go back to the copy made before: ${copiedTo}` : '';
      throw new StartupError(`The migration broke a reference from ${lost.table} to ${lost.parent}.${remedy}`);
    }
  } finally {
    connection.pragma('foreign_keys = ON');
  }
  requireAllApplied(folder, appliedOnSqlite(connection));
  writeWorksFrom(connection, folder);
  return copiedTo ? { applied: pending, copiedTo } : { applied: pending };
}

type Broken = { table: string; rowid: number | null; parent: string };

const brokenReferences = (connection: Connection) => connection.pragma('foreign_key_check') as Broken[];

function writeWorksFrom(connection: Connection, folder: string): void {
  const isOld = () => isOutdated(folder, appliedOnSqlite(connection), WORKS_FROM.sqlite);
  const write = connection.transaction(() => isOld() && connection.pragma(`user_version = ${WORKS_FROM.sqlite}`));
  if (isOld()) write.immediate();
}

function appliedOnSqlite(connection: Connection): Applied {
  const known = connection.prepare("select 1 from sqlite_master where name = '__drizzle_migrations'").get();
  if (!known) return { migrations: 0, worksFrom: 0 };
  const migrations = connection.prepare('select count(*) from __drizzle_migrations').pluck().get() as number;
  return { migrations, worksFrom: connection.pragma('user_version', { simple: true }) as number };
}

async function copyBefore(connection: Connection): Promise<string | undefined> {
  const isEmpty = appliedOnSqlite(connection).migrations === 0;
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
    const before = await appliedOnPostgres(pool);
    const pending = countPending(folder, before);
    if (pending > 0) await migratePool(drizzlePostgres({ client: pool }), { migrationsFolder: folder });
    // Of a column that was added PostgreSQL knows nothing until then, and takes a condition on it for one that few rows meet: a course page
    // took 70 to 190 ms for as long as few rows changed.
    if (pending > 0 && before.migrations > 0) await pool.query('analyze');
    const applied = await appliedOnPostgres(pool);
    requireAllApplied(folder, applied);
    if (isOutdated(folder, applied, WORKS_FROM.postgres))
      await pool.query(`comment on table ${MIGRATIONS} is '${WORKS_FROM.postgres}'`);
    await requireOwnRows(pool);
    return { applied: Math.max(0, pending) };
  } finally {
    await keeper.end();
  }
}

async function appliedOnPostgres(pool: Pool): Promise<Applied> {
  const known = await pool.query('select to_regclass($1) as found', [MIGRATIONS]);
  if (known.rows[0].found === null) return { migrations: 0, worksFrom: 0 };
  const { rows } = await pool.query(
    `select count(*)::int as migrations, obj_description($1::regclass) as works_from from ${MIGRATIONS}`,
    [MIGRATIONS],
  );
  return { migrations: rows[0].migrations, worksFrom: Number(rows[0].works_from ?? 0) };
}

async function requireOwnRows(pool: Pool): Promise<void> {
  const { rows } = await pool.query("select row_security_active('organizations') as hidden");
  if (rows[0].hidden) {
    throw new StartupError(
      'The user in DATABASE_URL must own the tables: row level security hides every row from any other.',
    );
  }
}

const knownIn = (folder: string) => readMigrationFiles({ migrationsFolder: folder }).length;

/** Below 0 on a database that a newer version has migrated and on which this one works all the same. */
function countPending(folder: string, { migrations, worksFrom }: Applied): number {
  const known = knownIn(folder);
  const isTooNew = migrations > known && (worksFrom === 0 || worksFrom > known);
  if (isTooNew)
    throw new StartupError(
      'This database was written by a newer version of Groundwork, or before its migrations became one: then run "npm run db -- squash" once.',
    );
  return known - migrations;
}

/** Whether the number is still that of an older version, as this one was killed between its migration and writing its own. */
function isOutdated(folder: string, { migrations, worksFrom }: Applied, own: number): boolean {
  return migrations === knownIn(folder) && worksFrom < own;
}

// The migrator silently skips a file that is dated before the last applied one.
function requireAllApplied(folder: string, applied: Applied): void {
  const missing = countPending(folder, applied);
  if (missing > 0) throw new StartupError(`${missing} of the migrations in ${folder} did not run.`);
}
