// An act on many is a job (decision 345): written down with all its rows in the unit of the request, which does the first of them.
import { and, asc, eq, max } from 'drizzle-orm';
import type { AuditActor } from '../audit/audit-log.ts';
import { inBatches, run, type Steps, type TxContext } from '../db/client.ts';
import type { JobAct } from '../db/schema-jobs.ts';
import type { CourseKind, JobOf, JobRow, JobTx, NewRow, RowOutcome, RowsKind, Slice } from './job-kinds.ts';

/** So many are done in the request itself: on SQLite they hold the process. */
export const FIRST = 100;

interface Described<K> extends JobOf<K> {
  /** Such as 'Enroll in Certified Field Inspector'. */
  title: string;
}

interface NewJob<K> extends Described<K> {
  rows: NewRow<K>[];
  /** A job that was asked for as such is listed also when nothing of it is left. */
  isListed?: boolean;
}

/**
 * Does the act on the first rows and leaves the others to a job. Without any others there is none: whoever asked has the outcome. Refuses what
 * the act refuses.
 */
export function* startJob<K extends JobAct['kind']>(
  tx: JobTx,
  caller: AuditActor,
  kind: RowsKind<K>,
  { rows, isListed = false, ...job }: NewJob<K>,
): Steps<JobRow | undefined> {
  const first = rows.slice(0, kind.takesLocks ? 0 : Math.min(FIRST, kind.most ?? FIRST));
  const outcomes = yield* kind.perform(tx, caller, { ...job, rows: first });
  const isOver = first.length === rows.length;
  if (isOver && !isListed) return undefined;
  const done = { handled: first.length, changed: outcomes.filter(({ isChanged }) => isChanged).length };
  const cursor = isOver ? null : String(first.length);
  const made = yield* writeJob(tx, caller, { ...job, ...done, cursor, total: rows.length, isOver });
  const written = rows.map((row, n) => ({
    ...{ jobId: made.id, position: n + 1, userId: row.userId ?? null, invitationId: row.invitationId ?? null },
    ...(outcomes[n] ? finishedRow(outcomes[n]) : { payload: row.payload ?? null, isChanged: null, reason: null }),
  }));
  for (const part of inBatches(written)) yield* run(tx.insert(tx.tables.bulkRows).values(part));
  return made;
}

/** What an answer that counts everybody adds for those whom it has left to a job: '', or ' The last 50 of them are still being done: see the jobs.' */
export function restWords(job: JobRow | undefined): string {
  const rest = job ? job.total - job.handled : 0;
  return rest > 0 ? ` The last ${rest.toLocaleString('en')} of them are still being done: see the jobs.` : '';
}

/** Of who is done nothing is kept but what became of them. */
export const finishedRow = ({ payload = undefined, ...outcome }: RowOutcome) => ({
  payload: payload ? { ...payload, groupIds: [] } : null,
  ...outcome,
});

const NOTHING: Slice = { handled: 0, changed: 0, cursor: null };

/**
 * Does the first page of what an act on a course leaves to be done, in the unit that does the act, and leaves the others to a job. Answers
 * whether anything is left.
 */
export function* startCourseJob<K extends JobAct['kind']>(
  tx: JobTx,
  caller: AuditActor,
  kind: CourseKind<K>,
  { total, ...job }: Described<K> & { total: number },
): Steps<boolean> {
  const mustWait = kind.isInTurn && (yield* findQueue(tx, queueOf(job))).length > 0;
  const isBegun = !mustWait && !kind.peopleOf;
  const page = { ...job, cursor: null, startedAt: caller.now, now: caller.now };
  const done = isBegun ? yield* kind.doPage(tx, caller, page) : NOTHING;
  if (isBegun && done.cursor === null) return false;
  yield* writeJob(tx, caller, { ...job, ...done, total, isOver: false });
  return true;
}

interface WrittenJob extends Slice, Described<JobAct['kind']> {
  total: number;
  isOver: boolean;
}

function* writeJob(
  tx: TxContext,
  { actor, now }: AuditActor,
  { isOver, ...job }: WrittenJob & { rows?: never },
): Steps<JobRow> {
  const { bulkJobs } = tx.tables;
  const queue = queueOf(job);
  const [last] = yield* run(
    tx
      .select({ turn: max(bulkJobs.turn) })
      .from(bulkJobs)
      .where(and(eq(bulkJobs.queue, queue), eq(bulkJobs.state, 'running'))),
  );
  const { act, organizationId, title, total, handled, changed, cursor } = job;
  const place = { queue, turn: 1 + (last?.turn ?? 0) };
  const state = isOver ? { state: 'done' as const, finishedAt: now } : { state: 'running' as const };
  const [made] = yield* run(
    tx
      .insert(bulkJobs)
      .values({
        ...{ act, organizationId, title, total, handled, changed, cursor },
        ...{ ...place, ...state, createdBy: actor.id, createdAt: now },
      })
      .returning(),
  );
  if (!made) throw new Error('The job was not stored.');
  return made;
}

/** Jobs of one queue run one after the other, in the order in which they were made: those about one course, and of an organization all others. */
export function queueOf({ act, organizationId }: Pick<JobRow, 'act' | 'organizationId'>): string {
  const courseId = 'courseId' in act ? act.courseId : undefined;
  return courseId === undefined ? `organization/${organizationId}` : `course/${courseId}`;
}

/** The jobs that wait in a queue, in their order. Clocks of several processes give none: each has a turn behind those that waited. */
export function* findQueue(tx: TxContext, queue: string): Steps<Pick<JobRow, 'id' | 'act' | 'createdAt'>[]> {
  const { bulkJobs } = tx.tables;
  const { id, act, createdAt, turn } = bulkJobs;
  return yield* run(
    tx.queries
      .select({ id, act, createdAt })
      .from(bulkJobs)
      .where(and(eq(bulkJobs.queue, queue), eq(bulkJobs.state, 'running')))
      .orderBy(asc(turn), asc(id)),
  );
}
