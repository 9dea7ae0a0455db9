import { createHash } from 'node:crypto';
import { and, eq, getTableColumns, gte, isNull, lt, lte, or, sql } from 'drizzle-orm';
import type { Context } from 'hono';
import {
  OPERATION_AGE_HEADER,
  type Operation,
  OperationAge,
  OpId,
  operationContent,
} from '#sync/contract/operation.ts';
import { Refusal } from '#sync/contract/refusal.ts';
import { ANSWERED_AT_HEADER } from '#sync/contract/server.ts';
import { boolean, type Db, run, type Steps, type TxContext } from '../db/client.ts';
import { EPOCH_KEY, epochIn, readDataEpoch } from '../db/epoch.ts';
import { allBound, boundParam, prepared } from '../db/prepared.ts';
import type { Tables } from '../db/schema.ts';
import type { Http } from '../deps.ts';
import type { Actor, Person } from '../permissions.ts';
import type { LearnerTx } from './recount-course.ts';

// The idempotency of Y9 and the epoch of Y14, around every change that a device may send twice.

/** The sender of a change, and the change's headers. A change without a key is not idempotent. */
export interface Sender {
  person: Person;
  key: string | undefined;
  dataEpoch: string | undefined;
  lastOp: LastOp | undefined;
  /** When the person did it, by this server's clock; undefined when the device does not say. */
  workedAt?: Date | undefined;
  now: Date;
}

/** The last operation of the sender's device that was acknowledged, and when, if the device names a time. */
export interface LastOp {
  opId: string;
  at: Date | undefined;
}

/** The result of a change. Only results are remembered: a refusal is decided again each time. */
interface ChangeResult<Body> {
  status: 200 | 409;
  body: Body & { dataEpoch: string };
}

type Keyless<O> = O extends unknown ? Omit<O, 'opId'> : never;

interface IdempotentChange<Body> {
  /** What distinguishes one use of a key from another. */
  operation: Keyless<Operation>;
  /** The effect, as steps of one unit of work; a refusal that it throws leaves nothing behind. */
  effect: (learner: LearnerTx) => Steps<{ status: 200 | 409; body: Body }>;
}

/**
 * Applies a change and remembers its result in one transaction; a known key gets the result of the first time. Throws
 * `data_epoch_changed`, `operation_forgotten` and `key_reuse`, with nothing applied. The epoch in a result is always the
 * current one: a stored result may come out of a backup.
 */
export async function applyOnce<Body>(db: Db, sender: Sender, change: IdempotentChange<Body>) {
  const hash = sender.key === undefined ? '' : requestHash({ ...change.operation, opId: sender.key });
  const applying = function* (tx: TxContext): Steps<ChangeResult<Body>> {
    const { key, lastOp, person, now } = sender;
    const request = { userId: person.id, opId: key ?? NO_OPERATION, ...lastOpValues(lastOp) };
    const [before] = key === undefined ? [] : yield* run(findBefore(tx, request));
    const learner: LearnerTx = { ...tx, person, now, workedAt: sender.workedAt };
    // Their account was merged just now: sent again, it counts for the other one.
    if (before?.isMerged) throw new Refusal('unavailable', { retryAfterSeconds: 1 });
    const dataEpoch = before?.dataEpoch ?? (yield* epochIn(tx));
    if (sender.dataEpoch !== undefined && sender.dataEpoch !== dataEpoch) {
      throw new Refusal('data_epoch_changed', { dataEpoch });
    }
    if (before && lastOp !== undefined && !before.hasLastOp) throw new Refusal('operation_forgotten', { dataEpoch });
    if (key === undefined) {
      const { status, body } = yield* change.effect(learner);
      return { status, body: { ...body, dataEpoch } };
    }
    const seen = before?.seen;
    if (seen && seen.hash !== hash) throw new Refusal('key_reuse', { field: 'Idempotency-Key' });
    if (seen) {
      // The device counts from this answer when it forgets the operation, and so do we (Y9).
      yield* run(renewApplied(tx, { userId: person.id, opId: key, at: now }));
      return { status: seen.status === 409 ? 409 : 200, body: { ...(seen.body as Body), dataEpoch } };
    }
    const { status, body } = yield* change.effect(learner);
    const applied = { userId: person.id, opId: key, requestHash: hash, status, body, firstAt: now, at: now };
    yield* run(saveApplied(tx, applied));
    return { status, body: { ...body, dataEpoch } };
  };
  // Units, totals, attempts and remembered results of a person are written one after the other, by the person's id as key;
  // whatever else a change reads (lessons, rights, questions) it does not write back, and each read is one query.
  return db.transact(applying, sender.person.id);
}

/** Y20: refuses a device whose last acknowledged operation is unknown: this is an older copy of the data. */
export async function expectLastOp(db: Db, { person, lastOp }: Pick<Sender, 'person' | 'lastOp'>): Promise<void> {
  if (lastOp === undefined) return;
  const [known] = await findBefore(db, { userId: person.id, opId: NO_OPERATION, ...lastOpValues(lastOp) });
  if (!known?.hasLastOp) throw new Refusal('operation_forgotten', { dataEpoch: await readDataEpoch(db) });
}

type AppliedOperation = Tables['appliedOps']['$inferSelect'];

/** The nil UUID, which no operation has. */
const NO_OPERATION = '00000000-0000-0000-0000-000000000000';

type SeenQuery = Pick<AppliedOperation, 'userId' | 'opId'> & ReturnType<typeof lastOpValues>;

const lastOpValues = (lastOp: LastOp | undefined) => ({
  lastOp: lastOp?.opId ?? NO_OPERATION,
  answeredFrom: lastOp?.at ?? new Date(0),
  answeredTo: lastOp?.at ?? new Date(YEAR_10000 - 1),
});

/** The epoch with both operations, if they are known: one query on the path of every change. No row without an epoch. */
const findBefore = prepared<SeenQuery>()(({ queries, tables }) => {
  const { appliedOps, meta, profiles } = tables;
  return queries
    .select({
      dataEpoch: meta.value,
      isMerged: boolean(sql`exists (select 1 from ${profiles}
        where ${profiles.id} = ${sql.placeholder('userId')} and ${profiles.mergedInto} is not null)`),
      hasLastOp: sql<boolean | number>`exists (select 1 from ${appliedOps} where ${and(
        eq(appliedOps.userId, sql.placeholder('userId')),
        eq(appliedOps.opId, sql.placeholder('lastOp')),
        // An older copy may hold the operation without the result it was given last, or have got it again since.
        gte(appliedOps.at, boundParam(appliedOps.at, 'answeredFrom')),
        or(isNull(appliedOps.firstAt), lte(appliedOps.firstAt, boundParam(appliedOps.firstAt, 'answeredTo'))),
      )})`,
      seen: { hash: appliedOps.requestHash, status: appliedOps.status, body: appliedOps.body },
    })
    .from(meta)
    .leftJoin(
      appliedOps,
      and(eq(appliedOps.userId, sql.placeholder('userId')), eq(appliedOps.opId, sql.placeholder('opId'))),
    )
    .where(eq(meta.key, EPOCH_KEY));
});

/** The times of all answers lie between `firstAt` and `at`, even after the clock was set back. */
const renewApplied = prepared<Pick<AppliedOperation, 'userId' | 'opId' | 'at'>>()(
  ({ queries, tables: { appliedOps } }) => {
    const { at, firstAt } = appliedOps;
    const now = boundParam(at, 'at');
    return queries
      .update(appliedOps)
      .set({
        at: sql`case when ${at} < ${now} then ${now} else ${at} end`,
        firstAt: sql`case when ${firstAt} > ${now} then ${now} else ${firstAt} end`,
      })
      .where(and(eq(appliedOps.userId, sql.placeholder('userId')), eq(appliedOps.opId, sql.placeholder('opId'))));
  },
);

const saveApplied = prepared<AppliedOperation>()(({ queries, tables: { appliedOps } }) =>
  queries.insert(appliedOps).values(allBound(getTableColumns(appliedOps))),
);

/** A device repeats an operation for at most 90 days; the rest is for tablets that lay in a drawer (Y9). */
export const OPERATIONS_KEPT_DAYS = 400;

const SLICE_MS = 600_000;

/** Forgets the results of operations that no device will send again, those of ten minutes at a time: requests are answered in between. */
export async function deleteOldOperations(db: Db, now: Date): Promise<void> {
  const { appliedOps } = db.tables;
  const kept = now.getTime() - OPERATIONS_KEPT_DAYS * 86_400_000;
  for (;;) {
    const [first] = await db.select({ at: appliedOps.at }).from(appliedOps).orderBy(appliedOps.at).limit(1);
    if (!first || first.at.getTime() >= kept) return;
    const end = new Date(Math.min(first.at.getTime() + SLICE_MS, kept));
    await db.delete(appliedOps).where(lt(appliedOps.at, end));
    await new Promise(setImmediate);
  }
}

/**
 * The sender of a change, from the person and the headers of Y9 and Y14. The key may be quoted. A response header says
 * when the operation is remembered, to the millisecond: the device names that time with it from then on (Y20). Throws when too
 * many changes wait.
 */
export function readSender<E extends Http & { Variables: { actor: Actor } }>(c: Context<E>): Sender {
  const { db, now: clock } = c.var.deps;
  db.expectRoom(1);
  const now = clock();
  c.header(ANSWERED_AT_HEADER, now.toISOString());
  return {
    person: c.var.actor,
    key: readOpId(c, 'Idempotency-Key'),
    dataEpoch: c.req.header('X-Data-Epoch'),
    lastOp: readLastOp(c),
    workedAt: timeOfWork(c.req.header(OPERATION_AGE_HEADER), now),
    now,
  };
}

/** The time of work that is this old, in milliseconds; undefined for what is no age. */
export function timeOfWork(age: unknown, now: Date): Date | undefined {
  const ageMs = OperationAge.safeParse(typeof age === 'string' && age !== '' ? Number(age) : age).data;
  return ageMs === undefined ? undefined : new Date(now.getTime() - ageMs);
}

/** A device that starts over sends up to 90 days of work from before its last: none of that may be forgotten here. */
const ASKED_FOR_MS = (OPERATIONS_KEPT_DAYS - 100) * 86_400_000;

/** PostgreSQL reads no year of more than four digits. */
const YEAR_10000 = Date.UTC(10_000, 0);

/**
 * The operation that the device had acknowledged last, and when (Y20); undefined when it may be forgotten here by now. An
 * unreadable time counts as none: the device could never correct it.
 */
export function readLastOp<E extends Http>(c: Context<E>): LastOp | undefined {
  const opId = readOpId(c, 'X-Last-Op');
  const answeredAt = Date.parse(c.req.header('X-Last-Op-At') ?? '');
  const at = answeredAt > 0 && answeredAt < YEAR_10000 ? new Date(answeredAt) : undefined;
  const isForgotten = at !== undefined && c.var.deps.now().getTime() - at.getTime() >= ASKED_FOR_MS;
  return opId === undefined || isForgotten ? undefined : { opId, at };
}

function readOpId(c: Context, header: string): string | undefined {
  const opId = c.req.header(header)?.replace(/^"(.*)"$/, '$1');
  if (opId !== undefined && !OpId.safeParse(opId).success) {
    throw new Refusal('validation_failed', { field: header }, `${header}: must be a UUID`);
  }
  return opId?.toLowerCase();
}

/** JSON with the keys of every object sorted, so that two spellings of one body are the same text. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item ?? null)).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null';
  const parts = Object.entries(value)
    .filter(([, item]) => item !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, item]) => `${JSON.stringify(key)}:${canonicalJson(item)}`);
  return `{${parts.join(',')}}`;
}

/** A hash of what a key was used for (Y9), the same for the single call and in a batch. */
export function requestHash(operation: Operation): string {
  return createHash('sha256')
    .update(canonicalJson(operationContent(operation)))
    .digest('base64url');
}
