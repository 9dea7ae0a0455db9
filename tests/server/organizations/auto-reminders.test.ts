// Automatic reminders: on the days that an organization has set, once, and until the person stops them.
import { eq } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { newSerial } from '#server/certificates/issue.ts';
import type { Db } from '#server/db/client.ts';
import { readEnv } from '#server/env.ts';
import { openMailer, openSmtp } from '#server/mail/mailer.ts';
import { sendAutoReminders } from '#server/organizations/auto-remind.ts';
import { addDays, dayOf } from '#sync/contract/due.ts';
import { openAdministration } from '#tests/fixtures/administration.ts';
import { onEveryEngine } from '#tests/fixtures/db.ts';
import { openSmtpStand } from '#tests/fixtures/smtp.ts';

const today = dayOf(new Date(), 'UTC');
const inDays = (days: number) => addDays(today, days);
/** An hour of the day so many days from now, UTC. */
const at = (days: number, hour = 8) => new Date(`${inDays(days)}T${String(hour).padStart(2, '0')}:30:00Z`);

/** What one server process does each few minutes, at this moment; it dies before it sends what it has queued. */
function tick(db: Db, when: Date, variables: Record<string, string> = {}) {
  const warned: string[] = [];
  const log = { warn: (event: string) => void warned.push(event), info: () => undefined };
  const mailer = { flush: () => undefined, stop: async () => undefined };
  const env = readEnv({ PUBLIC_URL: 'https://learn.example', ...variables });
  const deps = { db, env, mailer, log, now: () => when } as unknown as Parameters<typeof sendAutoReminders>[0];
  return sendAutoReminders(deps).then(() => expect(warned).toEqual([]));
}

/** A server that dies before it commits its second unit: the first one is about the key of the links. */
function dying(db: Db): Db {
  let units = 0;
  const transact: Db['transact'] = (work, key) =>
    db.transact(function* (tx) {
      const result = yield* work(tx);
      if (++units > 1) throw new Error('killed');
      return result;
    }, key);
  return { ...db, transact };
}

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
    const set = (wanted: object) => send(people.admin, 'PUT', path, { before, after, isRequired, ...wanted });
    await set({});
    const mails = () => db.select().from(mailOutbox).where(eq(mailOutbox.kind, 'reminder')).orderBy(mailOutbox.id);
    const subjects = async () => (await mails()).map(({ subject }) => subject.replace(/.*: /, ''));
    const plan = async (query = '') => (await send(people.admin, 'GET', `${path}${query}`)).body;
    return { ...all, path, give, set, mails, subjects, plan };
  }

  test('reach only the people of a group when one is set, and no one once it is gone', async () => {
    const { db, plant, people, ours, theirs, give, set, mails, plan, path, refused, send } = await started();
    const crew = await plant.group(ours, 'Crew North');
    const inCrew = await plant.person({ organizationId: ours, email: 'noor@demo.example' });
    await plant.inGroup(crew, inCrew);
    await give('Roofs', 4);
    await give('Roofs', 4, inCrew);
    expect(await plan()).toMatchObject({ reminders: { groupId: null }, next: { on: inDays(1), people: 2 } });
    expect(await plan(`?groupId=${crew}`)).toMatchObject({ next: { on: inDays(1), people: 1 } });
    expect((await set({ groupId: crew })).status).toBe(200);
    // An older app does not know of groups.
    await set({});
    expect(await plan()).toMatchObject({ reminders: { groupId: crew }, next: { on: inDays(1), people: 1 } });
    expect(await plan('?groupId=')).toMatchObject({ next: { on: inDays(1), people: 2 } });
    await tick(db, at(1));
    expect((await mails()).map(({ toAddress }) => toAddress)).toEqual(['noor@demo.example']);
    const elsewhere = await plant.group(theirs);
    const wanted = { before: [3], after: [], isRequired: false, groupId: elsewhere };
    expect(await refused(people.admin, 'PUT', path, wanted)).toBe('404 group_not_found groupId');
    await send(people.admin, 'DELETE', `/api/enterprise/admin/organizations/${ours}/groups/${crew}`);
    await give('Ladders', 5);
    await give('Ladders', 5, inCrew);
    await tick(db, at(2));
    expect(await mails()).toHaveLength(1);
    expect(await plan()).toMatchObject({ reminders: { groupId: crew }, next: null });
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
    const body = { before: [], after: [], isRequired: false, ...wanted };
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
    const mailer = openMailer({ env, db, log, now: () => at(1), transport: await openSmtp(env) });
    mailer.flush();
    await expect.poll(async () => (await mails())[0]?.sentAt).not.toBeNull();
    await mailer.stop();
    const source = stand.received[0]?.message.replaceAll(/\r?\n[ \t]+/g, ' ') ?? '';
    expect(source).toContain(`List-Unsubscribe: <${mail?.unsubscribe}>`);
    expect(source).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
    expect((await mails())[0]?.unsubscribe).toBeNull();
    const other = new URL(mail?.unsubscribe ?? '').pathname.replace(people.member, people.admin);
    expect(await refused(null, 'POST', other)).toBe('404 not_found');
    expect(await refused(null, 'GET', '/api/reminders/stop/nonsense')).toBe('404 not_found');
  });
});

onEveryEngine('[X3] reminders of certificates that end', (openDb) => {
  async function started({ days = [30, 7], isRequired = false } = {}) {
    const all = await openAdministration(openDb);
    const { db, plant, people, ours, send } = all;
    const { certificates, courseProgress, mailOutbox } = db.tables;
    const path = `/api/enterprise/admin/organizations/${ours}/auto-reminders`;
    const set = (wanted: object = {}) =>
      send(people.admin, 'PUT', path, { before: [], after: [], certificates: days, isRequired, ...wanted });
    await set();
    const course = await plant.course({ organizationId: ours, visibility: 'organization' });
    /** Has completed the course, with a certificate that ends so many days from now. */
    const certify = async (inDaysEnds: number, userId = people.member, courseTitle = 'Ladders') => {
      const courseId = courseTitle === 'Ladders' ? course : await plant.course({ organizationId: ours });
      await db.insert(courseProgress).values({ userId, courseId, completedAt: new Date() });
      const texts = { learnerName: 'Someone', courseTitle, validUntil: inDays(inDaysEnds), issuedAt: at(-100) };
      await db.insert(certificates).values({ ...texts, userId, courseId, serial: newSerial() });
    };
    const mails = (kind: string) =>
      db.select().from(mailOutbox).where(eq(mailOutbox.kind, kind)).orderBy(mailOutbox.id);
    const told = async () => (await mails('certificate_ends')).map(({ subject }) => subject.replace(/ on .*: /, ': '));
    const plan = async () => (await send(people.admin, 'GET', path)).body.nextCertificates;
    return { ...all, course, certify, set, mails, told, plan };
  }

  test('reach only the people of a group when one is set, and its admins read of them alone', async () => {
    const { db, plant, ours, certify, set, mails, plan } = await started();
    const crew = await plant.group(ours);
    const inCrew = await plant.person({ organizationId: ours });
    await plant.inGroup(crew, inCrew);
    await certify(31);
    await certify(31, inCrew);
    await set({ groupId: crew });
    expect(await plan()).toEqual({ on: inDays(1), people: 1 });
    await tick(db, at(1));
    expect((await mails('certificate_ends')).map(({ toAddress }) => toAddress)).toEqual([`${inCrew}@demo.example`]);
    const digests = await mails('certificates_end');
    expect(digests).toHaveLength(1);
    expect(digests[0]?.text).toContain(`/admin/people?certificates=90&group=${crew}`);
  });

  test('reach the holder on each of the days, and the admins once about all', async () => {
    const { db, plant, ours, people, certify, mails, told, acts, plan } = await started();
    await certify(31);
    for (let n = 0; n < 12; n += 1) await certify(31, await plant.person({ organizationId: ours }));
    await certify(50, people.admin);
    expect(await plan()).toEqual({ on: inDays(1), people: 13 });
    await tick(db, at(1, 6));
    expect(await told()).toEqual([]);
    await Promise.all([tick(db, at(1)), tick(db, at(1)), tick(db, at(1, 9))]);
    await tick(db, at(2));
    expect(await told()).toEqual(Array(13).fill('Your certificate expires: Ladders'));
    const digests = await mails('certificates_end');
    expect(digests).toMatchObject([{ subject: '13 people have a certificate that expires soon' }]);
    expect(digests[0]?.text).toMatch(/“Ladders”, until .*: 13 people\./);
    expect(digests[0]?.text).toContain('https://learn.example/admin/people?certificates=90');
    expect((await acts())[0]).toMatchObject({
      ...{ action: 'organization.person_reminded', actorId: null },
      details: { certificates: ['Ladders'], because: 'automatic' },
    });
    await tick(db, at(24));
    expect(await told()).toHaveLength(26);
    expect(await mails('certificates_end')).toHaveLength(2);
  });

  test('name all certificates of that day in one email, and leave out what was renewed or revoked', async () => {
    const { db, people, certify, send, course, told, plant, ours } = await started();
    await certify(31);
    await certify(31, people.member, 'Scaffolds');
    const renewed = await plant.person({ organizationId: ours });
    await certify(31, renewed);
    await send(people.admin, 'POST', `/api/admin/courses/${course}/renewals`, { userIds: [renewed] });
    const revoked = await plant.person({ organizationId: ours });
    await certify(31, revoked);
    const { certificates } = db.tables;
    await db.update(certificates).set({ revokedAt: new Date() }).where(eq(certificates.userId, revoked));
    await tick(db, at(1));
    expect(await told()).toEqual([expect.stringMatching(/^Your certificates expire from /)]);
  });

  test('are off without days, and begin on the day after they were set', async () => {
    const { db, certify, set, told, mails, plan } = await started();
    await certify(30);
    await tick(db, at(0, 23));
    await set({ certificates: [] });
    await tick(db, at(23));
    expect([await told(), await mails('certificates_end'), await plan()]).toEqual([[], [], null]);
  });

  test('stay as they are when an app that does not know them sets the others', async () => {
    const { ours, people, send, set } = await started({ days: [90, 7] });
    const path = `/api/enterprise/admin/organizations/${ours}/auto-reminders`;
    const known = async () => (await send(people.admin, 'GET', path)).body.reminders.certificates;
    await set({ before: [3], certificates: undefined });
    expect(await known()).toEqual([90, 7]);
    await set({ before: [], certificates: undefined });
    expect(await known()).toEqual([90, 7]);
    await set({ before: [3], certificates: [] });
    expect(await known()).toEqual([]);
  });

  test('can be stopped by each person, not those of required training, and always by admins', async () => {
    const { db, people, certify, mails, rooms, set, told } = await started();
    await certify(31);
    await tick(db, at(1));
    const [mine] = await mails('certificate_ends');
    const [digest] = await mails('certificates_end');
    for (const mail of [mine, digest])
      await rooms.ask(null, new URL(mail?.unsubscribe ?? '').pathname, { method: 'POST' });
    await tick(db, at(24));
    expect([(await told()).length, (await mails('certificates_end')).length]).toEqual([1, 1]);
    await set({ isRequired: true });
    await certify(10, people.admin, 'Roofs');
    await tick(db, at(3));
    const last = (await mails('certificate_ends')).at(-1);
    expect(last).toMatchObject({ unsubscribe: null, subject: expect.stringContaining('Roofs') });
    expect(last?.text).toContain("This training is required, so these reminders can't be turned off.");
    expect(await mails('certificates_end')).toHaveLength(1);
  });

  test('are sent by the next server when one dies before it has committed, up to two days late', async () => {
    const { db, certify, told, mails } = await started();
    await certify(31);
    await expect(tick(dying(db), at(1))).rejects.toThrow();
    expect([await told(), await mails('certificates_end')]).toEqual([[], []]);
    await tick(db, at(3));
    expect([(await told()).length, (await mails('certificates_end')).length]).toEqual([1, 1]);
  });
});
