// How other systems reach this one.
import { sql } from 'drizzle-orm';
import type { ApiScope } from '#sync/contract/api-token.ts';
import type { StatementData, StatementType } from '#sync/contract/statement.ts';
import type { WebhookEvent } from '#sync/contract/webhook.ts';
import { type Kit, WITH_IT } from './kit.ts';
import type { defineLearning } from './schema-learning.ts';

export function defineIntegrations(k: Kit, { tables, columns }: ReturnType<typeof defineLearning>) {
  const { organizations, profiles } = tables;

  const apiTokens = k.table(
    'api_tokens',
    {
      id: k.uuidKey(),
      /** SHA-256 of the token in hex; the token itself is shown once and stored nowhere. */
      tokenHash: k.text('token_hash').notNull().unique(),
      /** Its last characters, by which a person tells it from others. */
      ending: k.text('ending').notNull(),
      name: k.text('name').notNull(),
      /** Null for the whole installation. */
      organizationId: k.uuid('organization_id').references(() => organizations.id, WITH_IT),
      scopes: k.json('scopes').$type<ApiScope[]>().notNull(),
      /** Whose rights it has. */
      createdBy: k.uuid('created_by').references(() => profiles.id, { onDelete: 'set null' }),
      createdAt: k.date('created_at').notNull(),
      expiresAt: k.date('expires_at').notNull(),
      /** To the minute. */
      lastUsedAt: k.date('last_used_at'),
      revokedAt: k.date('revoked_at'),
    },
    (t) => [
      k.index('api_tokens_by_organization').on(t.organizationId, t.createdAt, t.id),
      k.index('api_tokens_by_age').on(t.createdAt, t.id),
      k.index('api_tokens_by_author').on(t.createdBy),
    ],
  );

  const webhooks = k.table(
    'webhooks',
    {
      id: k.uuidKey(),
      organizationId: columns.organizationId(),
      url: k.text('url').notNull(),
      events: k.json('events').$type<WebhookEvent[]>().notNull(),
      /** As its owner has it: `whsec_` and base64. */
      secret: k.text('secret').notNull(),
      /** The one before, which signs too until then. */
      oldSecret: k.text('old_secret'),
      oldSecretUntil: k.date('old_secret_until'),
      isActive: k.bool('is_active').notNull().default(true),
      createdBy: k.uuid('created_by').references(() => profiles.id, { onDelete: 'set null' }),
      createdAt: k.date('created_at').notNull(),
    },
    (t) => [
      k.index('webhooks_by_organization').on(t.organizationId, t.createdAt, t.id),
      k.index('webhooks_by_age').on(t.createdAt, t.id),
      k.index('webhooks_by_author').on(t.createdBy),
    ],
  );

  /** What is to be sent, or was: written in the unit of work of the event. Name and address are added when it is sent. */
  const webhookMessages = k.table(
    'webhook_messages',
    {
      id: k.uuidKey(),
      webhookId: k.requiredUuid('webhook_id').references(() => webhooks.id, WITH_IT),
      /** The same event is the same key, so that it is written once. */
      eventKey: k.text('event_key').notNull(),
      type: k.text('type').notNull(),
      /** Whom it is about; null for a test. */
      userId: k.uuid('user_id').references(() => profiles.id, WITH_IT),
      data: k.json('data').$type<Record<string, unknown>>().notNull(),
      createdAt: k.date('created_at').notNull(),
      attempts: k.int('attempts').notNull().default(0),
      /** Null once it is delivered or given up. */
      nextTryAt: k.date('next_try_at'),
      deliveredAt: k.date('delivered_at'),
      outcome: k.text('outcome'),
    },
    (t) => [
      k.uniqueIndex('webhook_messages_by_event').on(t.webhookId, t.eventKey),
      k.index('webhook_messages_by_age').on(t.webhookId, t.createdAt, t.id),
      k.index('webhook_messages_by_time').on(t.nextTryAt, t.webhookId),
      k.index('webhook_messages_by_user').on(t.userId),
    ],
  );

  /** What the learning record store is to be told, or was: written in the unit of work of what happened, and sent in the order of the ids. */
  const xapiStatements = k.table(
    'xapi_statements',
    {
      id: k.id('id'),
      /** Made from what happened, so that it is written once, and known to the store when it is sent again. */
      statementId: k.requiredUuid('statement_id').unique(),
      userId: columns.userId(),
      type: k.text('type').$type<StatementType>().notNull(),
      data: k.json('data').$type<StatementData>().notNull(),
      doneAt: k.date('done_at').notNull(),
      createdAt: k.date('created_at').notNull(),
      /** Null once it is delivered or refused. */
      nextTryAt: k.date('next_try_at'),
      deliveredAt: k.date('delivered_at'),
      outcome: k.text('outcome'),
    },
    (t) => [
      k.index('xapi_statements_waiting').on(t.id).where(sql`next_try_at is not null`),
      k.index('xapi_statements_by_user').on(t.userId),
    ],
  );

  return { apiTokens, webhooks, webhookMessages, xapiStatements };
}
