// How other systems reach this one.
import type { ApiScope } from '#sync/contract/api-token.ts';
import { type Kit, WITH_IT } from './kit.ts';
import type { defineLearning } from './schema-learning.ts';

export function defineIntegrations(k: Kit, { tables }: ReturnType<typeof defineLearning>) {
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

  return { apiTokens };
}
