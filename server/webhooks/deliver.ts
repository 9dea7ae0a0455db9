// Sends what the webhooks of all organizations are to be told, by the rules of Standard Webhooks (decision 241).
import { createHmac } from 'node:crypto';
import { request as requestPlain } from 'node:http';
import { request } from 'node:https';
import { and, asc, eq, lt, lte, sql } from 'drizzle-orm';
import { MESSAGES_KEPT_DAYS } from '#sync/contract/webhook.ts';
import type { Db } from '../db/client.ts';
import type { Tables } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import { errorFields, outcomeOf } from '../http/responses.ts';
import { deleteWalking } from '../retention.ts';
import { pauseWebhook } from '../webhook-events.ts';
import { pauseFailing } from './pause-failing.ts';
import { isPrivateHost, lookUpPublic, PRIVATE_REFUSED } from './private-address.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** The pauses after each failed attempt; together 17 hours and a half. */
const PAUSES_MS = [5000, MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS, 5 * HOUR_MS, 10 * HOUR_MS];
const TIMEOUT_MS = 10_000;
/** Longer than an attempt takes; after it the sending process must have died. */
const LEASE_MS = 60_000;
/** Of one webhook before the others are looked at again. */
const AT_ONCE = 50;
const OUTCOME_LIMIT = 200;

type Delivering = Pick<Deps, 'db' | 'env' | 'log' | 'mailer' | 'now' | 'lifecycle'>;
type Webhook = Tables['webhooks']['$inferSelect'];
type Message = Tables['webhookMessages']['$inferSelect'];

/** The webhooks that this process is sending to, by database. */
const busy = new WeakMap<Db, Map<string, Promise<void>>>();
const busyIn = (db: Db): Map<string, Promise<void>> => {
  const known = busy.get(db) ?? new Map<string, Promise<void>>();
  busy.set(db, known);
  return known;
};

/** Sends all that is due. A slow receiver delays no other one. Never rejects: what fails is logged and tried again later. */
export async function deliverWebhooks(deps: Delivering): Promise<void> {
  const { db, log, now } = deps;
  const { webhookMessages, webhooks, organizations } = db.tables;
  const running = busyIn(db);
  try {
    const due = await db
      .selectDistinct({ id: webhookMessages.webhookId })
      .from(webhookMessages)
      .innerJoin(webhooks, and(eq(webhooks.id, webhookMessages.webhookId), eq(webhooks.isActive, true)))
      .innerJoin(organizations, and(eq(organizations.id, webhooks.organizationId), eq(organizations.isActive, true)))
      .where(lte(webhookMessages.nextTryAt, now()));
    for (const { id } of due) {
      if (running.has(id)) continue;
      const sending = deliverTo(deps, id)
        .catch((error: Error) => log.error('webhook not sent', errorFields(error)))
        .finally(() => running.delete(id));
      running.set(id, sending);
    }
  } catch (error) {
    if (error instanceof Error) log.error('webhooks not read', errorFields(error));
  }
  await Promise.all(running.values());
}

/** Waits for the attempts under way. */
export const webhooksAtRest = async (db: Db): Promise<void> => void (await Promise.all(busyIn(db).values()));

export async function deleteOldMessages(db: Db, now: Date): Promise<void> {
  const { webhookMessages } = db.tables;
  const before = new Date(now.getTime() - MESSAGES_KEPT_DAYS * 24 * HOUR_MS);
  await deleteWalking(db, webhookMessages, webhookMessages.id, lt(webhookMessages.createdAt, before));
}

/**
 * One after the other, in the order in which they were written; the first failure leaves the rest to the next look. What is tried again holds
 * back what came later of the same person, so that no certificate arrives before the completion that it is for.
 */
async function deliverTo(deps: Delivering, id: string): Promise<void> {
  const { db, lifecycle, now } = deps;
  const { webhookMessages, webhooks } = db.tables;
  const { webhookId, nextTryAt } = webhookMessages;
  const [webhook] = await db.select().from(webhooks).where(eq(webhooks.id, id));
  if (!webhook) return;
  const isHeldBack = sql`exists (select 1 from ${webhookMessages} earlier where earlier.user_id = ${webhookMessages.userId}
    and earlier.webhook_id = ${webhookId} and earlier.next_try_at is not null and earlier.id < ${webhookMessages.id})`;
  while (!lifecycle.isStopping) {
    const due = await db
      .select()
      .from(webhookMessages)
      .where(and(eq(webhookId, id), lte(nextTryAt, now()), sql`not ${isHeldBack}`))
      .orderBy(asc(webhookMessages.id))
      .limit(AT_ONCE);
    if (due.length === 0) return;
    for (const message of due) if (lifecycle.isStopping || !(await deliver(deps, webhook, message))) return;
  }
}

/** One attempt by whichever process claims it. False when the receiver did not take the message, and when another process has it. */
async function deliver(deps: Delivering, webhook: Webhook, message: Message): Promise<boolean> {
  const { db, env, log, now } = deps;
  const { webhookMessages } = db.tables;
  const { id, attempts } = message;
  const at = now();
  const claim = { attempts: attempts + 1, nextTryAt: new Date(at.getTime() + LEASE_MS) };
  const isUnclaimed = and(
    eq(webhookMessages.id, id),
    eq(webhookMessages.attempts, attempts),
    lte(webhookMessages.nextTryAt, at),
  );
  const claimed = await db.update(webhookMessages).set(claim).where(isUnclaimed).returning({ id: webhookMessages.id });
  if (claimed.length === 0) return false;
  const body = JSON.stringify(await bodyOf(db, webhook, message));
  const headers = { 'Content-Type': 'application/json', ...signed(webhook, { id: `msg_${id}`, at, body }) };
  const { status, outcome, reason } = await post(webhook.url, { body, headers, mayBePrivate: env.webhooksPrivate });
  const isTaken = status !== undefined && status >= 200 && status < 300;
  const pause = PAUSES_MS[attempts];
  const isOver = isTaken || pause === undefined || status === 410;
  const next = isOver ? null : new Date(now().getTime() + pause);
  const change = { outcome, nextTryAt: next, ...(isTaken && { deliveredAt: now() }) };
  // Whoever holds the claim now: meanwhile it may have been sent again by hand, or ended by a pause.
  const isMine = and(
    eq(webhookMessages.id, id),
    eq(webhookMessages.attempts, claim.attempts),
    eq(webhookMessages.nextTryAt, claim.nextTryAt),
  );
  await db.update(webhookMessages).set(change).where(isMine);
  // Gone: the receiver says that it wants no more.
  if (status === 410) await db.transact((tx) => pauseWebhook(tx, webhook.id));
  else if (!isTaken && next === null) await pauseFailing(deps, webhook);
  if (!isTaken)
    log.info('webhook not taken', { webhook: webhook.id, message: id, attempt: attempts + 1, outcome, reason });
  return isTaken;
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
  return { type, timestamp, data: { userId, ...person, ...data } };
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
