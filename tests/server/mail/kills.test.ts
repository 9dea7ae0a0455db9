// A mail leaves once, whatever ends the process that sends it, and at which moment (decision 231).
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { readEnv } from '#server/env.ts';
import { createLog } from '#server/http/log.ts';
import { accountMail } from '#server/mail/account-mails.ts';
import { mails, openSmtp, queueMails } from '#server/mail/mailer.ts';
import { databasesOf, ENGINES } from '#tests/fixtures/db.ts';
import { anotherQueue, workOff } from '#tests/fixtures/queue.ts';
import { openSmtpStand } from '#tests/fixtures/smtp.ts';

const SENDER = fileURLToPath(new URL('./mail-sender.ts', import.meta.url));
/** Beyond the claim of a process that died. */
const LATER_MS = 600_000;

for (const engine of ENGINES) {
  const { openDb, newUrl } = databasesOf(engine);

  async function withOneMail() {
    const url = await newUrl();
    const db = await openDb({ url });
    const stand = await openSmtpStand();
    onTestFinished(stand.close);
    const mail = accountMail('recovery', {
      language: 'en',
      link: 'https://learn.example/auth/callback?token_hash=abc',
    });
    await db.transact((tx) => queueMails(tx, [{ ...mail, to: 'maren@test.example', at: new Date() }]));
    const env = readEnv({ SMTP_URL: stand.url, MAIL_FROM: 'training@learn.example' });
    const openAt = async (ahead: number) => {
      const log = createLog({ level: 'silent', json: true });
      const now = () => new Date(Date.now() + ahead);
      return anotherQueue({ db, log, now }, { mails: mails({ env, db, log, now }, await openSmtp(env)) });
    };
    const flush = async (ahead = 0) => workOff(await openAt(ahead), 'mails');
    const row = async () => (await db.select().from(db.tables.mailOutbox))[0];
    return { url, stand, openAt, flush, row };
  }

  /** Sends in a process of its own, which is killed as soon as the mail server has got this line. */
  async function killedAt(
    line: RegExp,
    { url, stand }: Pick<Awaited<ReturnType<typeof withOneMail>>, 'url' | 'stand'>,
  ) {
    stand.holding = line;
    const child = spawn(process.execPath, [SENDER, url, stand.url], { stdio: 'inherit' });
    const ended = new Promise((resolve) => child.once('exit', resolve));
    onTestFinished(() => void child.kill('SIGKILL'));
    await expect.poll(() => stand.held.length, { timeout: 60_000 }).toBe(1);
    child.kill('SIGKILL');
    await ended;
    stand.release();
  }

  test(`a process killed behind the mail server's taking of a mail does not have it sent again (${engine})`, {
    timeout: 90_000,
  }, async () => {
    const { stand, flush, row, ...at } = await withOneMail();
    await killedAt(/^\.$/, { stand, ...at });
    expect(stand.received).toHaveLength(1);
    expect(await row()).toMatchObject({ sentAt: null, handedAt: expect.any(Date) });
    await flush(LATER_MS);
    expect(stand.received).toHaveLength(1);
    const settled = await row();
    expect(settled).toMatchObject({ text: '', html: null });
    expect(settled?.sentAt).toEqual(settled?.handedAt);
  });

  test(`a process killed before the mail server has the whole mail leaves it to another one (${engine})`, {
    timeout: 90_000,
  }, async () => {
    const { stand, flush, row, ...at } = await withOneMail();
    await killedAt(/^DATA/, { stand, ...at });
    await flush();
    expect(stand.received, 'it may still be alive').toHaveLength(0);
    await flush(LATER_MS);
    expect(stand.received.map(({ to }) => to)).toEqual([['maren@test.example']]);
    expect(await row()).toMatchObject({ sentAt: expect.any(Date), attempts: 2 });
  });

  test(`a mail server that takes a mail and hangs up without an answer gets it once (${engine})`, async () => {
    const { stand, flush, row } = await withOneMail();
    stand.lastAnswer = 'cut';
    await flush();
    stand.lastAnswer = undefined;
    await flush(LATER_MS);
    expect(stand.received).toHaveLength(1);
    expect(await row()).toMatchObject({ sentAt: expect.any(Date), text: '', attempts: 1 });
  });

  test(`a mail that is refused behind its last line is tried again, by the same id (${engine})`, async () => {
    const { stand, flush, row } = await withOneMail();
    stand.lastAnswer = '451 busy';
    await flush();
    expect(await row()).toMatchObject({ sentAt: null, handedAt: null, lastError: expect.stringContaining('451') });
    stand.lastAnswer = undefined;
    await flush(LATER_MS);
    const { id, createdAt } = (await row()) ?? {};
    expect(stand.received).toHaveLength(1);
    expect(stand.received[0]?.message).toContain(`Message-ID: <${id}.${createdAt?.getTime()}@localhost>`);
  });

  test(`of two processes, one with a clock far ahead, one sends a mail (${engine})`, async () => {
    const { stand, openAt, flush } = await withOneMail();
    stand.holding = /^DATA/;
    const slow = await openAt(0);
    slow.wake('mails');
    await expect.poll(() => stand.held.length).toBe(1);
    stand.holding = undefined;
    await flush(LATER_MS);
    expect(stand.received).toHaveLength(1);
    stand.release();
    await slow.rest();
    expect(stand.received).toHaveLength(1);
  });
}
