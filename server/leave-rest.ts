// Acts on more people than one unit of work may hold others up for: they take effect at once, and what is left to be done is written
// down with them, for a job (server/bulk/finish.ts) that also a restart does not end (decision 216).
import { and, asc, count, eq, isNotNull, isNull } from 'drizzle-orm';
import type { BulkAct } from '#sync/contract/bulk-job.ts';
import type { AuditActor } from './audit/audit-log.ts';
import { inBatches, run, type Steps, type TxContext } from './db/client.ts';
import type { Named, Rest } from './db/schema-jobs.ts';
import { cursorAt, pageBy, toPage } from './http/pages.ts';

/** What was done of the rest: how many were looked at and changed, and where to go on; null when nothing is left. */
export interface Slice {
  handled: number;
  changed: number;
  cursor: string | null;
}

/** So many people are done by the act itself, and then by each step of the job: on SQLite they hold the process. */
const FIRST = 200;
const SLICE = 50;
/** The same where people were named: to move one costs most. */
const NAMED_FIRST = 100;

/** Of those who were named, whom the act itself does and whom it leaves to a job. */
export function divideNamed<T>(all: readonly T[]): { some: T[]; others: T[] } {
  return { some: all.slice(0, NAMED_FIRST), others: all.slice(NAMED_FIRST) };
}

/** What became of one who was named; without a reason it was done, in words of its own with a note. A guest who was not invited is their address. */
export type NamedOutcome = { reason: string | null; note?: string } & (
  | { userId: string }
  | { invitationId: string }
  | { guest: { email: string } }
);

/** Takes the next of those whom `leaveNamed` has left from what is left. */
export function* takeNamed<K extends keyof Named>(
  { queries, tables: { bulkRows } }: TxContext,
  job: { id: string; kind: K },
): Steps<{ some: Named[K]; cursor: string | null }> {
  const { jobId, position, named, isChanged } = bulkRows;
  const isLeft = and(eq(jobId, job.id), isNotNull(named), isNull(isChanged));
  const rows = yield* run(
    queries.select({ position, named }).from(bulkRows).where(isLeft).orderBy(asc(position)).limit(2),
  );
  const [next, another] = rows;
  if (next) yield* run(queries.delete(bulkRows).where(and(eq(jobId, job.id), eq(position, next.position))));
  return { some: (next?.named ?? []) as Named[K], cursor: another ? MORE : null };
}

/**
 * Ends a slice of those who were named: keeps what became of each of them, for whoever follows the job (decision 272), behind those who
 * are done.
 */
export function* endSlice(
  tx: TxContext,
  jobId: string,
  { outcomes, cursor }: { outcomes: NamedOutcome[]; cursor: string | null },
): Steps<Slice> {
  const { id, handled } = tx.tables.bulkJobs;
  const [job] = yield* run(tx.queries.select({ handled }).from(tx.tables.bulkJobs).where(eq(id, jobId)));
  yield* keepOutcomes(tx, { jobId, position: (job?.handled ?? 0) + 1 }, outcomes);
  const changed = outcomes.filter(({ reason }) => reason === null).length;
  return { handled: outcomes.length, changed, cursor };
}

function* keepOutcomes(
  tx: TxContext,
  { jobId, position }: { jobId: string; position: number },
  outcomes: NamedOutcome[],
): Steps<void> {
  const rows = outcomes.map(({ reason, note, ...one }, n) => ({
    ...{ jobId, position: position + n, isChanged: reason === null, reason: reason ?? note ?? null },
    ...('guest' in one ? { named: [{ email: one.guest.email }] } : one),
  }));
  for (const part of inBatches(rows)) yield* run(tx.insert(tx.tables.bulkRows).values(part));
}

const MORE = 'more';

interface Left {
  rest: Rest;
  title: string;
  organizationId: string | null;
  /** How many there are in all. */
  total: number;
  /** What the act itself has done. */
  done: Slice;
}

interface LeftNamed<K extends keyof Named> extends Omit<Left, 'rest' | 'done' | 'total'> {
  rest: Extract<Rest, { kind: K }>;
  /** What the act itself has done. */
  done: NamedOutcome[];
  others: Named[K];
}

/** `leaveRest` of an act on those who were named. */
export function* leaveNamed<K extends keyof Named>(
  tx: TxContext,
  caller: AuditActor,
  { others, done, ...left }: LeftNamed<K>,
): Steps<void> {
  if (others.length === 0) return;
  const first = { handled: done.length, changed: done.length, cursor: MORE };
  const jobId = yield* writeRest(tx, caller, { ...left, total: done.length + others.length, done: first });
  yield* keepOutcomes(tx, { jobId, position: 1 }, done);
  const rows = Array.from({ length: Math.ceil(others.length / SLICE) }, (_, n) => ({
    ...{ jobId, position: done.length + n * SLICE + 1 },
    named: others.slice(n * SLICE, (n + 1) * SLICE) as Named[K],
  }));
  yield* run(tx.insert(tx.tables.bulkRows).values(rows));
}

/**
 * Leaves the rest to a job, in the unit that does the act, and answers whether anything is left. Behind another recount one begins anew,
 * as that one may still write what this act has written; so does the end of a grant behind enrollments.
 */
export function* leaveRest(tx: TxContext, caller: AuditActor, { rest, done, ...job }: Left): Steps<boolean> {
  const waiting = yield* findRests(tx, { ...rest, organizationId: job.organizationId });
  const before = rest.kind === 'recount' ? 'recount' : rest.kind === 'end-grant' ? 'enroll-people' : undefined;
  const isBehind = waiting.some((one) => one.rest.kind === before);
  if (done.cursor === null && !isBehind) return false;
  const progress = isBehind ? { handled: 0, changed: 0, cursor: null } : done;
  yield* writeRest(tx, caller, { ...job, rest, done: progress });
  return true;
}

function* writeRest(tx: TxContext, { actor, now }: AuditActor, { rest, done, ...job }: Left): Steps<string> {
  const { bulkJobs } = tx.tables;
  const waiting = yield* findRests(tx, { ...rest, organizationId: job.organizationId });
  const act = { ...rest, place: 1 + placeOf(waiting.at(-1)?.rest) };
  const begun = { act, state: 'finishing' as const, createdBy: actor.id, createdAt: now };
  const [made] = yield* run(
    tx
      .insert(bulkJobs)
      .values({ ...job, ...begun, ...done })
      .returning({ id: bulkJobs.id }),
  );
  if (!made) throw new Error('The rest of an act was not stored.');
  return made.id;
}

const placeOf = (rest: Rest | undefined) => rest?.place ?? 0;

export const isRest = (act: BulkAct | Rest): act is Rest => 'at' in act;

interface LeftRest {
  jobId: string;
  rest: Rest;
}

/**
 * The rests that are still being worked off, one after the other, in the order of the acts: those of the course, and of acts on people
 * alone those of the organization.
 */
export function* findRests(
  tx: TxContext,
  queue: { courseId?: number | undefined; organizationId: string | null },
): Steps<LeftRest[]> {
  return (yield* findAllRests(tx)).filter(
    ({ rest, organizationId }) =>
      rest.courseId === queue.courseId && (rest.courseId !== undefined || organizationId === queue.organizationId),
  );
}

export function* findAllRests({
  queries,
  tables: { bulkJobs },
}: TxContext): Steps<(LeftRest & { organizationId: string | null })[]> {
  const { id, act, organizationId, state, createdAt } = bulkJobs;
  const rows = yield* run(
    queries
      .select({ jobId: id, act, organizationId })
      .from(bulkJobs)
      .where(eq(state, 'finishing'))
      .orderBy(asc(createdAt), asc(id)),
  );
  return rows
    .flatMap(({ act, ...row }) => (isRest(act) ? { ...row, rest: act } : []))
    .sort((a, b) => placeOf(a.rest) - placeOf(b.rest));
}

/** The next people who are enrolled in a course, in the order in which they were. */
export function* pageOfEnrolled(tx: TxContext, courseId: number, cursor: string | null) {
  const { courseProgress, profiles } = tx.tables;
  const { userId, enrolledAt, isAssigned } = courseProgress;
  const limit = cursor === null ? FIRST : SLICE;
  const place = pageBy({ by: enrolledAt, id: userId, isAscending: true }, { cursor: cursor ?? undefined, limit });
  const rows = yield* run(
    tx
      .select({ userId, enrolledAt, isAssigned, organizationId: profiles.organizationId })
      .from(courseProgress)
      .innerJoin(profiles, eq(profiles.id, userId))
      .where(and(eq(courseProgress.courseId, courseId), place.after))
      .orderBy(...place.order)
      .limit(place.rows),
  );
  return toPage(rows, limit, (row) => cursorAt(row.enrolledAt, row.userId));
}

/** How many people are enrolled in a course, counted in an index. */
export function* countEnrolled({ queries, tables: { courseProgress } }: TxContext, courseId: number): Steps<number> {
  const isOfCourse = eq(courseProgress.courseId, courseId);
  const [row] = yield* run(queries.select({ people: count() }).from(courseProgress).where(isOfCourse));
  return row?.people ?? 0;
}
