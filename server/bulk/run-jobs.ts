// Works on jobs in batches. A batch is one unit of work: what it changes, its results, and how far the job is. So a process may be
// killed at any moment, and the next one continues behind the last batch (decision 191).
import { randomUUID } from 'node:crypto';
import { and, asc, eq, gt, inArray, isNull, lte, or } from 'drizzle-orm';
import type { BulkAct } from '#sync/contract/bulk-job.ts';
import { dayOf } from '#sync/contract/due.ts';
import { Refusal } from '#sync/contract/refusal.ts';
import type { AuditActor } from '../audit/audit-log.ts';
import { type Db, inBatches, run, type Steps, type TxContext } from '../db/client.ts';
import type { Rest } from '../db/schema-jobs.ts';
import type { UnitOfWork } from '../db/unit-of-work.ts';
import type { Deps } from '../deps.ts';
import { errorFields } from '../http/responses.ts';
import { peopleToRegrade } from '../learning/regrade.ts';
import { isRest } from '../leave-rest.ts';
import type { Actor } from '../permissions.ts';
import { applyAct, listMatching } from './acts.ts';
import { finishSlice, mustWait } from './finish.ts';
import { FORGOTTEN, type JobRow, rowsOf } from './jobs.ts';

/** On SQLite a batch holds the process: of a hundred people, one in a hundred batches took 119 ms. */
const BATCH = 50;
/** A renewal copies all units of a course. */
const RENEWED_AT_ONCE = 10;
const GATHERED_AT_ONCE = 100;
/** Longer than any batch; after it the process must have died. */
const LEASE_MS = 30_000;

type Job = Pick<Deps, 'db' | 'env' | 'log' | 'now'> & { mailer: Pick<Deps['mailer'], 'flush'> };

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
 * Does all that is to be done and that no other process is doing, a batch of each job in turn; called at the start, after each new
 * job, and now and then for what a killed process has left. Never rejects: a failure is logged, and tried again by the next call.
 */
export function runJobs(deps: Job): Promise<void> {
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

async function work(deps: Job, worker: Worker): Promise<void> {
  const { db, log } = deps;
  const { bulkJobs } = db.tables;
  try {
    while (worker.isWanted) {
      worker.isWanted = false;
      const isFree = or(
        isNull(bulkJobs.leaseEndsAt),
        lte(bulkJobs.leaseEndsAt, deps.now()),
        eq(bulkJobs.leaseOwner, worker.id),
      );
      const open = await db
        .select()
        .from(bulkJobs)
        .where(and(inArray(bulkJobs.state, ['gathering', 'running', 'finishing']), isFree))
        .orderBy(asc(bulkJobs.createdAt), asc(bulkJobs.id));
      for (const job of open) {
        if (worker.isStopped) return;
        try {
          if (isRest(job.act)) {
            if (!(await finish(deps, worker, job, job.act))) continue;
          } else if (job.state === 'gathering') await gather(deps, worker, job, job.act);
          else await runBatch(deps, worker, job, job.act);
          worker.isWanted = true;
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

/** The job as it is now, if this process may work on it; from here on it is this one's. */
function* claim(
  { queries, tables }: TxContext,
  worker: Worker,
  { id, state }: Pick<JobRow, 'id' | 'state'>,
  now: Date,
): Steps<JobRow | undefined> {
  const { bulkJobs } = tables;
  const isFree = or(isNull(bulkJobs.leaseEndsAt), lte(bulkJobs.leaseEndsAt, now), eq(bulkJobs.leaseOwner, worker.id));
  const lease = { leaseOwner: worker.id, leaseEndsAt: new Date(now.getTime() + LEASE_MS) };
  const mine = and(eq(bulkJobs.id, id), eq(bulkJobs.state, state), isFree);
  const [job] = yield* run(queries.update(bulkJobs).set(lease).where(mine).returning());
  return job;
}

/** Writes down the next page of those who match. */
async function gather(deps: Job, worker: Worker, known: JobRow, act: BulkAct): Promise<void> {
  const { db } = deps;
  const { id, matching, cursor } = known;
  const organizationId = organizationOf(known);
  const { bulkJobs, bulkRows } = db.tables;
  const page = { organizationId, matching: matching ?? {}, cursor, limit: GATHERED_AT_ONCE };
  const { ids, nextCursor } = await listMatching(deps, act.kind, page);
  await db.transact(function* (tx) {
    const job = yield* claim(tx, worker, { id, state: 'gathering' }, deps.now());
    if (!job || job.cursor !== cursor) return;
    for (const part of inBatches(rowsOf(job, ids, job.total))) yield* run(tx.insert(bulkRows).values(part));
    const total = job.total + ids.length;
    const next = nextCursor === null ? { state: 'running' as const, ...FORGOTTEN } : { cursor: nextCursor };
    yield* run(
      tx
        .update(bulkJobs)
        .set({ total, ...next })
        .where(eq(bulkJobs.id, id)),
    );
  });
}

/** Only the rest of an act on a course may belong to nobody. */
function organizationOf({ id, organizationId }: JobRow): string {
  if (organizationId === null) throw new Error(`The job ${id} has no organization.`);
  return organizationId;
}

/** The next slice of what an act has left; false while it has to wait for another one, or another process has it. */
async function finish(
  { db, env, mailer, now }: Job,
  worker: Worker,
  { id, cursor, handled }: JobRow,
  rest: Rest,
): Promise<boolean> {
  // Their devices may be sending answers to the same quiz: it takes their locks.
  const peopleOf: UnitOfWork<string[]> = function* (tx) {
    return rest.kind === 'regrade' ? yield* peopleToRegrade(tx, { ...rest, cursor }) : [];
  };
  const theirs = await db.transact(peopleOf);
  const work: UnitOfWork<boolean> = function* (tx) {
    const job = yield* claim(tx, worker, { id, state: 'finishing' }, now());
    if (job?.cursor !== cursor || job.handled !== handled || (yield* mustWait(tx, job, rest))) return false;
    if (!(yield* peopleOf(tx)).every((one) => theirs.includes(one))) return false;
    yield* finishSlice({ ...tx, env }, job, rest, now());
    return true;
  };
  const isDone = await (theirs.length > 0 ? db.transact(work, theirs) : db.transact(work));
  mailer.flush();
  return isDone;
}

async function runBatch(deps: Job, worker: Worker, known: JobRow, act: BulkAct): Promise<void> {
  const { db, env, mailer, log, now } = deps;
  const { bulkJobs } = db.tables;
  const { id, handled } = known;
  try {
    // A renewal moves what people's devices may be sending right now: it takes their locks.
    const theirs = act.kind === 'renew' ? (await nextBatch(db, known)).flatMap((row) => row.userId ?? []) : [];
    const work: UnitOfWork<void> = function* (tx) {
      const job = yield* claim(tx, worker, { id, state: 'running' }, now());
      if (job?.handled !== handled) return;
      // Someone was erased meanwhile, and another person is in the batch, whose lock was not taken: the next look takes it.
      if (act.kind === 'renew') {
        const batch = yield* run(nextBatch(tx, job));
        if (!batch.every(({ userId }) => !userId || theirs.includes(userId))) return;
      }
      yield* doBatch({ ...tx, env }, { job, act }, now());
    };
    await (theirs.length > 0 ? db.transact(work, theirs) : db.transact(work));
    mailer.flush();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    // The right to do it, or what it was about, is gone.
    const failed = { state: 'failed' as const, error: error.message, finishedAt: now() };
    await db
      .update(bulkJobs)
      .set(failed)
      .where(and(eq(bulkJobs.id, id), eq(bulkJobs.state, 'running')));
    log.warn('job failed', { job: id, code: error.code });
  }
}

function nextBatch({ queries, tables: { bulkRows } }: TxContext, { id, act, handled }: JobRow) {
  const { jobId, position, userId, invitationId } = bulkRows;
  return queries
    .select({ position, userId, invitationId })
    .from(bulkRows)
    .where(and(eq(jobId, id), gt(position, handled)))
    .orderBy(asc(position))
    .limit(act.kind === 'renew' ? RENEWED_AT_ONCE : BATCH);
}

type Outcome = { isChanged: boolean; reason: string | null };
const DONE: Outcome = { isChanged: true, reason: null };

function* doBatch(
  { env, ...tx }: TxContext & Pick<Deps, 'env'>,
  { job, act }: { job: JobRow; act: BulkAct },
  now: Date,
): Steps<void> {
  const { bulkJobs, bulkRows } = tx.tables;
  const { id: jobId } = job;
  const organizationId = organizationOf(job);
  const { position } = bulkRows;
  const batch = yield* run(nextBatch(tx, job));
  const last = batch.at(-1);
  if (!last) {
    // Whoever was erased meanwhile is counted no more.
    const done = { state: 'done' as const, finishedAt: now, leaseOwner: null, leaseEndsAt: null };
    yield* run(tx.update(bulkJobs).set(done).where(eq(bulkJobs.id, jobId)));
    return;
  }
  const caller = yield* callerOf({ ...tx, env }, job, now);
  const ids = batch.map((row) => row.userId ?? row.invitationId ?? '');
  const { left, notes = [] } = yield* applyAct({ ...tx, env }, caller, { organizationId, act, ids });
  const outcomes = new Map<string, Outcome>([
    ...notes.map(({ userId, note }) => [userId, { isChanged: true, reason: note }] as const),
    ...left.map(({ userId, reason }) => [userId, { isChanged: false, reason }] as const),
  ]);
  const told = batch.map((row, n) => ({ position: row.position, ...(outcomes.get(ids[n] ?? '') ?? DONE) }));
  for (const rows of Map.groupBy(told, ({ isChanged, reason }) => `${isChanged} ${reason}`).values()) {
    const [{ isChanged, reason } = DONE] = rows;
    const at = inArray(
      position,
      rows.map((row) => row.position),
    );
    yield* run(
      tx
        .update(bulkRows)
        .set({ isChanged, reason })
        .where(and(eq(bulkRows.jobId, jobId), at)),
    );
  }
  const changed = told.filter(({ isChanged }) => isChanged).length;
  const progress = { handled: last.position, changed: job.changed + changed };
  yield* run(tx.update(bulkJobs).set(progress).where(eq(bulkJobs.id, jobId)));
}

/** Whoever made the job, with the rights that they have now. Days count from when they made it. */
function* callerOf(
  { env, ...tx }: TxContext & Pick<Deps, 'env'>,
  { createdBy, createdAt }: JobRow,
  now: Date,
): Steps<AuditActor> {
  const { profiles, authUsers } = tx.tables;
  const { id, email, organizationId, isOrgAdmin, isSuperAdmin } = profiles;
  const [found] = yield* run(
    tx
      .select({ actor: { id, email, organizationId, isOrgAdmin, isSuperAdmin }, bannedUntil: authUsers.bannedUntil })
      .from(profiles)
      .leftJoin(authUsers, eq(authUsers.id, id))
      .where(eq(id, createdBy ?? '00000000-0000-0000-0000-000000000000')),
  );
  const actor = found?.bannedUntil && found.bannedUntil > now ? undefined : found?.actor;
  if (!actor) throw new Refusal('access_denied', {}, 'Whoever started this job is no longer here.');
  return { actor: actor satisfies Actor, ip: '', now, today: dayOf(createdAt, env.timeZone) };
}
