// The people of an organization by their last activity, the latest first (decision 273).
import { and, type Column, desc, eq, inArray, isNotNull, max, type SQL, sql } from 'drizzle-orm';
import type { MembersQuery } from '#sync/contract/organization.ts';
import type { Db, TxContext } from '../db/client.ts';
import { countUpTo, cursorAt, readCursor, toPage } from '../http/pages.ts';
import { type Among, FEW_ROWS, totalOf, whoMatches } from '../search-people.ts';

/** Whoever was never active comes last, the newest first. */
interface Place {
  id: string;
  lastAt: Date | null;
  createdAt: Date;
}

interface Wanted {
  reads: TxContext;
  matches: SQL | undefined;
  /** Where the page before has ended. */
  after: Place | undefined;
  rows: number;
}

/** In a cursor, a time that is not there. */
const NONE = new Date(0);

function placeIn(cursor: string | undefined): Place | undefined {
  const [lastAt, createdAt, id = ''] = readCursor(cursor, 'time', 'time', 'uuid') ?? [];
  if (lastAt === undefined) return undefined;
  return { id, lastAt: Number(lastAt) > 0 ? new Date(Number(lastAt)) : null, createdAt: new Date(Number(createdAt)) };
}

/**
 * A page of those who match. Few are all read. Of very many the index of enrollments by activity is walked along: one of them is its
 * person's place if none of their others is later.
 */
export async function pageByActivity(
  db: Db,
  { cursor, limit, ...query }: Omit<MembersQuery, 'sort'>,
  among: Among & { organizationId: string },
) {
  const { profiles } = db.tables;
  const { id, email, fullName, isOrgAdmin, createdAt, organizationId } = profiles;
  const isHere = eq(organizationId, among.organizationId);
  const { narrowed, matches, reads } = await whoMatches(db, query, among);
  const everybody = narrowed.few ?? (await db.select({ id }).from(profiles).where(isHere).limit(FEW_ROWS));
  const isFew = everybody.length < FEW_ROWS;
  const wanted = { reads, matches, after: placeIn(cursor), rows: limit + 1 };
  const found = isFew ? await readFew(db, wanted) : { rows: await walkAlong(db, wanted), total: undefined };
  const { page, nextCursor } = toPage(found.rows, limit, (row) =>
    cursorAt(row.lastAt ?? NONE, row.lastAt ? NONE : row.createdAt, row.id),
  );
  const ids = page.map((row) => row.id);
  const people = await db.select({ id, email, fullName, isOrgAdmin, createdAt }).from(profiles).where(inArray(id, ids));
  people.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
  const total = () =>
    totalOf({ ...narrowed, few: isFew ? [] : undefined }, found.total, () => countUpTo(db, profiles, matches));
  return { page: people, nextCursor, ...(!cursor && { total: await total() }) };
}

async function readFew({ tables: { profiles, courseProgress } }: Db, { reads, matches, after, rows }: Wanted) {
  const { id, createdAt } = profiles;
  const all = await reads
    .select({ id, createdAt, lastAt: max(courseProgress.lastActivityAt) })
    .from(profiles)
    .leftJoin(courseProgress, eq(courseProgress.userId, id))
    .where(matches)
    .groupBy(id);
  const timeOf = ({ lastAt, createdAt: joined }: Place) => Number(lastAt ?? joined);
  const compare = (a: Place, b: Place) =>
    Number(a.lastAt === null) - Number(b.lastAt === null) || timeOf(b) - timeOf(a) || (a.id < b.id ? 1 : -1);
  all.sort(compare);
  const left = after ? all.filter((row) => row.id !== after.id && compare(row, after) > 0) : all;
  return { rows: left.slice(0, rows), total: all.length };
}

async function walkAlong({ tables: { profiles, courseProgress } }: Db, wanted: Wanted): Promise<Place[]> {
  const { reads, matches, after, rows } = wanted;
  const { userId, courseId, lastActivityAt } = courseProgress;
  const { id, createdAt } = profiles;
  const before = (columns: Column[], values: [Date, string]) =>
    sql`(${sql.join(columns, sql`, `)}) < (${sql.join(
      values.map((value, n) => sql.param(value, columns[n])),
      sql`, `,
    )})`;
  const other = sql`other`;
  // Not `exists`, here and below: PostgreSQL would read everybody before it sorts.
  const isLatest = sql`coalesce((select false from ${courseProgress} ${other} where ${other}.user_id = ${userId}
    and (${other}.last_activity_at, ${other}.course_id) > (${lastActivityAt}, ${courseId}) limit 1), true)`;
  const isFurther = after?.lastAt ? before([lastActivityAt, userId], [after.lastAt, after.id]) : undefined;
  const active =
    after && !after.lastAt
      ? []
      : await reads
          .select({ id: userId, createdAt, lastAt: lastActivityAt })
          .from(courseProgress)
          // In this order: SQLite would begin with the people, and sort them all.
          .crossJoin(profiles)
          .where(and(eq(id, userId), isNotNull(lastActivityAt), isFurther, matches, isLatest))
          .orderBy(desc(lastActivityAt), desc(userId))
          .limit(rows);
  if (active.length === rows) return active;
  const isNever = sql`coalesce((select false from ${courseProgress} where ${userId} = ${id}
    and ${lastActivityAt} is not null limit 1), true)`;
  const isOlder = after && !after.lastAt ? before([createdAt, id], [after.createdAt, after.id]) : undefined;
  const never = await reads
    .select({ id, createdAt })
    .from(profiles)
    .where(and(matches, isNever, isOlder))
    .orderBy(desc(createdAt), desc(id))
    .limit(rows - active.length);
  return [...active, ...never.map((row) => ({ ...row, lastAt: null }))];
}
