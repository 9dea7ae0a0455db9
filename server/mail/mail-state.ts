// What became of a mail, in the one definition that all lists, counts and verbs use (decision 350). A row that has caused a mail names it by its
// id; the row of the outbox may be gone, after MAIL_LOG_DAYS or with the person of its address.
import { and, count, eq, inArray, isNotNull, isNull, max, min, or, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { MAIL_TROUBLE_MINUTES, type MailFacts, type MailStatus } from '#sync/contract/mail.ts';
import { pick } from '../db/client.ts';
import type { Tables } from '../db/schema.ts';
import type { Deps } from '../deps.ts';

/** What is read of a mail to tell its state; for queries that join the outbox. */
export const mailColumns = ({ mailOutbox }: Tables) =>
  pick(mailOutbox, 'id', 'createdAt', 'sentAt', 'failedAt', 'lastError', 'isSample');

export type KnownMail = Pick<
  Tables['mailOutbox']['$inferSelect'],
  'id' | 'createdAt' | 'sentAt' | 'failedAt' | 'lastError' | 'isSample'
>;

/** As conditions of a query. */
export const isWaiting = ({ mailOutbox: { sentAt, failedAt, isSample } }: Tables): SQL | undefined =>
  and(isNull(sentAt), isNull(failedAt), eq(isSample, false));

/** Whether the mail with this id is given up. */
export const hasFailed = ({ mailOutbox }: Tables, mailId: PgColumn): SQL =>
  sql`exists (select 1 from ${mailOutbox} mail where mail.id = ${mailId} and mail.failed_at is not null)`;

/** When the mail that was queued at `queuedAt` was sent; of one that is no longer known, when it was queued. For queries that join the outbox. */
export const sentAtOf = ({ mailOutbox }: Tables, queuedAt: PgColumn) =>
  sql<Date | null>`case when ${mailOutbox.id} is null then ${queuedAt} else ${mailOutbox.sentAt} end`.mapWith(queuedAt);

/** Undefined for no mail. */
export function statusOf(mail: KnownMail | null): MailStatus | undefined {
  if (!mail) return undefined;
  const { createdAt, sentAt, failedAt, lastError, isSample } = mail;
  if (isSample) return { state: 'sample', at: createdAt.toISOString() };
  if (sentAt) return { state: 'sent', at: sentAt.toISOString() };
  const reason = reasonIn(lastError);
  if (failedAt)
    return { state: 'failed', at: failedAt.toISOString(), reason: reason ?? 'No mail server was set up in time.' };
  return { state: 'waiting', at: createdAt.toISOString(), ...(reason && { reason }) };
}

/** The same of a reminder, which is remembered for longer than its mail. */
export function reminderStatus(remindedAt: Date | null, mail: KnownMail | null): MailStatus | null {
  if (!remindedAt) return null;
  return statusOf(mail) ?? { state: 'sent', at: remindedAt.toISOString() };
}

/** When it was sent (ISO 8601), for who reads of a reminder only that. */
export const sentIn = (status: MailStatus | null): string | null => (status?.state === 'sent' ? status.at : null);

/** What the mail server has answered, or that it has not. */
function reasonIn(error: string | null): string | undefined {
  if (!error) return undefined;
  return /\b[45]\d\d[ -].*/s.exec(error)?.[0] ?? "The mail server didn't answer.";
}

/** Whether mails leave, and how many to the people of an organization wait; with null those to anybody. */
export async function readMailFacts(
  { db, env, now }: Pick<Deps, 'db' | 'env' | 'now'>,
  organizationId: string | null,
): Promise<MailFacts> {
  const { tables } = db;
  const { mailOutbox, profiles, invitations } = tables;
  const { toAddress, attempts, createdAt, sentAt } = mailOutbox;
  const of = organizationId ?? '';
  const people = db.select({ email: profiles.email }).from(profiles).where(eq(profiles.organizationId, of));
  const guests = db
    .select({ email: invitations.email })
    .from(invitations)
    .where(and(eq(invitations.organizationId, of), isNotNull(invitations.email)));
  const isTheirs = organizationId === null ? undefined : or(inArray(toAddress, people), inArray(toAddress, guests));
  const [row] = await db
    .select({ waiting: count() })
    .from(mailOutbox)
    .where(and(isWaiting(tables), isTheirs));
  const facts = { isSetUp: env.mail !== undefined, waiting: row?.waiting ?? 0, failingSince: null };
  if (!env.mail) return { ...facts, seen: env.production ? null : '/dev/mail' };
  const [tried] = await db
    .select({ since: min(createdAt) })
    .from(mailOutbox)
    .where(and(isWaiting(tables), sql`${attempts} > 0`));
  const since = tried?.since ?? null;
  const isLong = since !== null && since.getTime() <= now().getTime() - MAIL_TROUBLE_MINUTES * 60_000;
  if (!isLong) return { ...facts, seen: null };
  const [last] = await db.select({ at: max(sentAt) }).from(mailOutbox);
  const hasSentSince = last?.at && last.at >= since;
  return { ...facts, failingSince: hasSentSince ? null : since.toISOString(), seen: null };
}
