// Outgoing mails: queued in the unit of work they belong to, sent after it, retried until their link has expired.

import { and, asc, count, eq, gt, inArray, isNull, lt, lte, min, or } from 'drizzle-orm';
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

/** Hands one mail to the mail server; rejects when the server does not accept it. */
export type SendMail = (
  mail: Pick<QueuedMail, 'toAddress' | 'subject' | 'text' | 'html' | 'unsubscribe'>,
) => Promise<void>;

/** After this time the link in a mail has expired, and the mail is not sent any more. */
const LIFETIME_MS = 3_600_000;
/** These live longer: they outlast two bad hours of a mail server, and a queue of thousands. */
const BULK_KINDS = ['invitation', 'reminder', 'certificate_ends', 'certificates_end'];
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

  const isAlive = () => {
    const isFresh = gt(mailOutbox.createdAt, after(-LIFETIME_MS));
    const isFreshBulk = and(isBulk, gt(mailOutbox.createdAt, after(-BULK_LIFETIME_MS)));
    return and(isNull(mailOutbox.sentAt), lt(mailOutbox.attempts, ATTEMPTS), or(isFresh, isFreshBulk));
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
    const here = and(eq(mailOutbox.id, id), eq(mailOutbox.attempts, attempts), isNull(mailOutbox.sentAt), isFree());
    const claimed = await db
      .update(mailOutbox)
      .set({ attempts: attempts + 1, nextTryAt: after(LEASE_MS) })
      .where(here)
      .returning({ id: mailOutbox.id });
    return claimed.length > 0;
  }

  async function send(mail: QueuedMail, transport: SendMail): Promise<boolean> {
    if (!(await claim(mail))) return true;
    const here = eq(mailOutbox.id, mail.id);
    try {
      await transport(mail);
    } catch (error) {
      const lastError = (error instanceof Error ? error.message : String(error)).slice(0, 500);
      log.warn('mail not sent', { mail: mail.id, kind: mail.kind, attempt: mail.attempts + 1, error: lastError });
      const nextTryAt = BULK_KINDS.includes(mail.kind) ? after(BULK_PAUSE_MS * 2 ** mail.attempts) : null;
      await db.update(mailOutbox).set({ lastError, nextTryAt }).where(here);
      return false;
    }
    // Recipient and time stay known; links are erased.
    await db
      .update(mailOutbox)
      .set({ sentAt: now(), text: '', html: null, unsubscribe: null, lastError: null })
      .where(here);
    log.info('mail sent', { mail: mail.id, kind: mail.kind });
    return true;
  }

  async function sendAll(transport: SendMail): Promise<void> {
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
      const { createdAt, sentAt } = mailOutbox;
      const [alive] = await db
        .select({ waiting: count(), oldest: min(createdAt) })
        .from(mailOutbox)
        .where(isAlive());
      const [unsent] = await db.select({ mails: count() }).from(mailOutbox).where(isNull(sentAt));
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
export async function openSmtp({ mail }: Env): Promise<SendMail | undefined> {
  if (!mail) return undefined;
  // Loaded only where mail is sent.
  const { createTransport } = await import('nodemailer');
  const smtp = createTransport(mail.smtpUrl, { from: mail.from });
  return async ({ toAddress, subject, text, html, unsubscribe }) => {
    // The address as an object: a list or a display name in it must not add recipients.
    const to = { name: '', address: toAddress };
    // One click in the mail program (RFC 8058).
    const headers = { 'List-Unsubscribe': `<${unsubscribe}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
    await smtp.sendMail({ to, subject, text, ...(html !== null && { html }), ...(unsubscribe && { headers }) });
  };
}
