// Sends statements to the learning record store, oldest first (decision 281).
import { and, asc, eq, inArray, isNotNull, isNull, lt, lte } from 'drizzle-orm';
import { MESSAGES_KEPT_DAYS } from '#sync/contract/webhook.ts';
import type { Db } from '../db/client.ts';
import type { Tables } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import type { RecordStore } from '../env.ts';
import { errorFields, outcomeOf } from '../http/responses.ts';
import { deleteWalking } from '../retention.ts';
import { statementOf } from './statement.ts';

/** The pauses while the store takes nothing; the last one repeats until it does. */
const PAUSES_MS = [5000, 30_000, 120_000, 600_000];
const LONGEST_PAUSE_MS = 3_600_000;
const TIMEOUT_MS = 20_000;
/** Longer than a request takes; after it the sending process must have died. */
const LEASE_MS = 60_000;
const AT_ONCE = 50;
const OUTCOME_LIMIT = 200;
const DAY_MS = 86_400_000;
/** What is wrong with a statement, or with the size of a batch. Anything else is about the store or its settings, and waits. */
const REFUSED = [400, 413, 422];
/** Refused in a row before the store itself is doubted. */
const MOST_REFUSED = 3;
/** The store has a statement of this id, which is this one: its id is made from what happened. */
const KNOWN = 409;

type Delivering = Pick<Deps, 'db' | 'env' | 'log' | 'now' | 'lifecycle'>;
type Row = Tables['xapiStatements']['$inferSelect'];

const running = new WeakMap<Db, Promise<void>>();

/** Sends all that waits, unless this process is doing so. Never rejects: what fails is logged and tried again later. */
export async function deliverStatements(deps: Delivering): Promise<void> {
  const { db, env, log } = deps;
  if (!env.xapi) return;
  const sending =
    running.get(db) ??
    sendAll(deps, env.xapi)
      .catch((error: Error) => log.error('statements not sent', errorFields(error)))
      .finally(() => running.delete(db));
  running.set(db, sending);
  await sending;
}

/** Waits for the request under way. */
export const statementsAtRest = async (db: Db): Promise<void> => await running.get(db);

export async function deleteOldStatements(db: Db, now: Date): Promise<void> {
  const { xapiStatements } = db.tables;
  const { id, createdAt, nextTryAt } = xapiStatements;
  const before = new Date(now.getTime() - MESSAGES_KEPT_DAYS * DAY_MS);
  await deleteWalking(db, xapiStatements, id, and(lt(createdAt, before), isNull(nextTryAt)));
}

/** A store takes a batch as a whole or not at all: one that is refused is cut in halves until the statement at fault is alone. */
async function sendAll(deps: Delivering, store: RecordStore): Promise<void> {
  const { db, env, lifecycle, log, now } = deps;
  const { xapiStatements } = db.tables;
  const { id } = xapiStatements;
  let size = AT_ONCE;
  let refused = 0;
  while (!lifecycle.isStopping) {
    const batch = await claim(deps, size);
    const [first] = batch;
    if (!first) return;
    const statements = batch.map((row) => statementOf(row, env.publicUrl));
    const { status, outcome, retryAfterMs } = await post(store, statements);
    const isTaken = status >= 200 && status < 300;
    const isAtFault = status === KNOWN || REFUSED.includes(status);
    // One after the other refused: it is the store or its settings, and nothing that waits is lost to that.
    const isOfAll = status !== KNOWN && batch.length === 1 && refused >= MOST_REFUSED;
    if (!isTaken && (!isAtFault || isOfAll)) {
      const pause = Math.max(PAUSES_MS[Math.min(first.attempts, PAUSES_MS.length - 1)] ?? 0, retryAfterMs);
      const change = { outcome, nextTryAt: new Date(now().getTime() + pause) };
      await db.update(xapiStatements).set(change).where(eq(id, first.id));
      log.info('statements not taken', { waiting: batch.length, attempt: first.attempts + 1, outcome });
      return;
    }
    if (isAtFault && batch.length > 1) {
      await db
        .update(xapiStatements)
        .set({ attempts: first.attempts, nextTryAt: first.nextTryAt })
        .where(eq(id, first.id));
      size = Math.ceil(batch.length / 2);
      continue;
    }
    const isThere = isTaken || status === KNOWN;
    const ids = batch.map((row) => row.id);
    const done = { outcome, nextTryAt: null, ...(isThere && { deliveredAt: now() }) };
    await db.update(xapiStatements).set(done).where(inArray(id, ids));
    refused = isThere ? 0 : refused + 1;
    if (!isThere) log.warn('statement refused', { statement: first.statementId, outcome: String(status) });
    size = Math.min(AT_ONCE, size * 2);
  }
}

/** The oldest statements, unless they wait for a pause or another process sends them: the first one is claimed for all. */
async function claim({ db, now }: Delivering, size: number): Promise<Row[]> {
  const { xapiStatements } = db.tables;
  const { id, attempts, nextTryAt } = xapiStatements;
  const waiting = await db.select().from(xapiStatements).where(isNotNull(nextTryAt)).orderBy(asc(id)).limit(size);
  const [first] = waiting;
  if (!first) return [];
  const at = now();
  const claimed = await db
    .update(xapiStatements)
    .set({ attempts: first.attempts + 1, nextTryAt: new Date(at.getTime() + LEASE_MS) })
    .where(and(eq(id, first.id), eq(attempts, first.attempts), lte(nextTryAt, at)))
    .returning({ id });
  return claimed.length > 0 ? waiting : [];
}

async function post({ endpoint, key, secret }: RecordStore, statements: object[]) {
  const headers = {
    'Content-Type': 'application/json',
    'X-Experience-API-Version': '1.0.3',
    Authorization: `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}`,
  };
  try {
    const answer = await fetch(`${endpoint}/statements`, {
      ...{ method: 'POST', headers, body: JSON.stringify(statements), redirect: 'manual' },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const { status, statusText } = answer;
    const text = (await answer.text()).replace(/\s+/g, ' ').trim();
    const reason = REFUSED.includes(status) && text ? `: ${text}` : '';
    const outcome = `${status} ${statusText}`.trim() + reason;
    const retryAfterMs = Math.min(1000 * (Number(answer.headers.get('Retry-After')) || 0), LONGEST_PAUSE_MS);
    return { status, outcome: outcome.slice(0, OUTCOME_LIMIT), retryAfterMs };
  } catch (error) {
    const outcome = outcomeOf(error as Error, TIMEOUT_MS).slice(0, OUTCOME_LIMIT);
    return { status: 0, outcome, retryAfterMs: 0 };
  }
}
