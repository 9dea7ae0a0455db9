// Moving a person from one organization to another: done once, and safe for work that is not sent yet.
import { randomUUID } from 'node:crypto';
import { eq, isNull } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { addDays, dayOf } from '#sync/contract/due.ts';
import { openAdministration } from '#tests/fixtures/administration.ts';
import { onEveryEngine } from '#tests/fixtures/db.ts';

const PATH = '/api/admin/assign-user-to-organization';
const HOUR = 3_600_000;

onEveryEngine('moving a person', (openDb) => {
  async function started() {
    const all = await openAdministration(openDb);
    const { db, plant, people, ours, theirs, send, rooms } = all;
    const due = addDays(dayOf(new Date(), 'UTC'), 9);
    const done = await plant.course({ organizationId: ours, title: 'Done' });
    const lessonId = await plant.lesson(done);
    const given = await plant.course({ organizationId: ours, visibility: 'private', title: 'Given' });
    const own = await plant.course({ organizationId: ours, visibility: 'organization', title: 'Own' });
    const welcome = await plant.course({ organizationId: theirs, title: 'Welcome' });
    await db.insert(db.tables.autoEnrollments).values({ organizationId: theirs, courseId: welcome, dueInDays: 9 });
    await send(people.admin, 'POST', `/api/admin/courses/${given}/enrollments`, {
      userIds: [people.member],
      dueOn: due,
    });
    await rooms.post(people.member, '/api/progress/unit', { lessonId, status: 'completed' });
    await plant.inGroup(await plant.group(ours), people.member, { isLead: true });
    const move = (more: object = {}, who = people.super, userId = people.member) =>
      send(who, 'POST', PATH, { userId, organizationId: theirs, fromOrganizationId: ours, ...more });
    const state = async () => {
      const { profiles, courseProgress, groupMembers, certificates } = db.tables;
      const [person] = await db.select().from(profiles).where(eq(profiles.id, people.member));
      const progress = await db.select().from(courseProgress).where(eq(courseProgress.userId, people.member));
      const where = await db.select().from(groupMembers);
      const proofs = await db.select().from(certificates);
      const log = (await all.acts()).length;
      return JSON.stringify([person?.organizationId, progress, where, proofs, log]);
    };
    return { ...all, done, lessonId, given, own, welcome, move, state };
  }
  test('keeps account, progress and certificates, and ends groups, due dates and enrollments by hand', async () => {
    const { db, people, theirs, done, given, welcome, move, rooms, acts } = await started();
    await move();
    const { courseProgress, groupMembers } = db.tables;
    const rows = await db.select().from(courseProgress).where(eq(courseProgress.userId, people.member));
    expect(rows.map((row) => row.courseId).sort()).toEqual([done, welcome].sort());
    expect(rows.find((row) => row.courseId === welcome)?.dueOn).not.toBeNull();
    expect(rows.some((row) => row.courseId === given)).toBe(false);
    expect(await db.select().from(groupMembers)).toEqual([]);
    expect((await rooms.ask(people.member, '/api/certificates')).body.certificates).toHaveLength(1);
    // The same sign-in goes on, in the other organization.
    expect((await rooms.ask(people.member, '/api/auth/profile')).body.organization_id).toBe(theirs);
    expect((await acts()).map(({ action }) => action)).toEqual(
      expect.arrayContaining(['organization.person_assigned', 'group.person_removed', 'course.person_unenrolled']),
    );
  });

  test('of an admin ends the role and the invitations that they made', async () => {
    const { db, people, ours, move, send } = await started();
    await send(people.admin, 'POST', '/api/enterprise/admin/create-invitation', { organizationId: ours });
    const { profiles, invitations } = db.tables;
    const open = () => db.select().from(invitations).where(isNull(invitations.revokedAt));
    expect(await open()).toHaveLength(1);
    expect((await move({}, people.super, people.admin)).body).toEqual({
      ...{ message: '1 person assigned to Other Surveyors.', changed: 1, left: [] },
    });
    expect(await open()).toEqual([]);
    const [moved] = await db.select().from(profiles).where(eq(profiles.id, people.admin));
    expect(moved).toMatchObject({ isOrgAdmin: false });
  });

  test('sent twice, also at once, happens once', async () => {
    const { move, state, acts } = await started();
    const told = await Promise.all([move(), move()]);
    expect(told.map(({ body }) => body.changed).sort()).toEqual([0, 1]);
    const after = await state();
    expect((await move()).body).toMatchObject({ changed: 0, left: [{ reason: 'Already in Other Surveyors.' }] });
    expect(await state()).toBe(after);
    expect((await acts()).filter(({ action }) => action === 'organization.person_assigned')).toHaveLength(1);
  });

  test('leaves whoever was moved elsewhere meanwhile where they are', async () => {
    const { db, plant, people, move } = await started();
    const third = await plant.organization({ name: 'Third' });
    await move({ organizationId: third });
    expect((await move()).body).toMatchObject({
      changed: 0,
      left: [{ reason: expect.stringMatching(/^No longer in/) }],
    });
    const { profiles } = db.tables;
    const [person] = await db.select().from(profiles).where(eq(profiles.id, people.member));
    expect(person?.organizationId).toBe(third);
  });

  test('[Y11d] takes work of a tablet that was done before the move, twice sent or not, and none done after', async () => {
    const { db, plant, people, own, given, move, rooms } = await started();
    const [first, second, third] = [
      await plant.lesson(own),
      await plant.lesson(given),
      await plant.lesson(own, { orderIndex: 2 }),
    ];
    await move();
    rooms.pass(2 * HOUR);
    const work = (lessonId: number, ageMs: number) => ({
      ...{ opId: randomUUID(), kind: 'unit', ageMs },
      body: { lessonId, status: 'completed' },
    });
    const operations = [work(first, 3 * HOUR), work(second, 3 * HOUR), work(third, HOUR)];
    const sync = async () => (await rooms.post(people.member, '/api/sync', { operations })).body.results;
    const statuses = async () =>
      (await sync()).map((result: { status: number; body: { code?: string } }) => result.body.code ?? result.status);
    expect(await statuses()).toEqual([200, 200, 'access_ended']);
    expect(await statuses()).toEqual([200, 200, 'access_ended']);
    const { unitProgress } = db.tables;
    const units = await db.select().from(unitProgress).where(eq(unitProgress.userId, people.member));
    expect(units).toHaveLength(3);
  });

  test('[M14] of several people says where each one was: who is elsewhere by now stays, with the reason', async () => {
    const { db, people, ours, theirs, send, refused } = await started();
    const { profiles } = db.tables;
    const userIds = [people.member, people.learner];
    await db.update(profiles).set({ organizationId: theirs }).where(eq(profiles.id, people.learner));
    const wanted = { userIds, organizationId: null, fromOrganizationIds: [ours, null] };
    const { body } = await send(people.super, 'POST', PATH, wanted);
    expect(body).toMatchObject({
      changed: 1,
      left: [{ userId: people.learner, reason: 'No longer in the organization that was shown. Please check again.' }],
    });
    expect(await refused(people.super, 'POST', PATH, { ...wanted, fromOrganizationIds: [ours] })).toBe(
      '400 validation_failed fromOrganizationIds',
    );
  });

  test('is refused to org admins, also of one of both organizations', async () => {
    const { people, ours, theirs, refused } = await started();
    const body = { userId: people.member, organizationId: theirs, fromOrganizationId: ours };
    for (const who of [people.admin, people.otherAdmin])
      expect(await refused(who, 'POST', PATH, body)).toBe('403 access_denied');
  });
});
