// Sends statements to the learning record store, oldest first (decision 281).
import { and, asc, eq, inArray, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import { MESSAGES_KEPT_DAYS } from '#sync/contract/webhook.ts';
import type { Db } from '../../db/client.ts';
import type { Deps } from '../../deps.ts';
import type { RecordStore } from '../../env.ts';
import { outcomeOf } from '../../http/responses.ts';
import { deleteWalking } from '../../operations/retention.ts';
import { countWaiting, type Kind, TryLater, type Turn } from '../../queue/queue.ts';
import { statementOf } from './statement.ts';

const LONGEST_PAUSE_MS = 3_600_000;
const TIMEOUT_MS = 20_000;
const AT_ONCE = 50;
const OUTCOME_LIMIT = 200;
const DAY_MS = 86_400_000;
/** What is wrong with a statement, or with the size of a batch. Anything else is about the store or its settings, and waits. */
const REFUSED = [400, 413, 422];
/** Refused in a row before the store itself is doubted. */
const MOST_REFUSED = 3;
/** The store has a statement of this id, which is this one: its id is made from what happened. */
const KNOWN = 409;

type Delivering = Pick<Deps, 'db' | 'env' | 'log' | 'now'>;

/**
 * One queue of statements, which one process at a time sends. A store that takes nothing makes all of them wait, without an end. It may get a
 * batch twice when the process dies before the answer is noted, and knows it by the ids.
 */
export function statements(deps: Delivering): Kind {
  const { db, env } = deps;
  const { xapiStatements } = db.tables;
  const { id, createdAt, nextTryAt } = xapiStatements;
  return {
    async find({ isFree }) {
      if (!env.xapi) return [];
      const [first] = await db
        .select({ id })
        .from(xapiStatements)
        .where(and(isNotNull(nextTryAt), isFree(sql`''`)))
        .orderBy(asc(id))
        .limit(1);
      return first ? [''] : [];
    },
    work: async (turn) => env.xapi && sendAll(deps, env.xapi, turn),
    backlog: () => countWaiting(db, xapiStatements, createdAt, isNotNull(nextTryAt)),
  };
}

export async function deleteOldStatements(db: Db, now: Date): Promise<void> {
  const { xapiStatements } = db.tables;
  const { id, createdAt, nextTryAt } = xapiStatements;
  const before = new Date(now.getTime() - MESSAGES_KEPT_DAYS * DAY_MS);
  await deleteWalking(db, xapiStatements, id, and(lt(createdAt, before), isNull(nextTryAt)));
}

/** A store takes a batch as a whole or not at all: one that is refused is cut in halves until the statement at fault is alone. */
async function sendAll({ db, env, log, now }: Delivering, store: RecordStore, { attempt, signal }: Turn) {
  const { xapiStatements } = db.tables;
  const { id, nextTryAt } = xapiStatements;
  const waits = isNotNull(nextTryAt);
  let size = AT_ONCE;
  let refused = 0;
  let hasGoneOn = false;
  while (!signal.aborted) {
    const batch = await db.select().from(xapiStatements).where(waits).orderBy(asc(id)).limit(size);
    const [first] = batch;
    if (!first) return;
    const statements = batch.map((row) => statementOf(row, env.publicUrl));
    const { status, outcome, retryAfterMs } = await post(store, statements);
    const isTaken = status >= 200 && status < 300;
    const isAtFault = status === KNOWN || REFUSED.includes(status);
    // One after the other refused: it is the store or its settings, and nothing that waits is lost to that.
    const isOfAll = status !== KNOWN && batch.length === 1 && refused >= MOST_REFUSED;
    if (!isTaken && (!isAtFault || isOfAll)) {
      await db.update(xapiStatements).set({ outcome }).where(eq(id, first.id));
      log.info('statements not taken', { waiting: batch.length, attempt, outcome });
      throw new TryLater(outcome, { atLeastMs: retryAfterMs, hasGoneOn });
    }
    if (isAtFault && batch.length > 1) {
      size = Math.ceil(batch.length / 2);
      continue;
    }
    const isThere = isTaken || status === KNOWN;
    const ids = batch.map((row) => row.id);
    const done = { outcome, nextTryAt: null, ...(isThere && { deliveredAt: now() }) };
    await db.update(xapiStatements).set(done).where(inArray(id, ids));
    hasGoneOn = true;
    refused = isThere ? 0 : refused + 1;
    if (!isThere) log.warn('statement refused', { statement: first.statementId, outcome: String(status) });
    size = Math.min(AT_ONCE, size * 2);
  }
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
