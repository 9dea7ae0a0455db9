// The webhooks of organizations: made, paused, deleted, and what became of their messages.
import { randomBytes, randomUUID } from 'node:crypto';
import { and, count, eq, type SQL } from 'drizzle-orm';
import type { PageEnd } from '#sync/contract/fields.ts';
import { Refusal } from '#sync/contract/refusal.ts';
import {
  type NewWebhook,
  OLD_SECRET_HOURS,
  WEBHOOK_TEST,
  WEBHOOKS_LIMIT,
  type WebhookAnswer,
  type WebhookMessageRow,
  type WebhookRow,
} from '#sync/contract/webhook.ts';
import type { Scope } from '../../analytics/scope.ts';
import { type Db, pick, run, type Steps, type TxContext } from '../../db/client.ts';
import type { Deps } from '../../deps.ts';
import { type AuditActor, audit } from '../../http/audit-log.ts';
import { ageCursor, countUpTo, type Page, pageBy, toPage } from '../../http/pages.ts';
import { pauseWebhook } from '../../identity/end-invitations.ts';
import { requireActive } from '../../identity/require-organization.ts';
import { type Actor, may } from '../../permissions.ts';
import { isPrivateHost, PRIVATE_REFUSED } from './private-address.ts';
import { nextMessageId } from './write-messages.ts';

const HOUR_MS = 3_600_000;
const newSecret = () => `whsec_${randomBytes(32).toString('base64')}`;

type Wanted = Pick<NewWebhook, 'url' | 'events'> & { organizationId: string };

/**
 * Registers an address; the secret is in this response and nowhere else. Refuses `organization_not_found`,
 * `organization_inactive`, `too_many_webhooks`, and an address that is no https address of the public network.
 */
export function createWebhook(
  { db, env }: Pick<Deps, 'db' | 'env'>,
  caller: AuditActor,
  { organizationId, url, events }: Wanted,
): Promise<WebhookAnswer> {
  const { webhooks } = db.tables;
  const address = requireAddress(url, env.webhooksPrivate);
  const [id, secret] = [randomUUID(), newSecret()];
  return db.transact(function* (tx) {
    yield* requireActive(tx, caller.actor, organizationId);
    const ofThem = eq(webhooks.organizationId, organizationId);
    const [known] = yield* run(tx.select({ all: count() }).from(webhooks).where(ofThem));
    if ((known?.all ?? 0) >= WEBHOOKS_LIMIT) throw new Refusal('too_many_webhooks');
    const row = { id, organizationId, url: address, events: [...new Set(events)], secret };
    yield* run(tx.insert(webhooks).values({ ...row, createdBy: caller.actor.id, createdAt: caller.now }));
    yield* note(tx, caller, 'created', row);
    return { secret, webhook: yield* readBack(tx, id) };
  });
}

function requireAddress(text: string, mayBePrivate: boolean): string {
  const refused = (message: string) => new Refusal('validation_failed', { field: 'url' }, message);
  if (!URL.canParse(text)) throw refused('Please enter an address such as https://hr.example.com/groundwork.');
  const url = new URL(text);
  const isWeb = url.protocol === 'https:' || (mayBePrivate && url.protocol === 'http:');
  if (!isWeb) throw refused('The address must begin with https://.');
  if (url.username || url.password) throw refused('The address must not contain a password.');
  if (!mayBePrivate && isPrivateHost(url.hostname)) throw refused(PRIVATE_REFUSED.message);
  return url.href;
}

/** The webhooks of a scope, newest first. The caller has checked access. */
export async function listWebhooks(
  db: Db,
  { organizationId, ...query }: Scope & Page,
): Promise<{ webhooks: WebhookRow[] } & PageEnd> {
  const { webhooks } = db.tables;
  const isHere = organizationId === null ? undefined : eq(webhooks.organizationId, organizationId);
  const place = pageBy({ by: webhooks.createdAt, id: webhooks.id }, query);
  const rows = await selectWebhooks(db, and(isHere, place.after))
    .orderBy(...place.order)
    .limit(place.rows);
  const { page, nextCursor } = toPage(rows, place.limit, ageCursor);
  const total = query.cursor ? {} : { total: await countUpTo(db, webhooks, isHere) };
  return { webhooks: page.map(toRow), nextCursor, ...total };
}

/**
 * Pauses a webhook, which ends its waiting messages, or resumes it as the caller's own: what happens meanwhile is not written for it.
 * Refuses `webhook_not_found`.
 */
export function changeWebhook(db: Db, caller: AuditActor, { id, isActive }: { id: string; isActive: boolean }) {
  const { webhooks } = db.tables;
  return db.transact(function* (tx): Steps<WebhookRow> {
    const known = yield* requireWebhook(tx, caller.actor, id);
    if (known.isActive !== isActive) {
      const resumed = { isActive, createdBy: caller.actor.id };
      if (isActive) yield* run(tx.update(webhooks).set(resumed).where(eq(webhooks.id, id)));
      else yield* pauseWebhook(tx, id);
      yield* note(tx, caller, isActive ? 'resumed' : 'paused', known);
    }
    return yield* readBack(tx, id);
  });
}

/** Gives it a new secret; for a day messages are signed by the old one too. Refuses `webhook_not_found`. */
export function rotateSecret(db: Db, caller: AuditActor, id: string): Promise<WebhookAnswer> {
  const { webhooks } = db.tables;
  const secret = newSecret();
  return db.transact(function* (tx) {
    const known = yield* requireWebhook(tx, caller.actor, id);
    const oldSecretUntil = new Date(caller.now.getTime() + OLD_SECRET_HOURS * HOUR_MS);
    yield* run(tx.update(webhooks).set({ secret, oldSecret: known.secret, oldSecretUntil }).where(eq(webhooks.id, id)));
    yield* note(tx, caller, 'secret_rotated', known);
    return { secret, webhook: yield* readBack(tx, id) };
  });
}

/** Deletes it with its messages. Refuses `webhook_not_found`. */
export function deleteWebhook(db: Db, caller: AuditActor, id: string): Promise<void> {
  const { webhooks } = db.tables;
  return db.transact(function* (tx): Steps<void> {
    const known = yield* requireWebhook(tx, caller.actor, id);
    yield* run(tx.delete(webhooks).where(eq(webhooks.id, id)));
    yield* note(tx, caller, 'deleted', known);
  });
}

/** Writes a message that says nothing but that it arrives. Refuses `webhook_not_found`. */
export function sendTest(db: Db, caller: AuditActor, webhookId: string): Promise<void> {
  const { webhookMessages } = db.tables;
  const id = nextMessageId();
  return db.transact(function* (tx): Steps<void> {
    yield* requireWebhook(tx, caller.actor, webhookId);
    const row = { id, webhookId, eventKey: `${WEBHOOK_TEST}/${id}`, type: WEBHOOK_TEST };
    const data = { message: 'This is a test.' };
    yield* run(tx.insert(webhookMessages).values({ ...row, data, createdAt: caller.now, nextTryAt: caller.now }));
  });
}

/** Sends a message again, under its id, at once. Refuses `webhook_not_found` and `webhook_message_not_found`. */
export function sendAgain(
  db: Db,
  caller: AuditActor,
  { webhookId, messageId }: { webhookId: string; messageId: string },
): Promise<void> {
  const { webhookMessages } = db.tables;
  return db.transact(function* (tx): Steps<void> {
    yield* requireWebhook(tx, caller.actor, webhookId);
    const [found] = yield* run(
      tx
        .update(webhookMessages)
        .set({ attempts: 0, nextTryAt: caller.now, deliveredAt: null })
        .where(and(eq(webhookMessages.id, messageId), eq(webhookMessages.webhookId, webhookId)))
        .returning({ id: webhookMessages.id }),
    );
    if (!found) throw new Refusal('webhook_message_not_found');
  });
}

/** What became of a webhook's messages, newest first. Refuses `webhook_not_found`. */
export async function listMessages(
  db: Db,
  actor: Actor,
  { webhookId, ...query }: Page & { webhookId: string },
): Promise<{ messages: WebhookMessageRow[] } & PageEnd> {
  const { organizationId } = await db.transact((tx) => requireWebhook(tx, actor, webhookId));
  const { webhookMessages, profiles } = db.tables;
  const place = pageBy({ by: webhookMessages.createdAt, id: webhookMessages.id }, query);
  const rows = await db
    .select({
      ...pick(webhookMessages, 'id', 'type', 'userId', 'attempts', 'createdAt', 'nextTryAt', 'deliveredAt', 'outcome'),
      person: { name: profiles.fullName, email: profiles.email },
    })
    .from(webhookMessages)
    .leftJoin(profiles, and(eq(profiles.id, webhookMessages.userId), eq(profiles.organizationId, organizationId)))
    .where(and(eq(webhookMessages.webhookId, webhookId), place.after))
    .orderBy(...place.order)
    .limit(place.rows);
  const { page, nextCursor } = toPage(rows, place.limit, ageCursor);
  const messages = page.map(
    ({ person, userId, createdAt, nextTryAt, deliveredAt, ...row }): WebhookMessageRow => ({
      ...row,
      about: userId === null ? null : (person?.name ?? person?.email ?? '–'),
      state: deliveredAt ? 'delivered' : nextTryAt ? 'waiting' : 'failed',
      createdAt: createdAt.toISOString(),
      nextTryAt: nextTryAt?.toISOString() ?? null,
    }),
  );
  return { messages, nextCursor };
}

type Stored = Pick<Db['tables']['webhooks']['$inferSelect'], 'id' | 'organizationId' | 'url'>;

function note(tx: TxContext, caller: AuditActor, act: string, { id, organizationId, url }: Stored) {
  // A path may be as good as a password.
  const details = { host: new URL(url).host };
  return audit(tx, caller, { action: `webhook.${act}`, organizationId, subject: id, details });
}

function* requireWebhook({ queries, tables: { webhooks } }: TxContext, actor: Actor, id: string) {
  const [found] = yield* run(queries.select().from(webhooks).where(eq(webhooks.id, id)));
  if (!found || !may(actor, 'run_organization', found)) throw new Refusal('webhook_not_found');
  return found;
}

function* readBack(tx: TxContext, id: string): Steps<WebhookRow> {
  const [row] = yield* run(selectWebhooks(tx, eq(tx.tables.webhooks.id, id)));
  if (!row) throw new Refusal('webhook_not_found');
  return toRow(row);
}

function selectWebhooks({ queries, tables: { webhooks, organizations } }: TxContext, where: SQL | undefined) {
  return queries
    .select({
      ...pick(webhooks, 'id', 'url', 'events', 'isActive', 'createdAt'),
      organization: { id: organizations.id, name: organizations.name },
    })
    .from(webhooks)
    .innerJoin(organizations, eq(organizations.id, webhooks.organizationId))
    .where(where);
}

const toRow = (row: Omit<WebhookRow, 'createdAt'> & { createdAt: Date }): WebhookRow => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
});
