// The people of an organization in an order of their enrollments: by last activity, due date or progress (decision 178).
import { and, type Column, eq, max, min, type SQL, sql } from 'drizzle-orm';
import type { MembersQuery } from '#sync/contract/organization.ts';
import { Refusal } from '#sync/contract/refusal.ts';
import { isPresent } from '../certificates/ends.ts';
import type { Db, TxContext } from '../db/client.ts';
import type { Tables } from '../db/schema.ts';
import { countUpTo, cursorAt, readCursor, toPage } from '../http/pages.ts';
import { countProgress, NO_COURSES } from './member-progress.ts';
import { type Among, FEW, FEW_ROWS, type IdsOfPage, totalOf, whoMatches } from './search-people.ts';
import { isDue } from './standings.ts';

export type LearningOrder = Exclude<MembersQuery['sort'], 'name' | '-name' | 'created' | '-created'>;

/** Whoever has no such value comes last, the newest first. */
interface Place {
  id: string;
  value: Date | string | number | null;
  createdAt: Date;
}

/** How the value is written in a cursor. */
const KINDS = { activity: 'time', due: 'text', ends: 'text', progress: 'number' } as const;

interface Order {
  by: keyof typeof KINDS;
  isDescending: boolean;
  /** Due dates and progress are those of this course alone. */
  course: number | undefined;
  /** The certificates whose ends count, where the list is narrowed by them. */
  ends: SQL | undefined;
}

interface Wanted {
  order: Order;
  reads: TxContext;
  matches: SQL | undefined;
  /** Where the page before has ended. */
  after: Place | undefined;
  rows: number;
}

/** In a cursor, a time that is not there. */
const NONE = new Date(0);

function placeIn(cursor: string | undefined, by: Order['by']): Place | undefined {
  const [text = '', joined, id = ''] = readCursor(cursor, KINDS[by], 'time', 'uuid') ?? [];
  if (joined === undefined) return undefined;
  const createdAt = new Date(Number(joined));
  if (Number(joined) > 0) return { id, value: null, createdAt };
  return {
    id,
    value: { activity: new Date(Number(text)), due: text, ends: text, progress: Number(text) }[by],
    createdAt,
  };
}

/**
 * A page of those who match. Few are all read. Of very many the index of enrollments by the value is walked along: one of them is its
 * person's place if none of their others comes before it. By progress and by the ends of any certificates, which have no index, very many are
 * refused.
 */
export async function pageByLearning(
  db: Db,
  {
    cursor,
    limit,
    sort,
    course,
    ends,
    ...query
  }: Omit<MembersQuery, 'sort'> & { sort: LearningOrder; ends: SQL | undefined },
  among: Among & { organizationId: string },
): Promise<IdsOfPage> {
  const { profiles } = db.tables;
  const { id, organizationId } = profiles;
  const order: Order = { by: sort.replace('-', '') as Order['by'], isDescending: sort.startsWith('-'), course, ends };
  const isHere = eq(organizationId, among.organizationId);
  const { narrowed, matches, reads } = await whoMatches(db, query, among);
  const everybody = narrowed.few ?? (await db.select({ id }).from(profiles).where(isHere).limit(FEW_ROWS));
  const isFew = everybody.length < FEW_ROWS || (order.by === 'ends' && ends !== undefined);
  const wanted: Wanted = { order, reads, matches, after: placeIn(cursor, order.by), rows: limit + 1 };
  if ((order.by === 'progress' || order.by === 'ends') && !isFew) {
    const sentence = `At most ${FEW.toLocaleString('en')} people can be sorted by ${order.by === 'ends' ? 'the end of a certificate' : 'progress'}. Choose a group or search first.`;
    throw new Refusal('validation_failed', { field: 'sort' }, sentence);
  }
  const found = isFew
    ? fewIn(wanted, await readAll(db, wanted, among.organizationId))
    : { rows: await walkAlong(db, wanted), total: undefined };
  const { page, nextCursor } = toPage(found.rows, limit, (row) =>
    row.value === null ? cursorAt(0, row.createdAt, row.id) : cursorAt(row.value, NONE, row.id),
  );
  const total = () =>
    totalOf({ ...narrowed, few: isFew ? [] : undefined }, found.total, () => countUpTo(db, profiles, matches));
  return { ids: page.map((row) => row.id), end: { nextCursor, ...(!cursor && { total: await total() }) } };
}

/** The enrollments that count, of `row`. What is due is what the list shows. */
function counts(tables: Tables, { by, course }: Order, row: SQL): SQL {
  if (by === 'activity') return sql`${row}.last_activity_at is not null`;
  return course === undefined ? isDue(tables, row) : sql`${isDue(tables, row)} and ${row}.course_id = ${course}`;
}

function readAll(db: Db, wanted: Wanted, organizationId: string): Promise<Place[]> {
  if (wanted.order.by === 'progress') return readProgress(db, wanted, organizationId);
  return wanted.order.by === 'ends' ? readEnds(db, wanted) : readFew(db, wanted);
}

/** Beside the requests, as it may read every certificate that ends. */
async function readEnds({ aside, tables }: Db, { order, matches }: Wanted): Promise<Place[]> {
  const { profiles, certificates } = tables;
  const { id, createdAt } = profiles;
  const { userId, validUntil } = certificates;
  return aside
    .select({ id, createdAt, value: min(validUntil) })
    .from(profiles)
    .leftJoin(certificates, and(eq(userId, id), order.ends ?? isPresent(tables)))
    .where(matches)
    .groupBy(id);
}

async function readFew({ tables }: Db, { order, reads, matches }: Wanted): Promise<Place[]> {
  const { profiles, courseProgress } = tables;
  const { id, createdAt } = profiles;
  const { userId, lastActivityAt, dueOn } = courseProgress;
  return reads
    .select({ id, createdAt, value: order.by === 'activity' ? max(lastActivityAt) : min(dueOn) })
    .from(profiles)
    .leftJoin(courseProgress, and(eq(userId, id), counts(tables, order, sql`${courseProgress}`)))
    .where(matches)
    .groupBy(id);
}

/** Beside the requests, as it reads every lesson that these people have begun. */
async function readProgress(db: Db, { order: { course }, matches }: Wanted, organizationId: string): Promise<Place[]> {
  const { id, createdAt } = db.tables.profiles;
  const people = await db.aside.select({ id, createdAt }).from(db.tables.profiles).where(matches);
  const progress = await countProgress(db.aside, { organizationId, ids: people.map((person) => person.id), course });
  return people.map((person) => {
    const { averageCompletion, ...courses } = progress.get(person.id)?.progressStats ?? NO_COURSES;
    const takesSome = Object.values(courses).some((amount) => amount > 0);
    return { ...person, value: takesSome ? averageCompletion : null };
  });
}

function fewIn({ order, after, rows }: Wanted, all: Place[]) {
  const direction = order.isDescending ? -1 : 1;
  const compareIds = (a: Place, b: Place) => (a.id < b.id ? -1 : 1);
  const compare = (a: Place, b: Place) => {
    if (a.value === null && b.value === null) return Number(b.createdAt) - Number(a.createdAt) || -compareIds(a, b);
    if (a.value === null || b.value === null) return a.value === null ? 1 : -1;
    return direction * (a.value < b.value ? -1 : a.value > b.value ? 1 : compareIds(a, b));
  };
  all.sort(compare);
  const left = after ? all.filter((row) => row.id !== after.id && compare(row, after) > 0) : all;
  return { rows: left.slice(0, rows), total: all.length };
}

async function walkAlong({ tables }: Db, wanted: Wanted): Promise<Place[]> {
  const { order, reads, matches, after, rows } = wanted;
  const { profiles, courseProgress } = tables;
  const { userId, lastActivityAt, dueOn } = courseProgress;
  const { id, createdAt } = profiles;
  const value = order.by === 'activity' ? lastActivityAt : dueOn;
  const beyond = (isDescending: boolean, columns: Column[], values: Place['value'][]) =>
    sql`(${sql.join(columns, sql`, `)}) ${isDescending ? sql`<` : sql`>`} (${sql.join(
      values.map((one, n) => sql.param(one, columns[n])),
      sql`, `,
    )})`;
  const other = sql`other`;
  const name = sql.identifier(value.name);
  const comesBefore = order.by === 'activity' ? sql`>` : sql`<`;
  // Not `exists`, here and below: PostgreSQL would read everybody before it sorts.
  const isTheirs = sql`coalesce((select false from ${courseProgress} ${other} where ${other}.user_id = ${courseProgress}.user_id
    and ${counts(tables, order, other)}
    and (${other}.${name}, ${other}.course_id) ${comesBefore} (${courseProgress}.${name}, ${courseProgress}.course_id) limit 1), true)`;
  const isFurther =
    after && after.value !== null && beyond(order.isDescending, [value, userId], [after.value, after.id]);
  const direction = order.isDescending ? sql`desc` : sql`asc`;
  const placed =
    after?.value === null
      ? []
      : await reads
          .select({ id: userId, createdAt, value })
          .from(courseProgress)
          // In this order: SQLite would begin with the people, and sort them all.
          .crossJoin(profiles)
          .where(
            and(
              eq(id, userId),
              counts(tables, order, sql`${courseProgress}`),
              isFurther || undefined,
              matches,
              isTheirs,
            ),
          )
          .orderBy(sql`${value} ${direction}`, sql`${userId} ${direction}`)
          .limit(rows);
  if (placed.length === rows) return placed;
  const hasNone = sql`coalesce((select false from ${courseProgress} ${other} where ${other}.user_id = ${profiles}.id
    and ${counts(tables, order, other)} limit 1), true)`;
  const isOlder = after?.value === null ? beyond(true, [createdAt, id], [after.createdAt, after.id]) : undefined;
  const others = await reads
    .select({ id, createdAt })
    .from(profiles)
    .where(and(matches, hasNone, isOlder))
    .orderBy(sql`${createdAt} desc`, sql`${id} desc`)
    .limit(rows - placed.length);
  return [...placed, ...others.map((row) => ({ ...row, value: null }))];
}
