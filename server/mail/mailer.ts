// Outgoing mails: queued in the unit of work they belong to, and sent after it, until their link has expired.

import { Readable } from 'node:stream';
import { and, asc, desc, eq, gte, inArray, isNotNull, isNull, lte, not, or, sql } from 'drizzle-orm';
import { hasAddress } from '#sync/contract/email.ts';
import { type Db, run, type Steps, type TxContext } from '../db/client.ts';
import type { Deps } from '../deps.ts';
import type { Env } from '../env.ts';
import { countWaiting, type Kind, TryLater, type Turn } from '../queue/queue.ts';
import type { Offer } from '../words/languages.ts';
import { accountMail, type Mail, type MailKind } from './account-mails.ts';
import type { MailFields } from './mail-content.ts';
import { isWaiting } from './mail-state.ts';
import { languageOf, type Receiver } from './receiver.ts';

/** Of invented people who were invited and have no profile. */
export const GUESTS_DOMAIN = '@guests.demo.example';

type Queued = Mail & { to: string; at: Date };

/** Queues mails, and answers their ids. What is for invented people is only written down, and for whoever has no address not even that. */
export function* queueMails({ queries, tables }: TxContext, mails: Queued[]): Steps<{ id: number }[]> {
  const { profiles, mailOutbox } = tables;
  const isSample = (to: string) =>
    to.endsWith(GUESTS_DOMAIN)
      ? sql<boolean>`true`
      : sql<boolean>`exists (select 1 from ${profiles} where ${profiles.email} = ${to} and ${profiles.isSample})`;
  const rows = mails
    .filter(({ to }) => hasAddress(to))
    .map(({ to, at, ...mail }) => ({ ...mail, toAddress: to, createdAt: at, isSample: isSample(to) }));
  if (rows.length === 0) return [];
  return yield* run(queries.insert(mailOutbox).values(rows).returning({ id: mailOutbox.id }));
}

/** Queues a mail that a row will name by its id. */
export function* queueOne(tx: TxContext, mail: Queued): Steps<number> {
  const [queued] = yield* queueMails(tx, [mail]);
  if (!queued) throw new Error('The email was not queued.');
  return queued.id;
}

type ToOne = Omit<MailFields, 'language'> & Receiver & { at: Date };

/** Composes a mail to one person, in their language, and queues it. */
export function* queueMail(tx: TxContext, offer: Offer, kind: MailKind, { to, ...fields }: ToOne): Steps<void> {
  const language = yield* languageOf(tx, offer, { to, ...fields });
  yield* queueMails(tx, [{ to, at: fields.at, ...accountMail(kind, { ...fields, language }) }]);
}

type QueuedMail = Db['tables']['mailOutbox']['$inferSelect'];

type Letter = Pick<
  QueuedMail,
  'id' | 'toAddress' | 'subject' | 'text' | 'html' | 'unsubscribe' | 'calendar' | 'createdAt'
>;

/**
 * Hands one mail to the mail server; rejects when the server does not accept it. `handOver` is awaited before the last line goes
 * out, without which no server keeps a mail; when it rejects, that line is not sent.
 */
export type SendMail = (mail: Letter, handOver: () => Promise<void>) => Promise<void>;

const LIFETIME_MS = 3_600_000;
const BULK_LIFETIME_MS = 86_400_000;
/**
 * After an hour the link in a mail has expired, and the mail is not sent any more. What is sent to many at once lives for a day: it outlasts
 * two bad hours of a mail server, and a queue of thousands.
 */
const LIFETIMES: Record<MailKind, 'hour' | 'day'> = {
  signup: 'hour',
  magiclink: 'hour',
  recovery: 'hour',
  password_changed: 'hour',
  two_step_on: 'hour',
  two_step_off: 'hour',
  invite: 'hour',
  invitation: 'day',
  email_change_current: 'hour',
  email_change_new: 'hour',
  assigned: 'day',
  reminder: 'day',
  certificate_ends: 'day',
  certificates_end: 'day',
  webhook_paused: 'day',
  admins_by_token: 'day',
  reauthentication: 'hour',
};
const BULK_KINDS = Object.entries(LIFETIMES).flatMap(([kind, lifetime]) => (lifetime === 'day' ? kind : []));
const MINUTE_MS = 60_000;
/** Together a little more than two hours. */
const PAUSES_MS = [20_000, ...[1, 2, 4, 8, 16, 32, 64].map((minutes) => minutes * MINUTE_MS)];
const ATTEMPTS = PAUSES_MS.length + 1;

type Sending = Pick<Deps, 'db' | 'env' | 'log' | 'now'>;

/** Recipient and time stay known; links are erased. */
const AS_SENT = { text: '', html: null, unsubscribe: null, calendar: null };

/**
 * Each mail that waits, handed over once: until then it is tried again, from then on it counts as sent (decision 231). Without a
 * `transport`, which is without SMTP_URL, mails stay in the outbox, and /dev/mail shows them.
 */
export function mails(deps: Sending, transport: SendMail | undefined): Kind {
  const { db, log, now } = deps;
  const { mailOutbox } = db.tables;
  const tellThatMailsWait = teller(deps);
  const { id, kind, createdAt, sentAt, failedAt, handedAt, attempts } = mailOutbox;
  const ago = (ms: number) => new Date(now().getTime() - ms);
  const isBulk = inArray(kind, BULK_KINDS);
  const isUnsent = isWaiting(db.tables);
  const isStale = () => and(lte(createdAt, ago(LIFETIME_MS)), or(not(isBulk), lte(createdAt, ago(BULK_LIFETIME_MS))));
  const isOver = () => and(isUnsent, isNull(handedAt), or(gte(attempts, ATTEMPTS), isStale()));

  /** What has waited in vain is told as such, and no mail server that is set up later sends it. */
  const giveUpOld = async () => {
    const [old] = await db.select({ id }).from(mailOutbox).where(isOver()).limit(1);
    if (old) await db.update(mailOutbox).set({ failedAt: now() }).where(isOver());
  };

  const find: Kind['find'] = async ({ limit, isFree }) => {
    await giveUpOld();
    if (!transport) return tellThatMailsWait();
    // What was handed over by a process that died is to be settled.
    const rows = await db
      .select({ id })
      .from(mailOutbox)
      .where(and(isUnsent, isFree(id)))
      // A sign-in mail does not wait behind the invitations of a whole company.
      .orderBy(asc(isBulk), asc(id))
      .limit(limit);
    return rows.map((row) => String(row.id));
  };

  async function send(transport: SendMail, { key, attempt, isMine }: Turn): Promise<void> {
    const ofIt = eq(id, Number(key));
    const [mail] = await db.select().from(mailOutbox).where(and(ofIt, isUnsent));
    if (!mail) return;
    const asSent = { ...AS_SENT, sentAt: now(), attempts: attempt };
    if (mail.handedAt) {
      const lastError = 'The process ended before an answer came.';
      const settled = { ...AS_SENT, sentAt: mail.handedAt, lastError };
      await db
        .update(mailOutbox)
        .set(settled)
        .where(and(ofIt, isUnsent, isMine));
      return log.warn('mail counts as sent', { mail: mail.id });
    }
    let isHanded = false;
    const handOver = async () => {
      // Another process may have the turn by now, when its clock is ahead.
      const isTheFirst = and(ofIt, isUnsent, isNull(handedAt), isMine);
      const [row] = await db.update(mailOutbox).set({ handedAt: now() }).where(isTheFirst).returning({ id });
      if (!row) throw new Error('Another process is sending this mail.');
      isHanded = true;
    };
    try {
      await transport(mail, handOver);
    } catch (error) {
      const lastError = (error instanceof Error ? error.message : String(error)).slice(0, 500);
      log.warn('mail not sent', { mail: mail.id, kind: mail.kind, attempt, error: lastError });
      // No answer to the last line: the mail server most likely has it.
      const isRefused = !isHanded || (error instanceof Error && 'responseCode' in error);
      const isOver = isForGood(error) || attempt >= ATTEMPTS;
      const refused = { handedAt: null, attempts: attempt, ...(isOver && { failedAt: now() }) };
      const outcome = isRefused ? refused : asSent;
      await db
        .update(mailOutbox)
        .set({ lastError, ...outcome })
        .where(and(ofIt, isMine));
      if (isRefused && !isOver) throw new TryLater(lastError);
      return;
    }
    await db
      .update(mailOutbox)
      .set({ ...asSent, lastError: null })
      .where(and(ofIt, isMine));
    log.info('mail sent', { mail: mail.id, kind: mail.kind });
  }

  return {
    find,
    work: async (turn) => transport && send(transport, turn),
    atOnce: 20,
    pausesMs: PAUSES_MS,
    async backlog() {
      const alive = await countWaiting(db, mailOutbox, createdAt, and(isUnsent, isNull(handedAt)));
      const failed = await countWaiting(db, mailOutbox, createdAt, and(isNull(sentAt), isNotNull(failedAt)));
      return { ...alive, givenUp: failed.waiting };
    },
  };
}

/** Without a mail server the log says that a mail waits, once and never what is in it. */
function teller({ db, env, log }: Sending) {
  const { mailOutbox } = db.tables;
  let told = 0;
  return async (): Promise<string[]> => {
    const { id, kind } = mailOutbox;
    const [last] = await db
      .select({ id, kind })
      .from(mailOutbox)
      .where(isWaiting(db.tables))
      .orderBy(desc(id))
      .limit(1);
    if (!last || last.id === told) return [];
    told = last.id;
    const fields = { mail: last.id, kind: last.kind };
    if (env.production) log.warn('mail waits: SMTP_URL is not set', fields);
    else log.info('mail waits at /dev/mail', fields);
    return [];
  };
}

/** The mail server refuses this address or this mail whenever it is asked: what it says of a sender or a sign-in is about all mails. */
function isForGood(error: unknown): boolean {
  if (!(error instanceof Error) || !('responseCode' in error) || !('command' in error)) return false;
  return Number(error.responseCode) >= 500 && (error.command === 'RCPT TO' || error.command === 'DATA');
}

/** Sends mails to the server in SMTP_URL; undefined where none is set. */
export async function openSmtp({ mail, publicUrl }: Env): Promise<SendMail | undefined> {
  if (!mail) return undefined;
  // Loaded only where mail is sent.
  const { createTransport } = await import('nodemailer');
  const smtp = createTransport(mail.smtpUrl, { from: mail.from });
  const { hostname } = new URL(publicUrl);
  const handOvers = new Map<unknown, () => Promise<void>>();
  smtp.use('stream', ({ data, message }, done) => {
    const handOver = handOvers.get(data.messageId);
    // Read only once the mail server wants it, and ended only behind the hand-over.
    if (handOver) message.processFunc((whole) => Readable.from(endedBy(whole, handOver), { objectMode: false }));
    done();
  });
  return async ({ id, createdAt, toAddress, subject, text, html, unsubscribe, calendar }, handOver) => {
    // The address as an object: a list or a display name in it must not add recipients.
    const to = { name: '', address: toAddress };
    // The same at each attempt, so that whoever gets a mail twice can tell.
    const messageId = `<${id}.${createdAt.getTime()}@${hostname}>`;
    // One click in the mail program (RFC 8058).
    const listHeaders = {
      'List-Unsubscribe': `<${unsubscribe}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    };
    // No person wrote it, so that no out-of-office answers (RFC 3834).
    const headers = { 'Auto-Submitted': 'auto-generated', ...(unsubscribe && listHeaders) };
    const icalEvent = calendar ? { method: 'PUBLISH', filename: 'due-dates.ics', content: calendar } : undefined;
    handOvers.set(messageId, handOver);
    try {
      await smtp.sendMail({
        to,
        messageId,
        subject,
        text,
        ...(html !== null && { html }),
        headers,
        ...(icalEvent && { icalEvent }),
      });
    } finally {
      handOvers.delete(messageId);
    }
  };
}

async function* endedBy(whole: AsyncIterable<Buffer>, last: () => Promise<void>): AsyncGenerator<Buffer> {
  yield* whole;
  await last();
}
