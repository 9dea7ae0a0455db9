// Mails: how they look, how they leave, and what becomes of them when nobody takes them.
import { describe, expect, onTestFinished, test } from 'vitest';
import { readEnv } from '#server/env.ts';
import { accountMail } from '#server/mail/account-mails.ts';
import { mails, openSmtp, queueMails } from '#server/mail/mailer.ts';
import { onEveryEngine } from '#tests/fixtures/db.ts';
import { mailsTo } from '#tests/fixtures/mailbox.ts';
import { anotherQueue, workOff } from '#tests/fixtures/queue.ts';
import { startOn, type TestServer } from '#tests/fixtures/server.ts';
import { openSmtpStand } from '#tests/fixtures/smtp.ts';

const EMAIL = 'maren@test.example';
const KINDS = ['signup', 'magiclink', 'recovery', 'invite'] as const;

describe('the mails of an account', () => {
  const link = 'https://learn.example/auth/callback?token_hash=abc&type=signup';

  test.each(KINDS)('%s says what it is for, has one button, and the address in full in both forms', (kind) => {
    const { subject, text, html } = accountMail(kind, {
      language: 'en',
      link,
      name: 'Maren Holt',
      organization: 'Demo Inspections',
    });
    expect(subject.length).toBeGreaterThan(10);
    expect(text).toContain(`:\n${link}\n`);
    expect(text).toContain('Hello Maren Holt,');
    expect(text).toContain('works once and expires in one hour');
    const escapedLink = link.replaceAll('&', '&amp;');
    expect(html.split(`href="${escapedLink}"`)).toHaveLength(3);
    expect(html).toContain(`>${escapedLink}</a>`);
    expect(html).not.toMatch(/<script|<img|<link|url\(/);
  });

  test('each kind has its own text', () => {
    expect(new Set(KINDS.map((kind) => accountMail(kind, { language: 'en', link }).subject)).size).toBe(KINDS.length);
  });

  test('names of people and organizations are text: no markup, no header of their own, no end', () => {
    const name = `"Maren" & 'Co' ${'x'.repeat(10_000)}`;
    const { subject, html, text } = accountMail('invite', {
      language: 'en',
      link,
      name,
      organization: 'A\r\nBcc: b@evil.example <i>',
    });
    expect(subject).toBe('Join A Bcc: b@evil.example <i> on Groundwork');
    expect(html).toContain('Hello &quot;Maren&quot; &amp; &#39;Co&#39; xxx');
    expect(html).toContain('Join A\r\nBcc: b@evil.example &lt;i&gt;');
    expect(html).not.toMatch(/<b>|<i>/);
    expect(text.length).toBeLessThan(1000);
  });

  test.each([
    'You won! https://evil.example/x',
    'Please call www.evil.example',
    'Your account is locked, see evil.example',
    'Maren\n\nYour account is locked',
    'Maren\u2028Your account is locked',
    '<b>Maren</b>',
    'help@evil.example',
  ])('no stranger speaks to the owner of an address through the name %j', (name) => {
    const plain = accountMail('signup', { language: 'en', link });
    expect(accountMail('signup', { language: 'en', link, name })).toEqual(plain);
  });

  test.each(['Maren Holt', "Siobhán O'Neill-Weiß", 'Dr. J. R. Müller', '李小龍'])('%s is greeted', (name) => {
    expect(accountMail('signup', { language: 'en', link, name }).text).toContain(`Hello ${name},`);
  });
});

onEveryEngine('the outbox', (openDb) => {
  const startServer = startOn(openDb);

  async function started(variables: Record<string, string> = {}) {
    let ahead = 0;
    const server = await startServer({ variables, now: () => new Date(Date.now() + ahead) });
    await server.accounts.admin?.createUser({ email: EMAIL, email_confirm: true });
    const ask = () => server.send('POST', '/auth/v1/recover', { email: EMAIL });
    const rows = () => server.db.select().from(server.db.tables.mailOutbox);
    onTestFinished(() => server.deps.queue.stop());
    const pass = (seconds: number) => {
      ahead += seconds * 1000;
    };
    return { server, ask, rows, pass };
  }
  async function withSmtp() {
    const stand = await openSmtpStand();
    onTestFinished(stand.close);
    const parts = await started({ SMTP_URL: stand.url, MAIL_FROM: 'training@learn.example' });
    return { stand, ...parts };
  }

  test('with SMTP a mail is sent in both forms, and its link is erased afterwards', async () => {
    const { server, stand, ask, rows } = await withSmtp();
    await ask();
    await expect.poll(() => stand.received.length).toBe(1);
    const [{ to, message } = { to: [], message: '' }] = stand.received;
    expect(to).toEqual([EMAIL]);
    expect(message).toMatch(/^From: training@learn\.example$/m);
    expect(message).toMatch(/^Subject: Set a new password$/m);
    expect(message).toMatch(/Content-Type: text\/plain/);
    expect(message).toMatch(/Content-Type: text\/html/);
    await expect.poll(async () => (await rows())[0]?.sentAt).not.toBeNull();
    expect(await rows()).toMatchObject([{ kind: 'recovery', toAddress: EMAIL, text: '', html: null, attempts: 1 }]);
    expect(server.logged.join('')).toContain('mail sent');
    expect(server.logged.join('')).not.toContain('token_hash');
  });

  test('a response does not wait for the mail server, and a rejected mail is retried', async () => {
    const { server, stand, ask, rows, pass } = await withSmtp();
    stand.refusing = true;
    expect((await ask()).status).toBe(200);
    await expect.poll(async () => (await rows())[0]?.lastError).toContain('451');
    expect((await server.request('/dev/mail')).status, 'whose mails leave shows nobody the ones that wait').toBe(404);
    expect(await rows()).toMatchObject([{ sentAt: null, attempts: 1 }]);
    expect(server.logged.join('')).toContain('mail not sent');
    stand.refusing = false;
    const other = await restarted(server, { SMTP_URL: stand.url, MAIL_FROM: 'a@b.example' });
    await workOff(other, 'mails');
    expect(await rows(), 'another process does not spend the tries of a mail').toMatchObject([{ attempts: 1 }]);
    pass(20);
    server.deps.queue.wake('mails');
    await expect.poll(() => stand.received.length).toBe(1);
    await expect.poll(async () => (await rows())[0]).toMatchObject({ attempts: 2, lastError: null });
  });

  test('[Z6] who waits at a sign-in does not wait behind a company that was invited', async () => {
    const { server, stand, ask, rows } = await withSmtp();
    const words = { link: 'https://learn.example/invite?token=abc', organization: 'Demo Inspections', course: 'Roofs' };
    const mail = { ...accountMail('invitation', { language: 'en', ...words }), at: server.deps.now() };
    expect(mail.text).toContain('“Roofs”');
    const to = Array.from({ length: 60 }, (_, n) => `guest${n}@test.example`);
    const many = to.map((one) => ({ ...mail, to: one }));
    await server.db.transact((tx) => queueMails(tx, many));
    await ask();
    await expect.poll(() => stand.received.length).toBe(61);
    expect(stand.received.slice(0, 20).flatMap((received) => received.to)).toContain(EMAIL);
    await expect.poll(async () => (await rows()).every(({ sentAt, text }) => sentAt && text === '')).toBe(true);
  });

  test('[Z6] an invitation outlives an hour in which no mail leaves, other mails do not', async () => {
    const { server, stand, ask, rows, pass } = await withSmtp();
    stand.refusing = true;
    const words = { link: 'https://learn.example/invite?token=abc', organization: 'Demo Inspections' };
    const mail = { ...accountMail('invitation', { language: 'en', ...words }), at: server.deps.now() };
    await server.db.transact((tx) => queueMails(tx, [{ ...mail, to: 'guest@test.example' }]));
    await ask();
    await expect.poll(async () => (await rows()).filter(({ lastError }) => lastError).length).toBe(2);
    stand.refusing = false;
    pass(3700);
    server.deps.queue.wake('mails');
    await expect.poll(() => stand.received.flatMap(({ to }) => to)).toEqual(['guest@test.example']);
  });

  test('what waited when the server stopped leaves at the next start, unless its link is dead', async () => {
    const { server, ask, rows, pass } = await started();
    await ask();
    pass(3601);
    await ask();
    expect(await rows()).toHaveLength(2);
    const stand = await openSmtpStand();
    onTestFinished(stand.close);
    const next = await restarted(
      server,
      { SMTP_URL: stand.url, MAIL_FROM: 'a@b.example' },
      () => new Date(Date.now() + 3_601_000),
    );
    await workOff(next, 'mails');
    expect(stand.received).toHaveLength(1);
    expect((await rows()).map(({ sentAt }) => sentAt !== null).sort()).toEqual([false, true]);
  });

  test('two processes with one database send a mail once', async () => {
    const { server, ask } = await started();
    for (let at = 0; at < 5; at += 1) await ask();
    const stand = await openSmtpStand();
    onTestFinished(stand.close);
    const variables = { SMTP_URL: stand.url, MAIL_FROM: 'a@b.example' };
    const queues = [await restarted(server, variables), await restarted(server, variables)];
    await Promise.all(queues.map((queue) => workOff(queue, 'mails')));
    expect(stand.received).toHaveLength(5);
  });

  test('without SMTP mails are shown at /dev/mail, as a list, one by one and as JSON', async () => {
    const { server, ask } = await started();
    expect(await (await server.request('/dev/mail')).text()).toContain('No mail yet.');
    await ask();
    const list = await server.request('/dev/mail');
    expect(list.headers.get('Content-Security-Policy')).toContain("default-src 'none'");
    const path = /href="(\/dev\/mail\/\d+)"/.exec(await list.text())?.[1] ?? '';
    const shown = await server.request(path);
    expect(shown.headers.get('Content-Type')).toContain('text/html');
    expect(await shown.text()).toContain('Choose a new password');
    const [mail] = await mailsTo(server.request, EMAIL);
    expect(mail?.link).toMatch(/^http:\/\/localhost:3000\/auth\/reset-password\?token_hash=/);
    expect(server.logged.join('')).toContain('mail waits at /dev/mail');
    expect(server.logged.join('')).not.toContain('token_hash');
    for (const missing of ['/dev/mail/999', '/dev/mail/x', '/dev/other']) {
      expect((await server.request(missing)).status).toBe(404);
    }
  });

  test('production shows no mail to anybody, and complains that it cannot send', async () => {
    const { server, ask } = await started({ NODE_ENV: 'production', PUBLIC_URL: 'https://learn.example' });
    await ask();
    for (const path of ['/dev/mail', '/dev/mail/1']) expect((await server.request(path)).status).toBe(404);
    await expect.poll(() => server.logged.join('')).toContain('SMTP_URL is not set');
  });
});

/** The queue of another process on the same database. */
async function restarted({ db, deps }: TestServer, variables: Record<string, string>, now = deps.now) {
  const env = readEnv(variables);
  const parts = { env, db, log: deps.log, now };
  return anotherQueue(parts, { mails: mails(parts, await openSmtp(env)) });
}
