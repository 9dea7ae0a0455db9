// Brings a database from before the first release to the one migration that took the place of all until then.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eq, isNotNull, sql } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { StartupError } from '../env.ts';
import { migrationsFolder } from './files.ts';
import { MIGRATIONS } from './migrate.ts';
import { postgresPool } from './postgres.ts';
import { onClient } from './serialized-queue.ts';
import { sqliteConnection } from './sqlite.ts';
import type { Db } from './unit-of-work.ts';

/** The migrations that became one: how many there were, and the date of the last. */
const BEFORE = {
  sqlite: { migrations: 58, last: 1_795_993_287_184 },
  postgres: { migrations: 59, last: 1_795_993_290_379 },
};

/**
 * Writes down the one migration in place of those that it stands for; the next start does what came since. Their tables are the same;
 * settings of reminders from before there were reminders of certificates are made whole. Stop the servers first. Throws StartupError, with
 * nothing changed, for a database that does not have exactly these migrations, lacks a column, or has jobs that are not done: this version
 * knows other acts. `folder` is only for tests.
 */
export async function squashMigrations(db: Db, folder = migrationsFolder(db.engine)): Promise<void> {
  const connection = sqliteConnection(db);
  if (connection) {
    const list = '__drizzle_migrations';
    const known = connection.prepare('select 1 from sqlite_master where name = ?').get(list);
    const applied = known && connection.prepare(`select count(*) n, max(created_at) last from ${list}`).get();
    await requireLastBefore(db, folder, applied);
    await fillReminders(db);
    connection.transaction(() => connection.exec(`${replaceIn(list, folder)}; pragma user_version = 1`)).immediate();
    return;
  }
  const pool = postgresPool(db);
  if (!pool) throw new Error('This database was not opened by openDatabase.');
  const [known] = (await pool.query('select to_regclass($1) as found', [MIGRATIONS])).rows;
  const counted = `select count(*)::int as n, max(created_at)::float8 as last from ${MIGRATIONS}`;
  await requireLastBefore(db, folder, known.found && (await pool.query(counted)).rows[0]);
  await fillReminders(db);
  await onClient(pool, async (client) => {
    await client.query(`begin; ${replaceIn(MIGRATIONS, folder)}; comment on table ${MIGRATIONS} is '1'; commit`);
  });
}

async function requireLastBefore(db: Db, folder: string, applied: unknown): Promise<void> {
  const { n = 0, last = 0 } = (applied ?? {}) as { n?: number; last?: number };
  const before = BEFORE[db.engine];
  if (n !== before.migrations || last !== before.last)
    throw new StartupError(
      `This database has ${n} migrations, and only one with the ${before.migrations} from before the first release can be brought to this version. One with fewer: start commit 36f6fcfa on it once, then run this again.`,
    );
  for (const { name, columns } of firstTables(folder)) {
    const table = sql.identifier(name);
    const all = Object.keys(columns).map((column) => sql`${table}.${sql.identifier(column)}`);
    const read = db.select({ all: sql.join(all, sql`, `) }).from(sql`${table}`);
    await read.limit(0).catch((cause) => {
      throw new StartupError(`The table ${name} is not as its migrations left it: nothing was changed.`, { cause });
    });
  }
  const { bulkJobs } = db.tables;
  const [waiting] = await db.select({ id: bulkJobs.id }).from(bulkJobs).where(eq(bulkJobs.state, 'running')).limit(1);
  if (waiting)
    throw new StartupError(
      'Some jobs are not done: start the version before on it, and let it end them or cancel them.',
    );
}

/** The tables of the one migration, as drizzle-kit noted them. */
function firstTables(folder: string): { name: string; columns: object }[] {
  return Object.values(JSON.parse(readFileSync(join(folder, 'meta/0000_snapshot.json'), 'utf8')).tables);
}

async function fillReminders(db: Db): Promise<void> {
  const { organizations } = db.tables;
  const { id, reminders } = organizations;
  const set = await db.select({ id, reminders }).from(organizations).where(isNotNull(reminders));
  for (const row of set) {
    if (!row.reminders) continue;
    const whole = { ...WITHOUT_CERTIFICATES, ...row.reminders };
    await db.update(organizations).set({ reminders: whole }).where(eq(id, row.id));
  }
}

const WITHOUT_CERTIFICATES = { certificates: [], groupId: null };

function replaceIn(list: string, folder: string): string {
  const [first] = readMigrationFiles({ migrationsFolder: folder });
  return `delete from ${list}; insert into ${list} (hash, created_at) values ('${first?.hash}', ${first?.folderMillis})`;
}
