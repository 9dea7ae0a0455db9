// Automatic reminders: on the days that an organization has set, once, and until the person stops them.
import { eq } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { readEnv } from '#server/env.ts';
import { mails as mailKind, openSmtp } from '#server/mail/mailer.ts';
import { openAdministration } from '#tests/fixtures/administration.ts';
import { onEveryEngine } from '#tests/fixtures/db.ts';
import { anotherQueue, workOff } from '#tests/fixtures/queue.ts';
import { openSmtpStand } from '#tests/fixtures/smtp.ts';
import { at, dying, inDays, tick } from './reminder-tick.ts';

onEveryEngine('automatic reminders', (openDb) => {
  async function started({ isRequired = false, before = [3], after = [1] } = {}) {
    const all = await openAdministration(openDb);
    const { db, plant, people, ours, send } = all;
    const { courseProgress, mailOutbox } = db.tables;
    const path = `/api/enterprise/admin/organizations/${ours}/auto-reminders`;
    const give = async (title: string, days: number, userId = people.member) => {
      const courseId = await plant.course({ organizationId: ours, title });
      await db.insert(courseProgress).values({ userId, courseId, isAssigned: true, dueOn: inDays(days) });
      return courseId;
    };
    const set = (wanted: object) =>
      send(people.admin, 'PUT', path, { before, after, certificates: [], isRequired, groupId: null, ...wanted });
    await set({});
    const mails = () => db.select().from(mailOutbox).where(eq(mailOutbox.kind, 'reminder')).orderBy(mailOutbox.id);
    const subjects = async () => (await mails()).map(({ subject }) => subject.replace(/.*: /, ''));
    const plan = async (query = '') => (await send(people.admin, 'GET', `${path}${query}`)).body;
    return { ...all, path, give, set, mails, subjects, plan };
  }

  test('reach only the people of a group when one is set, and no one once it is gone', async () => {
    const { db, plant, people, ours, theirs, give, set, mails, plan, path, refused } = await started();
    const crew = await plant.group(ours, 'Crew North');
    const inCrew = await plant.person({ organizationId: ours, email: 'noor@demo.example' });
    await plant.inGroup(crew, inCrew);
    await give('Roofs', 4);
    await give('Roofs', 4, inCrew);
    expect(await plan()).toMatchObject({ reminders: { groupId: null }, next: { on: inDays(1), people: 2 } });
    expect(await plan(`?groupId=${crew}`)).toMatchObject({ next: { on: inDays(1), people: 1 } });
    expect((await set({ groupId: crew })).status).toBe(200);
    expect(await plan()).toMatchObject({ reminders: { groupId: crew }, next: { on: inDays(1), people: 1 } });
    expect(await plan('?groupId=')).toMatchObject({ next: { on: inDays(1), people: 2 } });
    await tick(db, at(1));
    expect((await mails()).map(({ toAddress }) => toAddress)).toEqual(['noor@demo.example']);
    const elsewhere = await plant.group(theirs);
    const wanted = { before: [3], after: [], certificates: [], isRequired: false, groupId: elsewhere };
    expect(await refused(people.admin, 'PUT', path, wanted)).toBe('404 group_not_found groupId');
    // As the versions before could.
    await db.delete(db.tables.groups).where(eq(db.tables.groups.id, crew));
    await give('Ladders', 5);
    await give('Ladders', 5, inCrew);
    await tick(db, at(2));
    expect(await mails()).toHaveLength(1);
    expect(await plan()).toMatchObject({ reminders: { groupId: crew }, next: null });
  });

  test('keep the group that they are for from being deleted, until they are for others', async () => {
    const { plant, people, ours, set, refused, send } = await started();
    const crew = await plant.group(ours, 'Crew North');
    const path = `/api/enterprise/admin/organizations/${ours}/groups/${crew}`;
    await set({ groupId: crew });
    expect(await refused(people.admin, 'DELETE', path)).toBe('422 group_reminded groupId');
    await set({ groupId: null });
    expect((await send(people.admin, 'DELETE', path)).status).toBe(200);
  });

  test('are off until an admin sets the days', async () => {
    const { db, give, set, mails, plan, acts } = await started();
    await give('Roofs', 4);
    await set({ before: [], after: [] });
    expect(await plan()).toEqual({
      reminders: { before: [], after: [], certificates: [], isRequired: false, groupId: null },
      ...{ next: null, nextCertificates: null },
    });
    await tick(db, at(1));
    expect(await mails()).toEqual([]);
    expect((await acts())[0]).toMatchObject({ action: 'organization.reminders_set', details: { off: true } });
  });

  test('are sent on each of the days, from seven in the morning, about what is not completed', async () => {
    const { db, people, give, subjects, mails, acts } = await started();
    await give('Roofs', 4);
    const done = await give('Done', 4);
    const { courseProgress } = db.tables;
    await db.update(courseProgress).set({ completedAt: new Date() }).where(eq(courseProgress.courseId, done));
    await tick(db, at(1, 6));
    expect(await subjects()).toEqual([]);
    await tick(db, at(1));
    await tick(db, at(2));
    expect(await subjects()).toEqual(['Roofs']);
    expect((await acts())[0]).toMatchObject({
      ...{ action: 'organization.person_reminded', actorId: null, subject: people.member },
      details: { courses: ['Roofs'], because: 'automatic' },
    });
    await tick(db, at(5));
    expect((await mails()).map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/^Due .*: Roofs$/),
      'Overdue: Roofs',
    ]);
  });

  test('name in the log only the courses that the organization has', async () => {
    const { db, theirs, give, mails, acts } = await started();
    const { courses } = db.tables;
    const secret = await give('Secret', 4);
    await give('Roofs', 4);
    await db.update(courses).set({ organizationId: theirs, visibility: 'private' }).where(eq(courses.id, secret));
    await tick(db, at(1));
    expect((await mails())[0]?.text).toContain('Secret');
    expect((await acts())[0]?.details).toEqual({ courses: ['Roofs'], because: 'automatic' });
  });

  test('name all courses of that day in one mail', async () => {
    const { db, give, subjects } = await started();
    await give('Roofs', 4);
    await give('Cellars', 4);
    await give('Later', 6);
    await tick(db, at(1));
    expect(await subjects()).toEqual(['2 courses']);
  });

  test('go by the day of TIME_ZONE', async () => {
    const { db, give, subjects } = await started();
    await give('Roofs', 4);
    // There it is the morning of the next day.
    await tick(db, at(0, 20), { TIME_ZONE: 'Pacific/Auckland' });
    expect(await subjects()).toEqual(['Roofs']);
  });

  test('are sent once by two servers at once, also when one dies after it has queued them', async () => {
    const { db, plant, ours, give, mails } = await started();
    for (let n = 0; n < 20; n += 1) await give('Roofs', 4, await plant.person({ organizationId: ours }));
    await Promise.all([tick(db, at(1)), tick(db, at(1)), tick(db, at(1, 9))]);
    await tick(db, at(1, 10));
    const sent = await mails();
    expect(sent).toHaveLength(20);
    expect(new Set(sent.map(({ toAddress }) => toAddress)).size).toBe(20);
    expect(sent.every(({ sentAt }) => sentAt === null)).toBe(true);
  });

  test('are sent by the next server when one dies before it has committed', async () => {
    const { db, give, subjects } = await started();
    await give('Roofs', 4);
    await expect(tick(dying(db), at(1))).rejects.toThrow();
    expect(await subjects()).toEqual([]);
    await tick(db, at(1));
    expect(await subjects()).toEqual(['Roofs']);
  });

  test('do not repeat what an admin has reminded of that day, and come late when no server ran, never later than two days', async () => {
    const { db, people, ours, give, rooms, subjects } = await started();
    await give('Roofs', 4);
    rooms.pass(at(1).getTime() - Date.now());
    await rooms.post(people.admin, `/api/enterprise/admin/organizations/${ours}/remind`, { userIds: [people.member] });
    await tick(db, at(2, 9));
    expect(await subjects()).toEqual(['Roofs']);
    await give('Cellars', 13);
    await give('Attics', 12);
    await tick(db, at(12));
    expect(await subjects()).toEqual(['Roofs', 'Cellars']);
  });

  test('begin on the day after they were set, with nothing about the past', async () => {
    const { db, give, mails } = await started();
    await give('Overdue since yesterday', -1);
    await give('In three days', 3);
    await tick(db, at(0, 23));
    await tick(db, at(1));
    expect(await mails()).toEqual([]);
  });

  test('are for members alone: not of others, nor of an organization that is switched off', async () => {
    const { db, people, ours, give, mails } = await started();
    await give('Theirs', 4, people.otherMember);
    await give('Ours', 4);
    await db.update(db.tables.organizations).set({ isActive: false }).where(eq(db.tables.organizations.id, ours));
    await tick(db, at(1));
    expect(await mails()).toEqual([]);
  });

  test('are planned in the open: the next day, and how many people', async () => {
    const { people, give, plan } = await started();
    expect((await plan()).next).toBeNull();
    await give('Roofs', 4);
    await give('Cellars', 4);
    await give('Attics', 0, people.admin);
    expect((await plan()).next).toEqual({ on: inDays(1), people: 2 });
    expect((await plan('?before=2&after=')).next).toEqual({ on: inDays(2), people: 1 });
    // What was due three days ago comes up, five days after, before what is due today does, three days after.
    await give('Walls', -3);
    expect((await plan('?before=&after=3,5')).next).toEqual({ on: inDays(2), people: 1 });
    expect((await plan('?before=&after=3')).next).toEqual({ on: inDays(3), people: 1 });
  });

  test.each([
    [{ before: [1, 2, 3, 4] }, 'before'],
    [{ after: [61] }, 'after.0'],
    [{ before: [-1] }, 'before.0'],
    [{ certificates: [30, 45] }, 'certificates.1'],
    [{ isRequired: 'yes' }, 'isRequired'],
  ])('take no %j', async (wanted, field) => {
    const { refused, people, path } = await started();
    const body = { before: [], after: [], certificates: [], isRequired: false, groupId: null, ...wanted };
    expect(await refused(people.admin, 'PUT', path, body)).toBe(`400 validation_failed ${field}`);
  });

  test('end with one click, without signing in, and can be taken up again', async () => {
    const { db, give, mails, rooms, acts, people, subjects } = await started();
    await give('Roofs', 4);
    await tick(db, at(1));
    const [mail] = await mails();
    const link = new URL(mail?.unsubscribe ?? '');
    expect(link.origin).toBe('https://learn.example');
    expect(mail?.text).toContain(`Stop these reminders:\n${link.href}\n`);
    // Mail scanners open links: that alone stops nothing.
    const asked = new TextDecoder().decode((await rooms.ask(null, link.pathname)).bytes);
    expect(asked).toContain(`<form method="post" action="${link.pathname}">`);
    await give('Cellars', 5);
    await tick(db, at(2));
    expect(await subjects()).toEqual(['Roofs', 'Cellars']);
    const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const stop = await rooms.ask(null, link.pathname, {
      method: 'POST',
      body: 'List-Unsubscribe=One-Click',
      headers: form,
    });
    expect(stop.status).toBe(200);
    await rooms.ask(null, link.pathname, { method: 'POST' });
    expect((await acts()).filter(({ action }) => action === 'account.reminders_off')).toMatchObject([
      { subject: people.member },
    ]);
    await give('Attics', 6);
    await tick(db, at(3));
    expect(await subjects()).toEqual(['Roofs', 'Cellars']);
    await rooms.ask(null, `${link.pathname}/undo`, { method: 'POST' });
    await tick(db, at(3, 9));
    expect(await subjects()).toEqual(['Roofs', 'Cellars', 'Attics']);
  });

  test('of required training say that they cannot be stopped, and reach whoever had stopped them', async () => {
    const { db, people, give, mails } = await started({ isRequired: true });
    const { profiles } = db.tables;
    await db.update(profiles).set({ remindersOffAt: new Date() }).where(eq(profiles.id, people.member));
    await give('Roofs', 4);
    await tick(db, at(1));
    const [mail] = await mails();
    expect(mail?.unsubscribe).toBeNull();
    expect(mail?.text).toContain("This training is required, so these reminders can't be turned off.");
  });

  test('carry the headers of RFC 8058, and a forged link stops nobody', async () => {
    const { db, give, mails, people, refused } = await started();
    await give('Roofs', 4);
    await tick(db, at(1));
    const [mail] = await mails();
    const stand = await openSmtpStand();
    onTestFinished(stand.close);
    const env = readEnv({ SMTP_URL: stand.url, MAIL_FROM: 'training@learn.example' });
    const log = { warn: () => undefined, info: () => undefined, error: () => undefined, debug: () => undefined };
    const parts = { env, db, log, now: () => at(1) };
    await workOff(anotherQueue(parts, { mails: mailKind(parts, await openSmtp(env)) }), 'mails');
    const source = stand.received[0]?.message.replaceAll(/\r?\n[ \t]+/g, ' ') ?? '';
    expect(source).toContain(`List-Unsubscribe: <${mail?.unsubscribe}>`);
    expect(source).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
    expect(source).toContain('Auto-Submitted: auto-generated');
    expect(source).toMatch(/Content-Type: text\/calendar; charset=utf-8; method=PUBLISH/i);
    expect(source).toContain('filename=due-dates.ics');
    expect((await mails())[0]?.unsubscribe).toBeNull();
    const other = new URL(mail?.unsubscribe ?? '').pathname.replace(people.member, people.admin);
    expect(await refused(null, 'POST', other)).toBe('404 not_found');
    expect(await refused(null, 'GET', '/api/reminders/stop/nonsense')).toBe('404 not_found');
  });
});
