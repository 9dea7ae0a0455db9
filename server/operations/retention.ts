// What is deleted by its age, by settings (decision 132). Each slice is a statement of its own, so that no request waits for a
// large one, and several processes may do it at the same time.
import { readdir, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { and, asc, gt, lt, lte, or, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Db } from '../db/client.ts';
import { sqliteConnection } from '../db/sqlite.ts';
import type { Deps } from '../deps.ts';

const SLICE = 500;
const DAY_MS = 86_400_000;

type Job = Pick<Deps, 'db' | 'env' | 'log' | 'now'>;

/** Deletes audit entries, mails, ended sessions and old copies of the database beyond their term. */
export async function deleteExpired({ db, env, log, now }: Job): Promise<void> {
  const { auditLog, mailOutbox, authSessions } = db.tables;
  const { retention, sessions } = env;
  const before = (days: number) => new Date(now().getTime() - days * DAY_MS);
  const deleted = { auditEntries: 0, mails: 0, sessions: 0, copies: 0 };
  if (retention.auditDays) {
    const isOld = lt(auditLog.at, before(retention.auditDays));
    deleted.auditEntries = await deleteWalking(db, auditLog, auditLog.id, isOld);
  }
  if (retention.mailDays) {
    const isOld = lt(mailOutbox.createdAt, before(retention.mailDays));
    deleted.mails = await deleteWalking(db, mailOutbox, mailOutbox.id, isOld);
  }
  if (retention.endedSessionDays) {
    const { id, createdAt, refreshedAt, notAfter } = authSessions;
    const kept = retention.endedSessionDays;
    const idleSince = sql.param(before(sessions.idleDays + kept), createdAt);
    const hasEnded = or(
      sql`coalesce(${refreshedAt}, ${createdAt}) < ${idleSince}`,
      lt(createdAt, before(sessions.maxDays + kept)),
      lt(notAfter, before(kept)),
    );
    deleted.sessions = await deleteWalking(db, authSessions, id, hasEnded);
  }
  if (retention.databaseCopyDays) deleted.copies = await deleteCopies(db, before(retention.databaseCopyDays));
  if (Object.values(deleted).some((count) => count > 0)) log.info('deleted by age', deleted);
}

/**
 * Deletes all rows of which `isOld` holds, and answers how many they were. It looks at all rows, some at a time in the order of their ids: to
 * look for old ones where no index answers would read all rows in one statement, each time that there is none.
 */
export async function deleteWalking(db: Db, table: PgTable, id: PgColumn, isOld: SQL | undefined): Promise<number> {
  let deleted = 0;
  let after: unknown;
  for (;;) {
    const isNext = after === undefined ? undefined : gt(id, after);
    const page = await db.select({ id }).from(table).where(isNext).orderBy(asc(id)).limit(SLICE);
    const last = page.at(-1)?.id;
    if (last === undefined) return deleted;
    const gone = await db
      .delete(table)
      .where(and(isNext, lte(id, last), isOld))
      .returning({ id });
    deleted += gone.length;
    after = last;
    // Requests that came meanwhile are answered first.
    await new Promise(setImmediate);
  }
}

/** The copies that migrations made beside a SQLite file, of which the newest always stays. */
async function deleteCopies(db: Db, before: Date): Promise<number> {
  const file = sqliteConnection(db)?.name;
  if (!file || file === ':memory:') return 0;
  const copies = (await readdir(dirname(file))).filter((name) => name.startsWith(`${basename(file)}.before-`));
  let deleted = 0;
  // Their names end with their time.
  for (const name of copies.sort().slice(0, -1)) {
    const path = join(dirname(file), name);
    const found = await stat(path).catch(() => undefined);
    if (!found || found.mtime >= before) continue;
    await rm(path, { force: true });
    deleted += 1;
  }
  return deleted;
}
