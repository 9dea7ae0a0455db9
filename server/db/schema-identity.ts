// The embedded identity's own tables. With a hosted auth service they stay empty, and nothing outside references them.
import { randomUUID } from 'node:crypto';
import type { Kit } from './kit.ts';

type Metadata = Record<string, unknown>;

export function defineIdentity(k: Kit) {
  const authUsers = k.table(
    'auth_users',
    {
      id: k.uuid('id').primaryKey().$defaultFn(randomUUID),
      /** Lower-case. */
      email: k.text('email').notNull().unique(),
      /** argon2id in PHC form; null for a person who only ever used links (I2). */
      passwordHash: k.text('password_hash'),
      emailConfirmedAt: k.date('email_confirmed_at'),
      confirmationSentAt: k.date('confirmation_sent_at'),
      recoverySentAt: k.date('recovery_sent_at'),
      invitedAt: k.date('invited_at'),
      lastSignInAt: k.date('last_sign_in_at'),
      /** The person edits it: never authorise on it (I5). */
      userMetadata: k.json('user_metadata').$type<Metadata>().notNull().$defaultFn(nothing),
      appMetadata: k.json('app_metadata').$type<Metadata>().notNull().$defaultFn(nothing),
      bannedUntil: k.date('banned_until'),
      createdAt: k.date('created_at').notNull().$defaultFn(now),
      updatedAt: k.date('updated_at').notNull().$defaultFn(now).$onUpdateFn(now),
    },
    (t) => [k.index('auth_users_by_age').on(t.createdAt, t.id)],
  );

  const authSessions = k.table(
    'auth_sessions',
    {
      id: k.uuid('id').primaryKey().$defaultFn(randomUUID),
      userId: k
        .uuid('user_id')
        .notNull()
        .references(() => authUsers.id, { onDelete: 'cascade' }),
      /** Base64url; refresh tokens are its HMAC over the counter, so none is stored. */
      hmacKey: k.text('hmac_key').notNull(),
      counter: k.int('counter').notNull().default(0),
      createdAt: k.date('created_at').notNull().$defaultFn(now),
      refreshedAt: k.date('refreshed_at'),
      userAgent: k.text('user_agent'),
      ip: k.text('ip'),
      aal: k.text('aal').notNull().default('aal1'),
      amr: k.json('amr').$type<{ method: string; timestamp: number }[]>().notNull(),
      notAfter: k.date('not_after'),
    },
    (t) => [k.index('auth_sessions_by_user').on(t.userId)],
  );

  const oneTimeTokens = k.table(
    'one_time_tokens',
    {
      /** SHA-256 of the token in hex. */
      tokenHash: k.text('token_hash').primaryKey(),
      userId: k
        .uuid('user_id')
        .notNull()
        .references(() => authUsers.id, { onDelete: 'cascade' }),
      kind: k
        .text('kind', {
          enum: ['signup', 'invite', 'magiclink', 'recovery', 'email', 'email_change', 'reauthentication'],
        })
        .notNull(),
      redirectTo: k.text('redirect_to'),
      expiresAt: k.date('expires_at').notNull(),
      createdAt: k.date('created_at').notNull().$defaultFn(now),
    },
    (t) => [
      k.index('one_time_tokens_by_user').on(t.userId, t.kind),
      k.index('one_time_tokens_by_expiry').on(t.expiresAt),
    ],
  );

  return { authUsers, authSessions, oneTimeTokens };
}

const now = () => new Date();
const nothing = (): Metadata => ({});
