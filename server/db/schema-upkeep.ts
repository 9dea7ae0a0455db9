// What the server keeps about its own work: mails to send, acts to answer for, limits, and facts about this data.
import type { Kit } from './kit.ts';

export function defineUpkeep(k: Kit) {
  const mailOutbox = k.table(
    'mail_outbox',
    {
      id: k.id('id'),
      kind: k.text('kind').notNull(),
      toAddress: k.text('to_address').notNull(),
      subject: k.text('subject').notNull(),
      text: k.text('text').notNull(),
      html: k.text('html'),
      createdAt: k.date('created_at').notNull().$defaultFn(now),
      sentAt: k.date('sent_at'),
      attempts: k.int('attempts').notNull().default(0),
      /** Somebody is sending it; nobody else takes it up before. */
      nextTryAt: k.date('next_try_at'),
      lastError: k.text('last_error'),
    },
    (t) => [k.index('mail_outbox_unsent').on(t.sentAt, t.id), k.index('mail_outbox_by_address').on(t.toAddress, t.id)],
  );

  /** Administrative acts and sign-ins (Z7). References nothing, so that it outlives whatever it speaks of. */
  const auditLog = k.table(
    'audit_log',
    {
      id: k.id('id'),
      at: k.date('at').notNull().$defaultFn(now),
      actorId: k.uuid('actor_id'),
      organizationId: k.uuid('organization_id'),
      /** Such as 'course.publish'. */
      action: k.text('action').notNull(),
      /** The id of the thing acted on. */
      subject: k.text('subject'),
      details: k.json('details').$type<Record<string, unknown>>(),
      ip: k.text('ip'),
    },
    (t) => [
      k.index('audit_log_by_age').on(t.at, t.id),
      k.index('audit_log_by_actor').on(t.actorId, t.id),
      k.index('audit_log_by_organization').on(t.organizationId, t.id),
    ],
  );

  /** Fixed windows, shared by every server process (I3). */
  const rateLimits = k.table(
    'rate_limits',
    {
      key: k.text('key').primaryKey(),
      hits: k.int('hits').notNull(),
      windowEndsAt: k.date('window_ends_at').notNull(),
    },
    (t) => [k.index('rate_limits_by_end').on(t.windowEndsAt)],
  );

  /** Facts about this data as a whole, such as its epoch (epoch.ts). */
  const meta = k.table('meta', { key: k.text('key').primaryKey(), value: k.text('value').notNull() });

  return { mailOutbox, auditLog, rateLimits, meta };
}

const now = () => new Date();
