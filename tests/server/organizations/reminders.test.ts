// Reminders of what is due: once a day for a person and a course, whoever sends them.
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { addDays, dayOf } from '#sync/contract/due.ts';
import type { PersonDetail } from '#sync/contract/person.ts';
import type { ReminderOutcome } from '#sync/contract/reminder.ts';
import { openAdministration } from '#tests/fixtures/administration.ts';
import { onEveryEngine } from '#tests/fixtures/db.ts';
import { openRooms } from '#tests/fixtures/rooms.ts';

const today = dayOf(new Date(), 'UTC');
const words = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });
const inDays = (days: number) => words.format(new Date(addDays(today, days)));
const HOUR_MS = 3_600_000;

onEveryEngine('reminders', (openDb) => {
  async function started() {
    const all = await openAdministration(openDb);
    const { db, plant, people, ours, send } = all;
    const { courseProgress, mailOutbox } = db.tables;
    const path = `/api/enterprise/admin/organizations/${ours}/remind`;
    const give = async (title: string, days: number | null, more: Partial<typeof courseProgress.$inferInsert> = {}) => {
      const courseId = await plant.course({ organizationId: ours, title });
      const dueOn = days === null ? null : addDays(today, days);
      const row = { userId: people.member, courseId, isAssigned: true, dueOn, ...more };
      await db.insert(courseProgress).values(row);
      return courseId;
    };
    const remind = async (more: object = {}, userIds = [people.member], who = people.admin) =>
      (await send(who, 'POST', path, { userIds, ...more })).body as ReminderOutcome;
    const mails = () => db.select().from(mailOutbox).where(eq(mailOutbox.kind, 'reminder')).orderBy(mailOutbox.id);
    return { ...all, path, give, remind, mails };
  }

  test('mail one person what is due, the first one due first, and nothing that is completed or without a date', async () => {
    const { people, give, remind, mails, acts } = await started();
    await give('Later', 9);
    await give('Sooner', -2);
    await give('Done', 1, { completedAt: new Date() });
    await give('Free', null);
    expect(await remind()).toMatchObject({ message: '1 email is waiting to be sent.', changed: 1, left: [] });
    const [mail, ...others] = await mails();
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ subject: 'Overdue: 2 courses', sentAt: null });
    expect(mail?.text).toMatch(/Hello Maren Member,.*“Sooner” was due on .*“Later” is due on /s);
    expect(mail?.text).toContain('because Demo Inspections set you a due date');
    expect(mail?.text).not.toMatch(/Done|Free/);
    expect((await acts())[0]).toMatchObject({
      ...{ action: 'organization.person_reminded', subject: people.member },
      details: { courses: ['Sooner', 'Later'] },
    });
  });

  test('say of a course that was renewed that it is taken again', async () => {
    const { give, remind, mails } = await started();
    await give('Roofs', -2, { round: 2 });
    await remind();
    const [renewed] = await mails();
    expect(renewed?.text).toMatch(/“Roofs” was due on .*You completed it before: take it again from the beginning\./);
    expect(renewed?.text).not.toContain('where you left off');
  });

  test('about one course lead to it', async () => {
    const { give, remind, mails } = await started();
    const courseId = await give('Roofs', 3);
    await remind();
    const [mail] = await mails();
    expect(mail?.subject).toBe(`Due ${inDays(3)}: Roofs`);
    expect(mail?.text).toContain(`/course/${courseId}`);
    expect(mail?.text).toContain('continue where you left off');
  });

  test('say the day, however far away, and the first one of several', async () => {
    const { give, remind, mails, rooms } = await started();
    await give('Roofs', 400);
    await remind();
    rooms.pass(24 * HOUR_MS);
    await give('Cellars', 500);
    await remind();
    const day = inDays(400);
    expect((await mails()).map(({ subject }) => subject)).toEqual([`Due ${day}: Roofs`, `Due from ${day}: 2 courses`]);
    expect((await mails())[0]?.text).toMatch(new RegExp(`^Your training is due on ${day}\n`));
  });

  test('are previewed without being sent', async () => {
    const { give, remind, mails, acts } = await started();
    await give('Roofs', 3);
    const { example, ...outcome } = await remind({ isPreview: true });
    expect(outcome).toMatchObject({ message: '1 person can be reminded.', changed: 1 });
    expect(example).toMatchObject({ subject: `Due ${inDays(3)}: Roofs` });
    expect([await mails(), await acts()]).toEqual([[], []]);
    expect((await remind()).changed).toBe(1);
  });

  test('leave a trace in the list and on the page of the person, and in the next preview', async () => {
    const { people, ours, give, remind, rooms, send } = await started();
    await give('Roofs', -3);
    const courseId = await give('Cellars', -1);
    const list = async () =>
      (await send(people.admin, 'GET', `/api/enterprise/admin/organizations/${ours}/users?search=maren`)).body;
    const page = async () =>
      (await send(people.admin, 'GET', `/api/admin/people/${people.member}`)).body as PersonDetail;
    expect((await list()).users).toMatchObject([{ remindedAt: null, reminder: null }]);
    await remind();
    const { courses } = await page();
    const reminder = courses.find(({ id }) => id === courseId)?.reminder;
    expect(reminder?.state).toBe('waiting');
    expect(Date.parse(reminder?.at ?? '')).toBeGreaterThan(Date.now() - 60_000);
    expect((await list()).users).toMatchObject([{ remindedAt: null, reminder }]);
    rooms.pass(24 * HOUR_MS);
    const told = '1 person can be reminded. 1 of them had an email in the last 7 days.';
    expect((await remind({ isPreview: true })).message).toBe(told);
    rooms.pass(7 * 24 * HOUR_MS);
    expect((await remind({ isPreview: true })).message).toBe('1 person can be reminded.');
  });

  test('say for each person why they get none', async () => {
    const { people, give, remind, rooms, mails } = await started();
    await give('Roofs', 3);
    const ids = [people.member, people.admin, people.otherMember];
    const left = [
      { userId: people.admin, reason: 'Nothing is due.' },
      { userId: people.otherMember, reason: 'This person is not in Demo Inspections.' },
    ];
    expect(await remind({}, ids)).toMatchObject({ changed: 1, left });
    const again = [{ userId: people.member, reason: 'An email to them is waiting already.' }];
    expect(await remind()).toMatchObject({ changed: 0, left: again, example: null });
    rooms.pass(23 * HOUR_MS);
    expect(await remind()).toMatchObject({ changed: 0, left: again });
    rooms.pass(HOUR_MS);
    expect((await remind()).changed).toBe(1);
    expect(await mails()).toHaveLength(2);
  });

  test('name to admins only the courses that the organization has: in the outcome, in the log and as an example', async () => {
    const { db, people, plant, ours, theirs, give, remind, mails, acts } = await started();
    await give('Roofs', -1);
    const granted = await plant.course({ organizationId: theirs, title: 'Ladders', visibility: 'private' });
    await plant.grant(granted, ours);
    const secret = await plant.course({ organizationId: theirs, title: 'Secret', visibility: 'private' });
    const row = { userId: people.member, isAssigned: true, dueOn: addDays(today, 1) };
    const here = [granted, secret].map((courseId) => ({ ...row, courseId }));
    await db.insert(db.tables.courseProgress).values([...here, { ...row, courseId: secret, userId: people.admin }]);
    const ids = [people.member, people.admin];
    expect(await remind({ isPreview: true }, ids)).toMatchObject({ changed: 2, example: null });
    // A super admin writes into the same log.
    const notes = [{ userId: people.member, note: 'About Roofs, Ladders.' }];
    expect(await remind({}, ids, people.super)).toMatchObject({ changed: 2, example: null, notes });
    expect((await mails()).map(({ text }) => text.includes('Secret'))).toEqual([true, true]);
    expect((await acts()).map(({ details }) => details?.courses)).toEqual([[], ['Roofs', 'Ladders']]);
  });

  test('carry the link that stops them, which no admin reads, and leave out whoever has used it', async () => {
    const { people, give, remind, mails, rooms, ours, send } = await started();
    await give('Roofs', 3);
    expect((await remind({ isPreview: true })).example?.text).toContain('/api/reminders/stop/...');
    await remind();
    const [mail] = await mails();
    const link = new URL(mail?.unsubscribe ?? '');
    expect(mail?.text).toContain(`Stop these reminders:\n${link.href}\n`);
    await rooms.ask(null, link.pathname, { method: 'POST' });
    rooms.pass(24 * HOUR_MS);
    const ids = [people.member, people.admin];
    await give('Cellars', 3, { userId: people.admin });
    const left = [{ userId: people.member, reason: 'Has stopped reminders.' }];
    expect(await remind({ isPreview: true }, ids)).toMatchObject({
      message: '1 person can be reminded.',
      changed: 1,
      left,
    });
    expect(await remind({}, ids)).toMatchObject({ message: '1 email is waiting to be sent.', changed: 1, left });
    expect((await mails()).map(({ toAddress }) => toAddress)).toHaveLength(2);
    // Required training reaches them all, also where nothing is sent automatically.
    const set = { before: [], after: [], certificates: [], isRequired: true, groupId: null };
    const saved = await send(people.admin, 'PUT', `/api/enterprise/admin/organizations/${ours}/auto-reminders`, set);
    expect(saved.body.message).toBe('Automatic reminders are off.');
    expect(await remind({ isPreview: true })).toMatchObject({ changed: 1, left: [] });
    await remind();
    const last = (await mails()).at(-1);
    expect(last).toMatchObject({ unsubscribe: null });
    expect(last?.text).toContain("This training is required, so these reminders can't be turned off.");
  });

  test('say before they begin that nothing is sent to sample people', async () => {
    const { db, people, give, remind, rooms } = await started();
    const { profiles } = db.tables;
    await give('Roofs', 3);
    await give('Cellars', 3, { userId: people.admin });
    const ids = [people.member, people.admin];
    expect(await remind({ isPreview: true }, ids)).toMatchObject({ message: '2 people can be reminded.', samples: 0 });
    await db.update(profiles).set({ isSample: true }).where(eq(profiles.id, people.member));
    expect(await remind({ isPreview: true }, ids)).toMatchObject({
      message: '2 people can be reminded. 1 of them is a sample person, who gets no email.',
      samples: 1,
    });
    expect(await remind({ isPreview: true })).toMatchObject({
      message: '1 person can be reminded. No email is sent to sample people.',
      samples: 1,
    });
    await remind();
    const reason = 'No email is sent to sample people.';
    expect(await remind()).toMatchObject({ changed: 0, left: [{ reason }] });
    rooms.pass(24 * HOUR_MS);
    expect(await remind({ isPreview: true })).toMatchObject({ message: `1 person can be reminded. ${reason}` });
  });

  test('name only what the person was not reminded of since yesterday', async () => {
    const { give, remind, mails } = await started();
    await give('Roofs', 3);
    await remind();
    await give('Cellars', 5);
    await remind();
    expect((await mails()).map(({ subject }) => subject)).toEqual([
      `Due ${inDays(3)}: Roofs`,
      `Due ${inDays(5)}: Cellars`,
    ]);
  });

  test('are sent once when two admins send them at once, at two servers', async () => {
    const { db, plant, people, ours, give, path, mails, rooms } = await started();
    await give('Roofs', 3);
    const second = await plant.person({ organizationId: ours, isOrgAdmin: true });
    const other = await openRooms(db);
    const body = { userIds: [people.member] };
    const told = await Promise.all([rooms.post(people.admin, path, body), other.post(second, path, body)]);
    expect(told.map(({ status }) => status)).toEqual([200, 200]);
    expect(told.map(({ body: { changed } }) => changed).sort()).toEqual([0, 1]);
    expect(await mails()).toHaveLength(1);
  });

  test('are for the people of one organization, and none about a draft', async () => {
    const { db, people, theirs, give, remind, refused } = await started();
    const courseId = await give('Roofs', 3);
    const body = { userIds: [people.otherMember] };
    const elsewhere = `/api/enterprise/admin/organizations/${theirs}/remind`;
    expect(await refused(people.admin, 'POST', elsewhere, body)).toBe('404 organization_not_found organizationId');
    await db.update(db.tables.courses).set({ isPublished: false }).where(eq(db.tables.courses.id, courseId));
    expect(await remind()).toMatchObject({ changed: 0, left: [{ reason: 'Nothing is due.' }] });
  });
});
