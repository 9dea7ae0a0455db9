// Works on jobs in batches. A batch is one unit of work: what it changes, its results, and how far the job is. So a process may be
// killed at any moment, and the next one continues behind the last batch (decision 345).
import { randomUUID } from 'node:crypto';
import { and, asc, eq, gt, inArray, isNull, lte, or } from 'drizzle-orm';
import { dayOf } from '#sync/contract/due.ts';
import { Refusal } from '#sync/contract/refusal.ts';
import type { AuditActor } from '../audit/audit-log.ts';
import { type Db, run, type Steps, type TxContext } from '../db/client.ts';
import type { UnitOfWork } from '../db/unit-of-work.ts';
import type { Deps } from '../deps.ts';
import { errorFields } from '../http/responses.ts';
import { type JobKind, type JobRow, type JobTx, jobKind, type RowsKind, type Slice } from './job-kinds.ts';
import { findQueue, finishedRow } from './start-job.ts';

/** On SQLite a batch holds the process: of a hundred people, one in a hundred batches took 119 ms. */
const BATCH = 50;
/** Longer than any batch; after it the process must have died. */
const LEASE_MS = 30_000;

type Running = Pick<Deps, 'db' | 'env' | 'log' | 'now'> & { mailer: Pick<Deps['mailer'], 'flush'> };

interface Worker {
  isStopped: boolean;
  isWanted: boolean;
  running: Promise<void> | undefined;
  id: string;
}

const workers = new WeakMap<Db, Worker>();

function workerOf(db: Db): Worker {
  const known = workers.get(db);
  if (known) return known;
  const worker = { isStopped: false, isWanted: false, running: undefined, id: randomUUID() };
  workers.set(db, worker);
  return worker;
}

/**
 * Does all that is to be done and that no other process is doing, a batch of each queue in turn; called at the start, after each new
 * job, and now and then for what a killed process has left. Never rejects: a failure is logged, and tried again by the next call.
 */
export function runJobs(deps: Running): Promise<void> {
  const worker = workerOf(deps.db);
  worker.isWanted = true;
  worker.running ??= work(deps, worker).finally(() => {
    worker.running = undefined;
    // Asked for while the leases were given back.
    if (worker.isWanted && !worker.isStopped) void runJobs(deps);
  });
  return worker.running;
}

/** Finishes the batch under way, and leaves the rest to the next start or another process. */
export async function stopJobs(db: Db): Promise<void> {
  const worker = workerOf(db);
  worker.isStopped = true;
  await worker.running;
}

async function work(deps: Running, worker: Worker): Promise<void> {
  const { db, log } = deps;
  const { bulkJobs } = db.tables;
  try {
    while (worker.isWanted) {
      worker.isWanted = false;
      const isFree = freeFor(db, worker, deps.now());
      const open = await db
        .select()
        .from(bulkJobs)
        .where(and(eq(bulkJobs.state, 'running'), isFree))
        .orderBy(asc(bulkJobs.turn), asc(bulkJobs.id));
      for (const [job] of Map.groupBy(open, ({ queue }) => queue).values()) {
        if (!job) continue;
        if (worker.isStopped) return;
        try {
          if (await runBatch(deps, worker, job)) worker.isWanted = true;
        } catch (error) {
          if (error instanceof Error) log.error('job not continued', { job: job.id, ...errorFields(error) });
        }
        // Requests that came meanwhile are answered first.
        await new Promise(setImmediate);
      }
    }
  } catch (error) {
    if (error instanceof Error && !worker.isStopped) log.error('jobs not read', errorFields(error));
  } finally {
    await release(db, worker).catch(() => undefined);
  }
}

/** So that another process need not wait for the end of the lease. */
async function release(db: Db, { id }: Worker): Promise<void> {
  const { bulkJobs } = db.tables;
  await db.update(bulkJobs).set({ leaseOwner: null, leaseEndsAt: null }).where(eq(bulkJobs.leaseOwner, id));
}

const freeFor = ({ tables: { bulkJobs } }: TxContext, { id }: Worker, now: Date) =>
  or(isNull(bulkJobs.leaseEndsAt), lte(bulkJobs.leaseEndsAt, now), eq(bulkJobs.leaseOwner, id));

/** Does the next batch of a job; false where it is not to be done here and now. */
async function runBatch({ db, env, mailer, log, now }: Running, worker: Worker, known: JobRow): Promise<boolean> {
  const kind = jobKind(known.act.kind);
  try {
    const locked = await db.transact((tx) => peopleOf(tx, kind, known));
    const work: UnitOfWork<boolean> = function* (tx) {
      const job = yield* claim(tx, worker, { known, now: now() });
      if (!job) return false;
      // Someone was erased meanwhile, and another person is in the batch, whose lock was not taken: the next look takes it.
      if (!(yield* peopleOf(tx, kind, job)).every((one) => locked.includes(one))) return true;
      yield* doBatch({ ...tx, env }, { kind, job, now: now() });
      return true;
    };
    const isDone = await (locked.length > 0 ? db.transact(work, locked) : db.transact(work));
    mailer.flush();
    return isDone;
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
    return true;
  }
}

/** Whose locks the next batch needs. */
function* peopleOf(tx: TxContext, kind: JobKind, job: JobRow): Steps<string[]> {
  if ('doPage' in kind) return kind.peopleOf ? yield* kind.peopleOf(tx, pageOf(job, job.createdAt)) : [];
  if (!kind.takesLocks) return [];
  const { rows } = yield* nextRows(tx, kind, job);
  return rows.flatMap(({ userId }) => userId ?? []);
}

/** The job as it is now, if it is its turn, it is as far as it was known to be, and this process may work on it; from here on it is this one's. */
function* claim(
  tx: TxContext,
  worker: Worker,
  { known, now }: { known: JobRow; now: Date },
): Steps<JobRow | undefined> {
  const { bulkJobs } = tx.tables;
  const { id, cursor, handled } = known;
  const [head] = yield* findQueue(tx, known.queue);
  if (head?.id !== id) return undefined;
  const isAsKnown = and(
    eq(bulkJobs.handled, handled),
    cursor === null ? isNull(bulkJobs.cursor) : eq(bulkJobs.cursor, cursor),
  );
  const mine = and(eq(bulkJobs.id, id), eq(bulkJobs.state, 'running'), isAsKnown, freeFor(tx, worker, now));
  const lease = { leaseOwner: worker.id, leaseEndsAt: new Date(now.getTime() + LEASE_MS) };
  const [job] = yield* run(tx.update(bulkJobs).set(lease).where(mine).returning());
  return job;
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
    leaseOwner: null,
    leaseEndsAt: null,
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
