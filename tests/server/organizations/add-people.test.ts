// Adding people by name alone (decision 360): what becomes of each row, and what such a person is and is not.
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { NEW_PEOPLE_LIMIT, type NewPeopleAnswer } from '#sync/contract/crew.ts';
import { openAdministration } from '#tests/fixtures/administration.ts';
import { onEveryEngine } from '#tests/fixtures/db.ts';
import { createInvitation } from '#tests/fixtures/plant.ts';

onEveryEngine('adding people without an address', (openDb) => {
  async function started() {
    const all = await openAdministration(openDb);
    const { db, send, ours, people } = all;
    const path = `/api/enterprise/admin/organizations/${ours}/people`;
    const add = async (rows: object[], more: object = {}, who = people.admin) =>
      (await send(who, 'POST', path, { dryRun: false, rows, ...more })).body as NewPeopleAnswer;
    const profile = async (id: string | null | undefined) => {
      const { profiles } = db.tables;
      const [row] = await db
        .select()
        .from(profiles)
        .where(eq(profiles.id, id ?? ''));
      return row;
    };
    return { ...all, path, add, profile };
  }

  test('gives each a sign-in name, accents folded and unique in the organization', async () => {
    const { add, profile, ours } = await started();
    const names = ['Amina Yılmaz', 'Zoë', 'Amina  von  Ystad', "Seán O'Brien", 'Ирина Лысенко'];
    const { rows, added } = await add(names.map((name) => ({ name })));
    expect(added).toBe(5);
    expect(rows.map(({ signInName }) => signInName)).toEqual(['amina.y', 'zoe', 'amina.y2', 'sean.b', 'ирина.л']);
    expect((await add([{ name: 'Anna Yildiz' }, { name: 'Amina Yu' }])).rows.map((row) => row.signInName)).toEqual([
      'anna.y',
      'amina.y3',
    ]);
    expect(await profile(rows[0]?.userId)).toMatchObject({
      ...{ email: 'amina.y', fullName: 'Amina Yılmaz', organizationId: ours, isOrgAdmin: false, nameChosen: true },
    });
  });

  test('a dry run reports the same and adds nobody', async () => {
    const { add, db } = await started();
    const before = (await db.select().from(db.tables.profiles)).length;
    const tried = await add([{ name: 'Hung Tran', groups: ['Crew 9'] }], { dryRun: true });
    expect(tried).toMatchObject({ dryRun: true, added: 1, newGroups: ['Crew 9'] });
    expect(tried.rows[0]).toMatchObject({ signInName: 'hung.t', userId: null });
    expect(await db.select().from(db.tables.profiles)).toHaveLength(before);
    expect(await db.select().from(db.tables.groups)).toHaveLength(0);
  });

  test('each row is judged alone, and says what is wrong with it', async () => {
    const { add, plant, ours } = await started();
    await plant.course({ organizationId: ours, title: 'Roofs' });
    await plant.course({ organizationId: ours, title: 'Roofs' });
    const { added, refused, rows } = await add([
      { name: '  ' },
      { name: 'x'.repeat(150) },
      { name: 'One Lee', number: '7' },
      { name: 'Two Lee', number: '7' },
      { name: 'Three Lee', number: 'n'.repeat(41) },
      { name: 'Four Lee', course: 'Nowhere' },
      { name: 'Five Lee', course: 'roofs' },
      { name: 'Six Lee', groups: ['x'.repeat(300)] },
      { name: 'one  LEE' },
    ]);
    expect([added, refused]).toEqual([2, 7]);
    expect(rows.map(({ field }) => field)).toEqual([
      ...['name', 'name', null, 'number', 'number', 'course', 'course', 'group', null],
    ]);
    expect(rows[3]?.reason).toBe('This number is in the list twice.');
    expect(rows[6]?.reason).toBe('Several courses have this title. Give the number in its address instead.');
    // Two people may have one name; the admin is told.
    expect(rows.map(({ isNamesake }) => isNamesake).at(-1)).toBe(true);
    expect((await add([{ name: 'Seven Lee', number: '7' }])).rows[0]?.reason).toBe('One Lee has this number already.');
  });

  test('brings them into groups and a course, with a due date, as the admin who adds them may', async () => {
    const { add, plant, ours, db, send, people } = await started();
    const courseId = await plant.course({ organizationId: ours, title: 'Roofs' });
    const rows = [{ name: 'Rosa Delgado', number: '4711', course: 'Roofs', groups: ['Night Shift'] }];
    const { rows: [rosa] = [] } = await add(rows, { dueOn: '2999-01-01' });
    const at = `/api/enterprise/admin/organizations/${ours}`;
    const { body: found } = await send(people.admin, 'GET', `${at}/users?search=4711`);
    expect(found.users).toMatchObject([
      { id: rosa?.userId, email: 'rosa.d', number: '4711', dueOn: '2999-01-01', groups: [{ name: 'Night Shift' }] },
    ]);
    const { courseProgress } = db.tables;
    const [progress] = await db.select().from(courseProgress);
    expect(progress).toMatchObject({ userId: rosa?.userId, courseId, isAssigned: true });
    expect((await send(people.admin, 'GET', `${at}/users?search=rosa.d`)).body.users).toHaveLength(1);
    const { body: person } = await send(people.admin, 'GET', `/api/admin/people/${rosa?.userId}`);
    expect(person).toMatchObject({ number: '4711', card: null, user: { email: 'rosa.d' } });
  });

  test('the first hundred are there at once, the others by a job', async () => {
    const { add, db, ours } = await started();
    const answer = await add(Array.from({ length: 130 }, (_, n) => ({ name: `Lea Lang ${n}` })));
    expect([answer.added, answer.waiting]).toEqual([130, 30]);
    expect(answer.rows.filter(({ userId }) => userId)).toHaveLength(100);
    const { profiles } = db.tables;
    const names = async () => {
      const here = await db.select().from(profiles).where(eq(profiles.organizationId, ours));
      return new Set(here.map(({ email }) => email).filter((email) => !email.includes('@')));
    };
    await expect.poll(async () => (await names()).size, { timeout: 5000 }).toBe(130);
  });

  test('is for admins of the organization, in lists that are not endless', async () => {
    const { refused, people, path } = await started();
    const body = { dryRun: false, rows: [{ name: 'Lea Lang' }] };
    expect(await refused(people.member, 'POST', path, body)).toBe('403 access_denied');
    expect(await refused(people.otherAdmin, 'POST', path, body)).toBe('404 organization_not_found organizationId');
    const many = Array.from({ length: NEW_PEOPLE_LIMIT + 1 }, () => ({ name: 'Lea' }));
    expect(await refused(people.admin, 'POST', path, { dryRun: true, rows: many })).toBe('400 validation_failed rows');
    expect(await refused(people.admin, 'POST', path, { ...body, dueOn: '2001-01-01' })).toBe('422 due_date_past dueOn');
  });

  test('they are never admins, by whichever way', async () => {
    const { add, refused, people, ours, db, plant } = await started();
    const { rows: [row] = [] } = await add([{ name: 'Lea Lang' }]);
    const id = row?.userId ?? '';
    const at = `/api/enterprise/admin/organizations/${ours}/users/${id}`;
    expect(await refused(people.admin, 'PUT', at, { isOrgAdmin: true })).toBe('422 needs_address userId');
    const createdBy = await plant.person({ isSuperAdmin: true });
    const { token } = await createInvitation(db, { organizationId: ours, createdBy, role: 'admin' });
    const use = { invitationToken: token };
    expect(await refused(id, 'POST', '/api/enterprise/consume-invitation', use)).toBe('422 needs_address');
  });

  test('in another organization they get a name that is free there', async () => {
    const { add, people, theirs, ours, send, profile } = await started();
    const { rows: [lea] = [] } = await add([{ name: 'Lea Lang' }]);
    const path = `/api/enterprise/admin/organizations/${theirs}/people`;
    await send(people.otherAdmin, 'POST', path, { dryRun: false, rows: [{ name: 'Leo Long' }, { name: 'Lea Lund' }] });
    const to = { userId: lea?.userId, organizationId: theirs };
    expect((await send(people.super, 'POST', '/api/admin/assign-user-to-organization', to)).status).toBe(200);
    expect((await profile(lea?.userId))?.email).toBe('lea.l2');
    await send(people.super, 'POST', '/api/admin/assign-user-to-organization', { ...to, organizationId: ours });
    expect((await profile(lea?.userId))?.email).toBe('lea.l');
  });

  test('nobody mails them: reminders say so, and other systems get no sign-in name for an address', async () => {
    const { add, people, ours, db, plant, send } = await started();
    await plant.course({ organizationId: ours, title: 'Roofs' });
    const rows = [{ name: 'Lea Lang', course: 'Roofs' }];
    const { rows: [lea] = [] } = await add(rows, { dueOn: '2999-01-01' });
    const path = `/api/enterprise/admin/organizations/${ours}/remind`;
    const { body } = await send(people.admin, 'POST', path, { userIds: [lea?.userId] });
    expect(body).toMatchObject({
      changed: 0,
      left: [{ userId: lea?.userId, reason: 'Has no email address: their device tells them.' }],
    });
    expect(await db.select().from(db.tables.mailOutbox)).toEqual([]);
  });
});
