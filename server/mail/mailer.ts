// Outgoing mails: queued in the unit of work they belong to, sent after it, retried until their link has expired.

import { Readable } from 'node:stream';
import { and, asc, count, eq, gt, inArray, isNotNull, isNull, lt, lte, min, or } from 'drizzle-orm';
import type { Db, TxContext } from '../db/client.ts';
import type { Log, Mailer } from '../deps.ts';
import type { Env } from '../env.ts';
import type { Mail } from './account-mails.ts';

/** The query that queues mails; the list must not be empty. */
export function queueMails({ queries, tables }: TxContext, mails: (Mail & { to: string; at: Date })[]) {
  const rows = mails.map(({ to, at, ...mail }) => ({ ...mail, toAddress: to, createdAt: at }));
  return queries.insert(tables.mailOutbox).values(rows);
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

/** After this time the link in a mail has expired, and the mail is not sent any more. */
const LIFETIME_MS = 3_600_000;
/** These live longer: they outlast two bad hours of a mail server, and a queue of thousands. */
const BULK_KINDS = [
  'invitation',
  'assigned',
  'reminder',
  'certificate_ends',
  'certificates_end',
  'webhook_paused',
  'admins_by_token',
];
const BULK_LIFETIME_MS = 86_400_000;
/** Doubled with each attempt. */
const BULK_PAUSE_MS = 60_000;
const ATTEMPTS = 8;
const PAUSE_MS = 20_000;
const AT_ONCE = 20;
/** Longer than any wait for a mail server; after it the sending process must have died. */
const LEASE_MS = 300_000;

interface MailerParts {
  env: Env;
  db: Db;
  log: Log;
  now: () => Date;
  /** Undefined without SMTP_URL: mails then stay in the outbox, and /dev/mail shows them. */
  transport: SendMail | undefined;
}

export function openMailer({ env, db, log, now, transport }: MailerParts): Mailer {
  const { mailOutbox } = db.tables;
  let isStopped = false;
  let wanted = false;
  let running: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;

  const after = (ms: number) => new Date(now().getTime() + ms);
  const isBulk = inArray(mailOutbox.kind, BULK_KINDS);
  const isFree = () => or(isNull(mailOutbox.nextTryAt), lte(mailOutbox.nextTryAt, now()));

  const isUnsent = and(isNull(mailOutbox.sentAt), isNull(mailOutbox.handedAt));

  const isAlive = () => {
    const isFresh = gt(mailOutbox.createdAt, after(-LIFETIME_MS));
    const isFreshBulk = and(isBulk, gt(mailOutbox.createdAt, after(-BULK_LIFETIME_MS)));
    return and(isUnsent, lt(mailOutbox.attempts, ATTEMPTS), or(isFresh, isFreshBulk));
  };

  const waiting = () =>
    db
      .select()
      .from(mailOutbox)
      .where(and(isAlive(), isFree()))
      // A sign-in mail does not wait behind the invitations of a whole company.
      .orderBy(asc(isBulk), asc(mailOutbox.id))
      .limit(AT_ONCE);

  /** Several processes share the outbox: the one that raises the count sends the mail. */
  async function claim({ id, attempts }: QueuedMail): Promise<boolean> {
    const here = and(eq(mailOutbox.id, id), eq(mailOutbox.attempts, attempts), isUnsent, isFree());
    const claimed = await db
      .update(mailOutbox)
      .set({ attempts: attempts + 1, nextTryAt: after(LEASE_MS) })
      .where(here)
      .returning({ id: mailOutbox.id });
    return claimed.length > 0;
  }

  /** Recipient and time stay known; links are erased. */
  const asSent = { text: '', html: null, unsubscribe: null, calendar: null };

  async function send(mail: QueuedMail, transport: SendMail): Promise<boolean> {
    if (!(await claim(mail))) return true;
    // Whoever holds the claim now: another process may have taken it when its clock is ahead.
    const mine = and(eq(mailOutbox.id, mail.id), eq(mailOutbox.attempts, mail.attempts + 1));
    let isHanded = false;
    const handOver = async () => {
      const here = and(mine, isUnsent);
      const [row] = await db.update(mailOutbox).set({ handedAt: now() }).where(here).returning({ id: mailOutbox.id });
      if (!row) throw new Error('Another process is sending this mail.');
      isHanded = true;
    };
    try {
      await transport(mail, handOver);
    } catch (error) {
      const lastError = (error instanceof Error ? error.message : String(error)).slice(0, 500);
      log.warn('mail not sent', { mail: mail.id, kind: mail.kind, attempt: mail.attempts + 1, error: lastError });
      // No answer to the last line: the mail server most likely has it.
      const isRefused = !isHanded || (error instanceof Error && 'responseCode' in error);
      const pause = BULK_KINDS.includes(mail.kind) ? BULK_PAUSE_MS * 2 ** mail.attempts : PAUSE_MS;
      const outcome = isRefused ? { handedAt: null, nextTryAt: after(pause) } : { sentAt: now(), ...asSent };
      await db
        .update(mailOutbox)
        .set({ lastError, ...outcome })
        .where(mine);
      return false;
    }
    await db
      .update(mailOutbox)
      .set({ sentAt: now(), ...asSent, lastError: null })
      .where(mine);
    log.info('mail sent', { mail: mail.id, kind: mail.kind });
    return true;
  }

  /** What a process handed over before it died: it counts as sent. */
  async function settleHanded(): Promise<void> {
    const settled = await db
      .update(mailOutbox)
      .set({ sentAt: mailOutbox.handedAt, ...asSent, lastError: 'The process ended before an answer came.' })
      .where(and(isNull(mailOutbox.sentAt), isNotNull(mailOutbox.handedAt), lte(mailOutbox.nextTryAt, now())))
      .returning({ id: mailOutbox.id });
    for (const { id } of settled) log.warn('mail counts as sent', { mail: id });
  }

  async function sendAll(transport: SendMail): Promise<void> {
    await settleHanded();
    do {
      wanted = false;
      const mails = await waiting();
      const sent = await Promise.all(mails.map((mail) => send(mail, transport)));
      if (mails.length === AT_ONCE && sent.every(Boolean)) wanted = true;
    } while (wanted && !isStopped);
    const [left] = await db.select({ id: mailOutbox.id }).from(mailOutbox).where(isAlive()).limit(1);
    if (left) later();
  }

  /** Without a mail server the log says that a mail waits, and never what is in it. */
  async function notify(): Promise<void> {
    wanted = false;
    const mails = await waiting();
    const last = mails.at(-1);
    if (!last) return;
    const fields = { waiting: mails.length, mail: last.id, kind: last.kind };
    if (env.production) log.warn('mail waits: SMTP_URL is not set', fields);
    else log.info('mail waits at /dev/mail', fields);
  }

  function later(): void {
    if (isStopped || timer) return;
    timer = setTimeout(() => {
      timer = undefined;
      flush();
    }, PAUSE_MS);
    timer.unref();
  }

  function flush(): void {
    if (isStopped) return;
    wanted = true;
    running ??= (transport ? sendAll(transport) : notify())
      .catch((error) => {
        log.error('outbox not read', { error: error instanceof Error ? error.message : String(error) });
        later();
      })
      .finally(() => {
        running = undefined;
        if (wanted && !isStopped && !timer) flush();
      });
  }

  return {
    flush,
    async backlog() {
      const { createdAt } = mailOutbox;
      const [alive] = await db
        .select({ waiting: count(), oldest: min(createdAt) })
        .from(mailOutbox)
        .where(isAlive());
      const [unsent] = await db.select({ mails: count() }).from(mailOutbox).where(isUnsent);
      const { waiting, oldest } = alive ?? { waiting: 0, oldest: null };
      return { waiting, oldest, givenUp: (unsent?.mails ?? 0) - waiting };
    },
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
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
