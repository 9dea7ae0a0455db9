// An act on many is a job (decision 345): written down with all its rows in the unit of the request, which does the first of them.
import { and, asc, eq, max } from 'drizzle-orm';
import type { BulkOutcome } from '#sync/contract/organization.ts';
import { inBatches, isOneOf, run, type Steps, type TxContext } from '../db/client.ts';
import type { JobAct } from '../db/schema-jobs.ts';
import type { AuditActor } from '../http/audit-log.ts';
import type { CourseKind, JobOf, JobRow, JobTx, NewRow, RowOutcome, RowsKind, Slice } from './job-kinds.ts';

/** So many are done in the request itself: on SQLite they hold the process. */
export const FIRST = 100;

interface NewJob<K> extends JobOf<K> {
  rows: NewRow<K>[];
  /** A job that was asked for as such is listed also when nothing of it is left. */
  isListed?: boolean;
  /** Does the act on the first rows, where they were just read; else the kind does. */
  perform?: (first: NewRow<K>[]) => Steps<RowOutcome[]>;
}

/** The job, undefined where nothing of it is left; what became of the first rows, and how many are still to be done. */
interface StartedJob {
  job: JobRow | undefined;
  outcomes: RowOutcome[];
  waiting: number;
}

/** Does the act on the first rows and leaves the others to a job. Refuses what the act refuses. */
export function* startJob<K extends JobAct['kind']>(
  tx: JobTx,
  caller: AuditActor,
  kind: RowsKind<K>,
  { rows, isListed = false, perform, ...about }: NewJob<K>,
): Steps<StartedJob> {
  const first = rows.slice(0, kind.takesLocks ? 0 : Math.min(FIRST, kind.most ?? FIRST));
  const outcomes = perform ? yield* perform(first) : yield* kind.perform(tx, caller, { ...about, rows: first });
  const waiting = rows.length - first.length;
  if (waiting === 0 && !isListed) return { job: undefined, outcomes, waiting };
  const job = yield* writeJob(tx, caller, {
    ...about,
    title: typeof kind.title === 'string' ? kind.title : yield* kind.title(tx, caller, about),
    total: rows.length,
    handled: first.length,
    changed: countChanged(outcomes),
    cursor: waiting === 0 ? null : String(first.length),
    isOver: waiting === 0,
  });
  const written = rows.map((row, n) => ({
    ...{ jobId: job.id, position: n + 1, userId: row.userId ?? null, invitationId: row.invitationId ?? null },
    ...(outcomes[n] ? finishedRow(outcomes[n]) : { payload: row.payload ?? null, isChanged: null, reason: null }),
  }));
  for (const part of inBatches(written)) yield* run(tx.insert(tx.tables.bulkRows).values(part));
  return { job, outcomes, waiting };
}

interface NamedPeople<K> extends NewJob<K> {
  /** The only organization whose people the act can be for; null where it may be anybody. */
  within: string | null;
  sentence: (outcomes: RowOutcome[]) => string;
}

/**
 * An act on people who were named, as a request answers it: what became of the first, in the words of `sentence`, and that the others
 * are still being done. Whoever is not there is left out at once, and the job does not know them: admins read names in its rows.
 */
export function* actOnPeople<K extends JobAct['kind']>(
  tx: JobTx,
  caller: AuditActor,
  kind: RowsKind<K>,
  { sentence, within, rows, ...job }: NamedPeople<K>,
): Steps<BulkOutcome> {
  const known = yield* findKnown(tx, within, rows);
  const here = rows.filter(({ userId }) => known.has(userId));
  const strangers = rows.filter(({ userId }) => !known.has(userId));
  const { outcomes, waiting } = yield* startJob(tx, caller, kind, { ...job, rows: here });
  if (strangers.length > 0) outcomes.push(...(yield* kind.perform(tx, caller, { ...job, rows: strangers })));
  const named = [...here.slice(0, here.length - waiting), ...strangers];
  const told = outcomes.map((outcome, n) => ({ ...outcome, userId: named[n]?.userId ?? '' }));
  const notes = told.flatMap(({ userId, isChanged, reason }) => (isChanged && reason ? { userId, note: reason } : []));
  return {
    message: sentence(outcomes) + waitingWords(waiting),
    changed: countChanged(outcomes),
    left: told.flatMap(({ userId, isChanged, reason }) => (isChanged ? [] : { userId, reason: reason ?? '' })),
    ...(notes.length > 0 && { notes }),
    ...(waiting > 0 && { waiting }),
  };
}

function* findKnown<K>(
  { queries, tables: { profiles } }: TxContext,
  within: string | null,
  rows: readonly NewRow<K>[],
): Steps<ReadonlySet<string | null | undefined>> {
  const ids = rows.flatMap(({ userId }) => userId ?? []);
  const isHere = and(isOneOf(profiles.id, ids), within === null ? undefined : eq(profiles.organizationId, within));
  const found = yield* run(queries.select({ id: profiles.id }).from(profiles).where(isHere));
  return new Set(found.map(({ id }) => id));
}

export const countChanged = (outcomes: readonly RowOutcome[]): number =>
  outcomes.filter(({ isChanged }) => isChanged).length;

/** '1 person' or '3 people', of those who were changed. */
export const changedPeople = (outcomes: readonly RowOutcome[]): string => countOfPeople(countChanged(outcomes));

/** '1 person' or '3 people'. */
export const countOfPeople = (number: number) => (number === 1 ? '1 person' : `${number} people`);

/** '', or ' 160 more are still being done.' */
function waitingWords(waiting: number): string {
  if (waiting === 0) return '';
  return ` ${waiting.toLocaleString('en')} more ${waiting === 1 ? 'is' : 'are'} still being done.`;
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
  { total, ...job }: JobOf<K> & { title: string; total: number },
): Steps<boolean> {
  const mustWait = kind.isInTurn && (yield* findQueue(tx, queueOf(job))).length > 0;
  const isBegun = !mustWait && !kind.peopleOf;
  const page = { ...job, cursor: null, startedAt: caller.now, now: caller.now };
  const done = isBegun ? yield* kind.doPage(tx, caller, page) : NOTHING;
  if (isBegun && done.cursor === null) return false;
  yield* writeJob(tx, caller, { ...job, ...done, total, isOver: false });
  return true;
}

interface WrittenJob extends Slice, JobOf<JobAct['kind']> {
  title: string;
  total: number;
  isOver: boolean;
}

function* writeJob(tx: TxContext, { actor, now }: AuditActor, { isOver, ...job }: WrittenJob): Steps<JobRow> {
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
