// Works on jobs in batches. A batch is one unit of work: what it changes, its results, and how far the job is. So a process may be
// killed at any moment, and the next one continues behind the last batch (decision 345).
import { and, asc, eq, gt, inArray } from 'drizzle-orm';
import { dayOf } from '#sync/contract/due.ts';
import { Refusal } from '#sync/contract/refusal.ts';
import { run, type Steps, type TxContext } from '../db/client.ts';
import type { UnitOfWork } from '../db/unit-of-work.ts';
import type { Deps, Queue } from '../deps.ts';
import type { AuditActor } from '../http/audit-log.ts';
import { errorFields } from '../http/responses.ts';
import { type JobKind, type JobRow, type JobTx, jobKind, type RowsKind, type Slice } from './job-kinds.ts';
import { countWaiting, type Kind, TryLater } from './queue.ts';
import { findQueue, finishedRow } from './start-job.ts';

/** On SQLite a batch holds the process: of a hundred people, one in a hundred batches took 119 ms. */
const BATCH = 50;
/** So long a line of jobs has a turn while others wait for theirs. */
const TURN_MS = 500;

type Running = Pick<Deps, 'db' | 'env' | 'log' | 'now'> & { queue: Pick<Queue, 'wake'> };

/** Each line of jobs, which one process works off in turns. Whoever does a batch also writes its end in its unit, so that it is done once. */
export function jobs(deps: Running): Kind {
  const { db } = deps;
  const { bulkJobs } = db.tables;
  const isOpen = eq(bulkJobs.state, 'running');
  /** When a line last had a turn here. */
  const turns = new Map<string, number>();
  const lastOf = (queue: string) => turns.get(queue) ?? 0;
  return {
    async find({ isFree }) {
      const lines = await db
        .selectDistinct({ queue: bulkJobs.queue })
        .from(bulkJobs)
        .where(and(isOpen, isFree(bulkJobs.queue)));
      return lines.map(({ queue }) => queue).sort((one, other) => lastOf(one) - lastOf(other));
    },
    async work({ key: line, signal }) {
      const start = Date.now();
      turns.set(line, start);
      for (let hasGoneOn = false; !signal.aborted && Date.now() < start + TURN_MS; hasGoneOn = true) {
        const [job] = await db
          .select()
          .from(bulkJobs)
          .where(and(isOpen, eq(bulkJobs.queue, line)))
          .orderBy(asc(bulkJobs.turn), asc(bulkJobs.id))
          .limit(1);
        if (!job) return void turns.delete(line);
        await goOn(deps, job, hasGoneOn);
      }
    },
    // The others wait for a batch or two.
    atOnce: 2,
    backlog: () => countWaiting(db, bulkJobs, bulkJobs.createdAt, isOpen),
  };
}

async function goOn(deps: Running, job: JobRow, hasGoneOn: boolean): Promise<void> {
  try {
    await runBatch(deps, job);
  } catch (error) {
    if (error instanceof Error) deps.log.error('job not continued', { job: job.id, ...errorFields(error) });
    throw new TryLater('Job not continued.', { hasGoneOn });
  }
  // Requests that came meanwhile are answered first.
  await new Promise(setImmediate);
}

/** Does the next batch of a job, unless somebody has done it. */
async function runBatch({ db, env, queue, log, now }: Running, known: JobRow): Promise<void> {
  const kind = jobKind(known.act.kind);
  try {
    const locked = await db.transact((tx) => peopleOf(tx, kind, known));
    const work: UnitOfWork<void> = function* (tx) {
      const job = yield* readAgain(tx, known);
      if (!job) return;
      // Someone was erased meanwhile, and another person is in the batch, whose lock was not taken: the next round takes it.
      if (!(yield* peopleOf(tx, kind, job)).every((one) => locked.includes(one))) return;
      yield* doBatch({ ...tx, env }, { kind, job, now: now() });
    };
    await (locked.length > 0 ? db.transact(work, locked) : db.transact(work));
    queue.wake('mails');
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    // The right to do it, or what it was about, is gone.
    const { bulkJobs } = db.tables;
    const failed = { state: 'failed' as const, error: error.message, finishedAt: now() };
    await db
      .update(bulkJobs)
      .set(failed)
      .where(and(eq(bulkJobs.id, known.id), eq(bulkJobs.state, 'running')));
    log.warn('job failed', { job: known.id, code: error.code });
  }
}

/** Whose locks the next batch needs. */
function* peopleOf(tx: TxContext, kind: JobKind, job: JobRow): Steps<string[]> {
  if ('doPage' in kind) return kind.peopleOf ? yield* kind.peopleOf(tx, pageOf(job, job.createdAt)) : [];
  if (!kind.takesLocks) return [];
  const { rows } = yield* nextRows(tx, kind, job);
  return rows.flatMap(({ userId }) => userId ?? []);
}

/** The job, if it is its turn and it is as far as it was known to be. */
function* readAgain(tx: TxContext, { id, queue, cursor, handled }: JobRow): Steps<JobRow | undefined> {
  const [head] = yield* findQueue(tx, queue);
  if (head?.id !== id) return undefined;
  const { bulkJobs } = tx.tables;
  const isIt = and(eq(bulkJobs.id, id), eq(bulkJobs.state, 'running'), eq(bulkJobs.handled, handled));
  const [job] = yield* run(tx.select().from(bulkJobs).where(isIt));
  return job?.cursor === cursor ? job : undefined;
}

function* doBatch(tx: JobTx, { kind, job, now }: { kind: JobKind; job: JobRow; now: Date }): Steps<void> {
  const slice =
    'doPage' in kind
      ? yield* kind.doPage(tx, authorOf(tx, job), pageOf(job, now))
      : yield* doRows(tx, yield* callerOf(tx, job, now), { kind, job });
  const { cursor, ...done } = slice;
  const progress = { cursor, handled: job.handled + done.handled, changed: job.changed + done.changed };
  // Whoever came, went or was erased meanwhile was not counted.
  const isOver = {
    state: 'done' as const,
    finishedAt: now,
    total: progress.handled,
  };
  const { bulkJobs } = tx.tables;
  yield* run(
    tx
      .update(bulkJobs)
      .set({ ...progress, ...(cursor === null && isOver) })
      .where(eq(bulkJobs.id, job.id)),
  );
}

const pageOf = (job: JobRow, now: Date) => ({ ...job, startedAt: job.createdAt, now });

function* nextRows({ queries, tables: { bulkRows } }: TxContext, { most = BATCH }: RowsKind, job: JobRow) {
  const { jobId, position, userId, invitationId, payload } = bulkRows;
  const found = yield* run(
    queries
      .select({ position, userId, invitationId, payload })
      .from(bulkRows)
      .where(and(eq(jobId, job.id), gt(position, Number(job.cursor ?? 0))))
      .orderBy(asc(position))
      .limit(most + 1),
  );
  return { rows: found.slice(0, most), isMore: found.length > most };
}

function* doRows(tx: JobTx, caller: AuditActor, { kind, job }: { kind: RowsKind; job: JobRow }): Steps<Slice> {
  const { bulkRows } = tx.tables;
  const { rows, isMore } = yield* nextRows(tx, kind, job);
  const last = rows.at(-1);
  if (!last) return { handled: 0, changed: 0, cursor: null };
  const outcomes = yield* kind.perform(tx, caller, { ...job, rows });
  const done = rows.flatMap((row, n) => {
    const outcome = outcomes[n];
    return outcome ? { ...row, jobId: job.id, ...finishedRow(outcome) } : [];
  });
  const positions = rows.map(({ position }) => position);
  yield* run(tx.delete(bulkRows).where(and(eq(bulkRows.jobId, job.id), inArray(bulkRows.position, positions))));
  yield* run(tx.insert(bulkRows).values(done));
  const changed = done.filter(({ isChanged }) => isChanged).length;
  return { handled: done.length, changed, cursor: isMore ? String(last.position) : null };
}

const NOBODY = '00000000-0000-0000-0000-000000000000';

/** Whoever did an act on a course, at the time when it took effect. */
function authorOf({ env }: JobTx, { createdBy, createdAt }: JobRow): AuditActor {
  const id = createdBy ?? NOBODY;
  const actor = { id, email: '', organizationId: null, isOrgAdmin: false, isSuperAdmin: false };
  return { actor, ip: '', now: createdAt, today: dayOf(createdAt, env.timeZone) };
}

/** Whoever made the job, with the rights that they have now. Days count from when they made it. */
function* callerOf(tx: JobTx, { createdBy, createdAt }: JobRow, now: Date): Steps<AuditActor> {
  const { profiles, authUsers } = tx.tables;
  const { id, email, organizationId, isOrgAdmin, isSuperAdmin } = profiles;
  const [found] = yield* run(
    tx
      .select({ actor: { id, email, organizationId, isOrgAdmin, isSuperAdmin }, bannedUntil: authUsers.bannedUntil })
      .from(profiles)
      .leftJoin(authUsers, eq(authUsers.id, id))
      .where(eq(id, createdBy ?? NOBODY)),
  );
  const actor = found?.bannedUntil && found.bannedUntil > now ? undefined : found?.actor;
  if (!actor) throw new Refusal('access_denied', {}, 'Whoever started this job is no longer here.');
  return { actor, ip: '', now, today: dayOf(createdAt, tx.env.timeZone) };
}
