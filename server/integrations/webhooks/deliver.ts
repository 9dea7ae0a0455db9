// Sends what the webhooks of all organizations are to be told, by the rules of Standard Webhooks (decision 241).
import { createHmac } from 'node:crypto';
import { request as requestPlain } from 'node:http';
import { request } from 'node:https';
import { and, asc, eq, inArray, isNotNull, lt, lte, not, sql } from 'drizzle-orm';
import { MESSAGES_KEPT_DAYS } from '#sync/contract/webhook.ts';
import type { Db } from '../../db/client.ts';
import type { Tables } from '../../db/schema.ts';
import type { Deps } from '../../deps.ts';
import { outcomeOf } from '../../http/responses.ts';
import { pauseWebhook } from '../../identity/end-invitations.ts';
import { deleteWalking } from '../../operations/retention.ts';
import { countWaiting, type Kind, pauseAfter, TryLater, type Turn } from '../../queue/queue.ts';
import { addressed } from '../public-api/results.ts';
import { pauseFailing } from './pause-failing.ts';
import { isPrivateHost, lookUpPublic, PRIVATE_REFUSED } from './private-address.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** The pauses after each failed attempt; together 17 hours and a half. */
const PAUSES_MS = [5000, MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS, 5 * HOUR_MS, 10 * HOUR_MS];
const TIMEOUT_MS = 10_000;
const AT_ONCE = 50;
const OUTCOME_LIMIT = 200;

type Delivering = Pick<Deps, 'db' | 'env' | 'log' | 'queue' | 'now'>;
type Webhook = Tables['webhooks']['$inferSelect'];
type Message = Tables['webhookMessages']['$inferSelect'];

/**
 * Each webhook with messages that are due. One process at a time sends to it; a slow receiver delays no other one. A message may arrive
 * twice when its process dies before the answer is noted, and has the same id then.
 */
export function webhookMessages(deps: Delivering): Kind {
  const { db, now } = deps;
  const { webhookMessages: messages, webhooks } = db.tables;
  const ofActive = activeWebhooks(db);
  return {
    async find({ limit, isFree }) {
      const due = await db
        .selectDistinct({ id: webhooks.id })
        .from(messages)
        .innerJoin(webhooks, eq(webhooks.id, messages.webhookId))
        .where(and(canBeSent(db, now()), inArray(webhooks.id, ofActive), isFree(webhooks.id)))
        .limit(limit);
      return due.map(({ id }) => id);
    },
    work: (turn) => deliverTo(deps, turn),
    atOnce: AT_ONCE,
    // Each message has pauses of its own: the others wait for the next look alone.
    pausesMs: [0],
    backlog: () => {
      const isWaiting = and(isNotNull(messages.nextTryAt), inArray(messages.webhookId, ofActive));
      return countWaiting(db, messages, messages.createdAt, isWaiting);
    },
  };
}

/** Neither paused nor of an organization that is switched off. */
function activeWebhooks({ select, tables: { webhooks, organizations } }: Db) {
  return select({ id: webhooks.id })
    .from(webhooks)
    .innerJoin(organizations, and(eq(organizations.id, webhooks.organizationId), eq(organizations.isActive, true)))
    .where(eq(webhooks.isActive, true));
}

export async function deleteOldMessages(db: Db, now: Date): Promise<void> {
  const { webhookMessages } = db.tables;
  const before = new Date(now.getTime() - MESSAGES_KEPT_DAYS * 24 * HOUR_MS);
  await deleteWalking(db, webhookMessages, webhookMessages.id, lt(webhookMessages.createdAt, before));
}

/** Due, and not held back by an earlier message to the webhook about the same person: no certificate arrives before the completion that it is for. */
function canBeSent({ tables: { webhookMessages: messages } }: Db, now: Date) {
  const isHeldBack = sql`exists (select 1 from ${messages} earlier where earlier.user_id = ${messages.userId}
    and earlier.webhook_id = ${messages.webhookId} and earlier.next_try_at is not null and earlier.id < ${messages.id})`;
  return and(lte(messages.nextTryAt, now), not(isHeldBack));
}

/** One after the other, in the order in which they were written; the first failure leaves the rest to the next turn. */
async function deliverTo(deps: Delivering, { key: id, signal }: Turn): Promise<void> {
  const { db, now } = deps;
  const { webhookMessages, webhooks } = db.tables;
  const [webhook] = await db.select().from(webhooks).where(eq(webhooks.id, id));
  if (!webhook) return;
  while (!signal.aborted) {
    const due = await db
      .select()
      .from(webhookMessages)
      .where(and(eq(webhookMessages.webhookId, id), canBeSent(db, now())))
      .orderBy(asc(webhookMessages.id))
      .limit(AT_ONCE);
    if (due.length === 0) return;
    for (const message of due) {
      if (signal.aborted) return;
      await deliver(deps, webhook, message);
    }
  }
}

/** One attempt. Throws when the receiver did not take the message. */
async function deliver(deps: Delivering, webhook: Webhook, message: Message): Promise<void> {
  const { db, env, log, now } = deps;
  const { webhookMessages } = db.tables;
  const { id, attempts, nextTryAt } = message;
  const at = now();
  const body = JSON.stringify(await bodyOf(db, webhook, message));
  const headers = { 'Content-Type': 'application/json', ...signed(webhook, { id: `msg_${id}`, at, body }) };
  const { status, outcome, reason } = await post(webhook.url, { body, headers, mayBePrivate: env.webhooksPrivate });
  const isTaken = status !== undefined && status >= 200 && status < 300;
  const attempt = attempts + 1;
  const isOver = isTaken || attempt > PAUSES_MS.length || status === 410;
  const next = isOver ? null : new Date(now().getTime() + pauseAfter(attempt, PAUSES_MS));
  const change = { attempts: attempt, outcome, nextTryAt: next, ...(isTaken && { deliveredAt: now() }) };
  // Meanwhile it may have been sent again by hand, or ended by a pause.
  const isAsBefore = and(
    eq(webhookMessages.id, id),
    eq(webhookMessages.attempts, attempts),
    nextTryAt ? eq(webhookMessages.nextTryAt, nextTryAt) : undefined,
  );
  await db.update(webhookMessages).set(change).where(isAsBefore);
  if (isTaken) return;
  // Gone: the receiver says that it wants no more.
  if (status === 410) await db.transact((tx) => pauseWebhook(tx, webhook.id));
  else if (next === null) await pauseFailing(deps, webhook);
  log.info('webhook not taken', { webhook: webhook.id, message: id, attempt, outcome, reason });
  throw new TryLater(outcome);
}

/**
 * `{ type, timestamp, data }`. Whom it is about is read now: no message keeps the address of someone who was erased. Of someone who is no
 * longer in the organization it says the id alone.
 */
async function bodyOf(
  db: Db,
  { organizationId }: Webhook,
  { type, createdAt, userId, data }: Message,
): Promise<object> {
  const { profiles } = db.tables;
  const timestamp = createdAt.toISOString();
  if (userId === null) return { type, timestamp, data };
  const [person] = await db
    .select({ email: profiles.email, name: profiles.fullName })
    .from(profiles)
    .where(and(eq(profiles.id, userId), eq(profiles.organizationId, organizationId)));
  return { type, timestamp, data: { userId, ...(person && addressed(person)), ...data } };
}

interface Signed {
  id: string;
  at: Date;
  body: string;
}

function signed({ secret, oldSecret, oldSecretUntil }: Webhook, { id, at, body }: Signed) {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const secrets = oldSecret && oldSecretUntil && oldSecretUntil > at ? [secret, oldSecret] : [secret];
  const signatures = secrets.map((one) => {
    const key = Buffer.from(one.replace(/^whsec_/, ''), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}

interface Posted {
  body: string;
  headers: Record<string, string>;
  mayBePrivate: boolean;
}

interface Answered {
  status?: number;
  /** For the admins of the organization. */
  outcome: string;
  /** For whoever runs the server. */
  reason?: string;
}

const failedBy = (error: Error): Answered => ({
  outcome: outcomeOf(error, TIMEOUT_MS).slice(0, OUTCOME_LIMIT),
  reason: error.message,
});

/** One request; redirects are not followed, and of the answer only the status is read. */
function post(url: string, { body, headers, mayBePrivate }: Posted): Promise<Answered> {
  const { protocol, hostname } = new URL(url);
  if (!mayBePrivate && isPrivateHost(hostname)) return Promise.resolve(failedBy(PRIVATE_REFUSED));
  const send = protocol === 'https:' ? request : requestPlain;
  return new Promise((resolve) => {
    const options = {
      ...{ method: 'POST', agent: false, signal: AbortSignal.timeout(TIMEOUT_MS) },
      headers: { ...headers, 'Content-Length': Buffer.byteLength(body), 'User-Agent': 'Groundwork' },
      ...(!mayBePrivate && { lookup: lookUpPublic }),
    };
    const sending = send(url, options, (answer) => {
      const { statusCode = 0, statusMessage = '' } = answer;
      answer.destroy();
      resolve({ status: statusCode, outcome: `${statusCode} ${statusMessage}`.trim().slice(0, OUTCOME_LIMIT) });
    });
    sending.on('error', (error) => resolve(failedBy(error)));
    sending.end(body);
  });
}
