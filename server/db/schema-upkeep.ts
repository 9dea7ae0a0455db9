// Sign-ins, and the server's own work (mails to send, the audit log, limits, and facts about this data). But for the cards they reference
// nothing of the product; those of the embedded identity stay empty with a hosted auth service.
import { type Kit, WITH_IT } from './kit.ts';
import type { defineLearning } from './schema-learning.ts';

type Metadata = Record<string, unknown>;

export function defineUpkeep(k: Kit, { tables: { profiles } }: ReturnType<typeof defineLearning>) {
  /** The present card of a person without an address (decision 360): a new one takes the place of the one before. */
  const signInCards = k.table('sign_in_cards', {
    userId: k
      .uuid('user_id')
      .primaryKey()
      .references(() => profiles.id, WITH_IT),
    /** The code, sealed by a key that is not in the database; the code itself is shown once and stored nowhere. */
    codeHash: k.text('code_hash').notNull().unique(),
    issuedAt: k.date('issued_at').notNull(),
    expiresAt: k.date('expires_at').notNull(),
    usedAt: k.date('used_at'),
    /** The attempt that used it, which may try again while its answer may have got lost. */
    usedBy: k.text('used_by'),
  });

  const authUsers = k.table(
    'auth_users',
    {
      id: k.uuidKey(),
      /** Lower-case. */
      email: k.text('email').notNull().unique(),
      /** argon2id in PHC form; null for a person who only ever used links. */
      passwordHash: k.text('password_hash'),
      emailConfirmedAt: k.date('email_confirmed_at'),
      /** It was confirmed by AUTOCONFIRM alone: nobody has shown yet that the address is theirs (decision 121). */
      isUnproven: k.bool('is_unproven').notNull().default(false),
      confirmationSentAt: k.date('confirmation_sent_at'),
      recoverySentAt: k.date('recovery_sent_at'),
      invitedAt: k.date('invited_at'),
      lastSignInAt: k.date('last_sign_in_at'),
      /** The person edits it: never authorise by it. */
      userMetadata: k.json('user_metadata').$type<Metadata>().notNull().$defaultFn(nothing),
      appMetadata: k.json('app_metadata').$type<Metadata>().notNull().$defaultFn(nothing),
      bannedUntil: k.date('banned_until'),
      /** The address of a change that was asked for, and which of both sides has confirmed it. */
      newEmail: k.text('new_email'),
      emailChangeSentAt: k.date('email_change_sent_at'),
      emailChangeConfirmed: k.text('email_change_confirmed', { enum: ['email_change_current', 'email_change_new'] }),
      reauthenticationSentAt: k.date('reauthentication_sent_at'),
      createdAt: k.dateNow('created_at'),
      updatedAt: k.updatedAt(),
    },
    (t) => [k.index('auth_users_by_age').on(t.createdAt, t.id)],
  );

  const authSessions = k.table(
    'auth_sessions',
    {
      id: k.uuidKey(),
      userId: k.requiredUuid('user_id').references(() => authUsers.id, WITH_IT),
      /** Base64url; refresh tokens are its HMAC over the counter, so none is stored. */
      hmacKey: k.text('hmac_key').notNull(),
      counter: k.int('counter').notNull().default(0),
      createdAt: k.dateNow('created_at'),
      refreshedAt: k.date('refreshed_at'),
      userAgent: k.text('user_agent'),
      ip: k.text('ip'),
      aal: k.text('aal').notNull().default('aal1'),
      amr: k.json('amr').$type<{ method: string; timestamp: number }[]>().notNull(),
      notAfter: k.date('not_after'),
    },
    (t) => [k.index('auth_sessions_by_user').on(t.userId)],
  );

  /** Authenticator apps, the second step of a sign-in. Those that were never verified are replaced. */
  const authFactors = k.table(
    'auth_factors',
    {
      id: k.uuidKey(),
      userId: k.requiredUuid('user_id').references(() => authUsers.id, WITH_IT),
      friendlyName: k.text('friendly_name').notNull(),
      isVerified: k.bool('is_verified').notNull().default(false),
      /** Base32, as the app has it (RFC 6238: SHA-1, 6 digits, 30 seconds). */
      secret: k.text('secret').notNull(),
      /** The time step of the last code that was taken, in units of 30 seconds since 1970. */
      lastStep: k.int('last_step'),
      /** The challenge that the next code answers. */
      challengeId: k.uuid('challenge_id'),
      lastChallengedAt: k.date('last_challenged_at'),
      createdAt: k.dateNow('created_at'),
      updatedAt: k.updatedAt(),
    },
    (t) => [k.index('auth_factors_by_user').on(t.userId)],
  );

  /** Who signs in by a provider (OpenID Connect), as that one knows them. */
  const authIdentities = k.table(
    'auth_identities',
    {
      issuer: k.text('issuer').notNull(),
      /** Never given to another person there, other than an address. */
      subject: k.text('subject').notNull(),
      userId: k.requiredUuid('user_id').references(() => authUsers.id, WITH_IT),
      createdAt: k.dateNow('created_at'),
      lastUsedAt: k.date('last_used_at'),
    },
    (t) => [k.primaryKey({ columns: [t.issuer, t.subject] }), k.index('auth_identities_by_user').on(t.userId)],
  );

  const oneTimeTokens = k.table(
    'one_time_tokens',
    {
      /** SHA-256 of the token in hex. */
      tokenHash: k.text('token_hash').primaryKey(),
      userId: k.requiredUuid('user_id').references(() => authUsers.id, WITH_IT),
      kind: k
        .text('kind', {
          enum: [
            'signup',
            'invite',
            'magiclink',
            'recovery',
            'email_change_current',
            'email_change_new',
            'reauthentication',
            'pkce',
            'oauth',
          ],
        })
        .notNull(),
      /** SHA-256 over the token's hash and the code of six digits in the same mail. */
      codeHash: k.text('code_hash'),
      codeTries: k.int('code_tries').notNull().default(0),
      /** Of the browser that asked, when only that one may use the link. */
      codeChallenge: k.text('code_challenge'),
      codeChallengeMethod: k.text('code_challenge_method', { enum: ['s256', 'plain'] }),
      redirectTo: k.text('redirect_to'),
      expiresAt: k.date('expires_at').notNull(),
      createdAt: k.dateNow('created_at'),
    },
    (t) => [
      k.index('one_time_tokens_by_user').on(t.userId, t.kind),
      k.index('one_time_tokens_by_expiry').on(t.expiresAt),
    ],
  );

  const mailOutbox = k.table(
    'mail_outbox',
    {
      id: k.id('id'),
      kind: k.text('kind').notNull(),
      toAddress: k.text('to_address').notNull(),
      subject: k.text('subject').notNull(),
      text: k.text('text').notNull(),
      html: k.text('html'),
      /** The address at which its person stops mails of this kind. */
      unsubscribe: k.text('unsubscribe'),
      /** The due dates that it tells of, as a calendar. */
      calendar: k.text('calendar'),
      createdAt: k.dateNow('created_at'),
      sentAt: k.date('sent_at'),
      attempts: k.int('attempts').notNull().default(0),
      /** The mail server is about to get its last line; from then on it counts as sent, unless that server refuses it. */
      handedAt: k.date('handed_at'),
      /** It is not tried any more: its address was refused for good, or its time is over. */
      failedAt: k.date('failed_at'),
      lastError: k.text('last_error'),
      /** Not sent: its recipient is invented. It is kept to be looked at. */
      isSample: k.bool('is_sample').notNull().default(false),
    },
    (t) => [k.index('mail_outbox_unsent').on(t.sentAt, t.id), k.index('mail_outbox_by_address').on(t.toAddress, t.id)],
  );

  /** Administrative acts and sign-ins (R-Z7). References nothing, so that it outlives what it mentions. */
  const auditLog = k.table(
    'audit_log',
    {
      id: k.id('id'),
      at: k.dateNow('at'),
      actorId: k.uuid('actor_id'),
      organizationId: k.uuid('organization_id'),
      /** Such as 'course.publish'. */
      action: k.text('action').notNull(),
      /** The id of the thing that was acted on. */
      subject: k.text('subject'),
      details: k.json('details').$type<Record<string, unknown>>(),
      ip: k.text('ip'),
    },
    (t) => [
      k.index('audit_log_by_age').on(t.at, t.id),
      k.index('audit_log_by_actor').on(t.actorId, t.id),
      k.index('audit_log_by_subject').on(t.subject, t.id),
      k.index('audit_log_by_organization').on(t.organizationId, t.id),
    ],
  );

  /** Fixed windows and growing waits, shared by every server process. */
  const rateLimits = k.table(
    'rate_limits',
    {
      key: k.text('key').primaryKey(),
      hits: k.int('hits').notNull(),
      windowEndsAt: k.date('window_ends_at').notNull(),
      /** Until then no further try is taken; null for a fixed window. */
      blockedUntil: k.date('blocked_until'),
    },
    (t) => [k.index('rate_limits_by_end').on(t.windowEndsAt)],
  );

  /** The people who were erased, by a hash of their id: no token makes them a profile again, and their devices are told. */
  const erasures = k.table('erasures', {
    /** SHA-256 of the person's id in hex. */
    personHash: k.text('person_hash').primaryKey(),
    erasedAt: k.date('erased_at').notNull(),
  });

  /** Facts about this data as a whole, such as its epoch (epoch.ts). */
  const meta = k.table('meta', { key: k.text('key').primaryKey(), value: k.text('value').notNull() });

  return {
    signInCards,
    authUsers,
    authSessions,
    authFactors,
    authIdentities,
    oneTimeTokens,
    mailOutbox,
    auditLog,
    rateLimits,
    erasures,
    meta,
  };
}

const nothing = (): Metadata => ({});
