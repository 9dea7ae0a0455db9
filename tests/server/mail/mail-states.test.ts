// What became of an email is told in one way, wherever an act of administration has queued it.
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { readEnv } from '#server/env.ts';
import { createLog } from '#server/http/log.ts';
import { readMailFacts } from '#server/mail/mail-state.ts';
import { mails, openSmtp, type SendMail } from '#server/mail/mailer.ts';
import type { BulkJob, BulkRows } from '#sync/contract/bulk-job.ts';
import { addDays, dayOf } from '#sync/contract/due.ts';
import type { MailFacts, MailStatus } from '#sync/contract/mail.ts';
import { openAdministration } from '#tests/fixtures/administration.ts';
import { onEveryEngine } from '#tests/fixtures/db.ts';
import { anotherQueue, workOff } from '#tests/fixtures/queue.ts';
import { openSmtpStand } from '#tests/fixtures/smtp.ts';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const today = dayOf(new Date(), 'UTC');
const SMTP = { SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'a@b.example' };

onEveryEngine('an email of administration', (openDb) => {
  async function started() {
    const all = await openAdministration(openDb);
    const { db, plant, people, ours, send } = all;
    const of = `/api/enterprise/admin/organizations/${ours}`;
    const courseId = await plant.course({ organizationId: ours, title: 'Roofs' });
    await db
      .insert(db.tables.courseProgress)
      .values({ userId: people.member, courseId, isAssigned: true, dueOn: addDays(today, -2) });
    let ahead = 0;
    const now = () => new Date(Date.now() + ahead);
    const log = createLog({ level: 'error', json: true, write: () => {} });
    const pass = (ms: number) => {
      ahead += ms;
      all.rooms.pass(ms);
    };
    /** A server with this way to send looks for what waits. */
    const work = (transport: SendMail | undefined) =>
      workOff(anotherQueue({ db, log, now }, { mails: mails({ db, log, now, env: readEnv({}) }, transport) }), 'mails');
    const remind = async (): Promise<BulkJob> =>
      (await send(people.admin, 'POST', `${of}/bulk-jobs`, { act: { kind: 'remind' }, ids: [people.member] })).body.job;
    const rowsOf = async (job: BulkJob, query = '') =>
      ((await send(people.admin, 'GET', `${of}/bulk-jobs/${job.id}/rows${query}`)).body as BulkRows).rows;
    /** As the list of people, the page of the person and the job tell it. */
    const told = async (job: BulkJob): Promise<(MailStatus | null | undefined)[]> => {
      const list = (await send(people.admin, 'GET', `${of}/users?search=maren`)).body.users;
      const page = (await send(people.admin, 'GET', `/api/admin/people/${people.member}`)).body.courses;
      return [list[0].reminder, page[0].reminder, (await rowsOf(job))[0]?.mail];
    };
    const mailsOf = async (id: string) =>
      ((await send(people.admin, 'GET', `${of}/bulk-jobs`)).body.jobs as BulkJob[]).find((job) => job.id === id)?.mails;
    return { ...all, of, pass, work, remind, rowsOf, told, mailsOf, now };
  }
  const taking: SendMail = async (_, handOver) => handOver();

  test('waits, was sent, and says so in the list, on the page of the person and in the job', async () => {
    const { work, remind, told, mailsOf } = await started();
    const job = await remind();
    expect(job.mails).toEqual({ waiting: 1, sent: 0, failed: 0, sample: 0 });
    expect((await told(job)).map((status) => status?.state)).toEqual(['waiting', 'waiting', 'waiting']);
    await work(taking);
    expect((await told(job)).map((status) => status?.state)).toEqual(['sent', 'sent', 'sent']);
    expect(await mailsOf(job.id)).toEqual({ waiting: 0, sent: 1, failed: 0, sample: 0 });
  });

  test('is given up at once when the mail server refuses its address for good, with its words, and may be tried again', async () => {
    const { work, remind, rowsOf, told, mailsOf } = await started();
    const job = await remind();
    const stand = await openSmtpStand();
    stand.refusing = '550 5.1.1 No such user here';
    await work(await openSmtp(readEnv({ SMTP_URL: stand.url, MAIL_FROM: 'a@b.example' })));
    await stand.close();
    for (const status of await told(job))
      expect(status).toMatchObject({ state: 'failed', reason: '550 5.1.1 No such user here' });
    expect(await mailsOf(job.id)).toEqual({ waiting: 0, sent: 0, failed: 1, sample: 0 });
    expect(await rowsOf(job, '?result=undelivered')).toHaveLength(1);
    const again = await remind();
    expect(again.mails).toEqual({ waiting: 1, sent: 0, failed: 0, sample: 0 });
    expect((await told(again))[0]).toMatchObject({ state: 'waiting' });
    expect((await remind()).changed, 'one that waits is not sent twice').toBe(0);
  });

  test('waits with the reason while the mail server refuses it for now', async () => {
    const { work, remind, told } = await started();
    const job = await remind();
    await work(() => Promise.reject(Object.assign(new Error('Mailbox: 452 full'), { responseCode: 452 })));
    expect((await told(job))[0]).toMatchObject({ state: 'waiting', reason: '452 full' });
  });

  test('is given up after a day without a mail server, and a later one does not send it', async () => {
    const { pass, work, remind, told } = await started();
    const job = await remind();
    pass(DAY_MS - MINUTE_MS);
    await work(undefined);
    expect((await told(job))[0]).toMatchObject({ state: 'waiting' });
    pass(2 * MINUTE_MS);
    await work(undefined);
    expect((await told(job))[0]).toMatchObject({ state: 'failed', reason: 'No mail server was set up in time.' });
    await work(taking);
    expect((await told(job))[0]).toMatchObject({ state: 'failed' });
  });

  test('with an invitation is told in its row, and another address gets it instead', async () => {
    const { db, people, of, work, send } = await started();
    const list = async () => (await send(people.admin, 'GET', `${of}/invitations`)).body.invitations;
    const rows = [{ email: 'gest@test.example' }];
    await send(people.admin, 'POST', `${of}/invitations`, { dryRun: false, rows });
    expect(await list()).toMatchObject([{ mail: { state: 'waiting' } }]);
    const gone = Object.assign(new Error('554 Unknown'), { responseCode: 554, command: 'RCPT TO' });
    await work(() => Promise.reject(gone));
    const [failed] = await list();
    expect(failed).toMatchObject({ mail: { state: 'failed', reason: '554 Unknown' } });
    const wrong = await send(people.admin, 'POST', `${of}/invitations/${failed.id}/mail`, { email: 'guest' });
    expect([wrong.status, wrong.body.field]).toEqual([400, 'email']);
    await send(people.admin, 'POST', `${of}/invitations/${failed.id}/mail`, { email: 'guest@test.example' });
    await work(taking);
    const now = await list();
    expect(now.find(({ revokedAt }: { revokedAt: string | null }) => !revokedAt)).toMatchObject({
      ...{ email: 'guest@test.example', mail: { state: 'sent' } },
    });
    const { invitations } = db.tables;
    expect(await db.select().from(invitations).where(eq(invitations.email, 'gest@test.example'))).toHaveLength(1);
  });

  test('is counted where none leave: those to the people and guests of an organization, and all for super admins', async () => {
    const { people, of, theirs, remind, send } = await started();
    const read = async (who: string) => (await send(who, 'GET', '/api/admin/mail')).body as MailFacts;
    const facts = { isSetUp: false, failingSince: null, seen: '/dev/mail' };
    expect(await read(people.admin)).toEqual({ ...facts, waiting: 0 });
    await remind();
    await send(people.admin, 'POST', `${of}/invitations`, { dryRun: false, rows: [{ email: 'guest@test.example' }] });
    const others = `/api/enterprise/admin/organizations/${theirs}/invitations`;
    await send(people.otherAdmin, 'POST', others, { dryRun: false, rows: [{ email: 'other@test.example' }] });
    expect(await read(people.admin)).toEqual({ ...facts, waiting: 2 });
    expect(await read(people.super)).toEqual({ ...facts, waiting: 3 });
  });

  test('tells since when the mail server takes nothing, once that is no accident and until it takes one', async () => {
    const { db, pass, work, remind, now } = await started();
    const facts = (variables: Record<string, string>) => readMailFacts({ db, now, env: readEnv(variables) }, null);
    const production = { NODE_ENV: 'production', PUBLIC_URL: 'https://learn.example' };
    await remind();
    expect(await facts(production)).toEqual({ isSetUp: false, waiting: 1, failingSince: null, seen: null });
    await work(() => Promise.reject(new Error('connect ECONNREFUSED 127.0.0.1:25')));
    expect((await facts(SMTP)).failingSince).toBeNull();
    pass(6 * MINUTE_MS);
    const [mail] = await db.select().from(db.tables.mailOutbox);
    expect(await facts(SMTP)).toMatchObject({ isSetUp: true, failingSince: mail?.createdAt.toISOString() });
    await work(taking);
    expect(await facts(SMTP)).toMatchObject({ waiting: 0, failingSince: null });
  });
});
