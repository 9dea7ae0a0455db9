// Rules of a group: whoever comes into it is enrolled, however they come, and leaving takes nothing away.
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { addDays, dayOf } from '#sync/contract/due.ts';
import { openAdministration } from '#tests/fixtures/administration.ts';
import { onEveryEngine } from '#tests/fixtures/db.ts';
import { createInvitation } from '#tests/fixtures/plant.ts';

const today = dayOf(new Date(), 'UTC');
const inDays = (days: number) => addDays(today, days);
const STRANGER = '00000000-0000-4000-8000-000000000000';

onEveryEngine('[M14] rules of a group', (openDb) => {
  async function started() {
    const all = await openAdministration(openDb);
    const { db, plant, people, ours, send } = all;
    const courseId = await plant.course({ organizationId: ours, title: 'Roofs', visibility: 'private' });
    const groupId = await plant.group(ours, 'Roof crew');
    const at = (path: string, id = courseId) => `/api/admin/courses/${id}/${path}`;
    const enroll = (wanted: object = {}, who = people.admin) =>
      send(who, 'POST', at('enroll-everyone'), { organizationId: ours, groupId, andLater: true, ...wanted });
    const rules = async (who = people.admin) => (await send(who, 'GET', at('auto-enrollments'))).body.autoEnrollments;
    const groups = `/api/enterprise/admin/organizations/${ours}/groups`;
    const add = async (...userIds: string[]) => {
      for (const userId of userIds) await send(people.admin, 'PUT', `${groups}/${groupId}/people/${userId}`, {});
    };
    const due = async (userId: string) => {
      const { courseProgress } = db.tables;
      const rows = await db.select().from(courseProgress).where(eq(courseProgress.userId, userId));
      return rows.map((row) => [row.courseId, row.isAssigned, row.dueOn]);
    };
    return { ...all, courseId, groupId, at, enroll, rules, groups, add, due };
  }

  test('enroll the people who are in it, alone, and without the rule nobody who comes later', async () => {
    const { plant, people, groupId, courseId, enroll, refused, at, ours, rules, add, due } = await started();
    await plant.inGroup(groupId, people.member);
    expect((await enroll({ andLater: false, dueInDays: 7 })).body.message).toBe('1 person enrolled in Roofs.');
    expect(await due(people.member)).toEqual([[courseId, true, inDays(7)]]);
    await add(people.admin);
    expect([await due(people.admin), await rules()]).toEqual([[], []]);
    const elsewhere = { organizationId: ours, groupId: STRANGER, andLater: true };
    expect(await refused(people.admin, 'POST', at('enroll-everyone'), elsewhere)).toBe('404 group_not_found groupId');
  });

  test('that match nobody say so: without a rule for later nothing is done', async () => {
    const { enroll, courseId, rules, groups, people, send } = await started();
    const none = await enroll({ andLater: false });
    expect([none.status, none.body.code, none.body.field, none.body.message]).toEqual([
      ...[422, 'nobody_matches', 'groupId', 'No one is in Roof crew yet.'],
    ]);
    expect(await rules()).toEqual([]);
    expect((await enroll({ dueInDays: 14 })).body).toEqual({
      message: 'No one is in Roof crew yet. Everyone who joins it will be enrolled in Roofs.',
      ...{ changed: 0, left: [] },
    });
    expect(await rules()).toMatchObject([{ group: { name: 'Roof crew' }, dueOn: null, dueInDays: 14 }]);
    const [group] = (await send(people.admin, 'GET', groups)).body.groups;
    expect(group.courses).toEqual([{ id: courseId, title: 'Roofs' }]);
  });

  test('enroll whoever is put into it by hand, with the days counted from then', async () => {
    const { people, courseId, enroll, add, due, acts } = await started();
    await enroll({ dueInDays: 14 });
    await add(people.member, people.otherMember);
    expect(await due(people.member)).toEqual([[courseId, true, inDays(14)]]);
    expect(await due(people.otherMember)).toEqual([]);
    const [act] = (await acts()).filter(({ action }) => action === 'course.person_enrolled');
    expect(act).toMatchObject({
      subject: people.member,
      details: { courseId, because: 'came into Roof crew', dueOn: inDays(14) },
    });
    // Already in it.
    await add(people.member);
    expect((await acts()).filter(({ action }) => action === 'course.person_enrolled')).toHaveLength(1);
  });

  test('enroll whoever comes by an invitation that leads into it, as the rows of a file do', async () => {
    const { db, plant, people, ours, groupId, courseId, enroll, rooms, due, send } = await started();
    await enroll({ dueOn: inDays(5) });
    const use = async (token: string, who: string) =>
      expect((await rooms.post(who, '/api/enterprise/consume-invitation', { invitationToken: token })).status).toBe(
        200,
      );
    const newcomer = await plant.person();
    const { token } = await createInvitation(db, { organizationId: ours, createdBy: people.admin, groupId });
    await use(token, newcomer);
    expect(await due(newcomer)).toEqual([[courseId, true, inDays(5)]]);
    // The group of a file's row, whatever its case, is this one.
    const rows = [{ email: 'guest@new.example', group: 'ROOF CREW' }];
    await send(people.admin, 'POST', `/api/enterprise/admin/organizations/${ours}/invitations`, {
      dryRun: false,
      rows,
    });
    const { invitations } = db.tables;
    const [made] = await db.select().from(invitations).where(eq(invitations.email, 'guest@new.example'));
    expect(made?.groupId).toBe(groupId);
    // Into the organization alone: not in the group.
    const other = await createInvitation(db, { organizationId: ours, createdBy: people.admin });
    const outsider = await plant.person();
    await use(other.token, outsider);
    expect(await due(outsider)).toEqual([]);
  });

  test('of two due dates the nearer one counts, and a fixed day that has passed is none', async () => {
    const { db, plant, people, ours, courseId, groupId, enroll, add, due, send, at } = await started();
    const [early, late, free] = await Promise.all([1, 2, 3].map(() => plant.person({ organizationId: ours })));
    const by = (userIds: unknown[], dueOn?: string) =>
      send(people.admin, 'POST', at('enrollments'), { userIds, dueOn });
    await by([early], inDays(3));
    await by([late], inDays(30));
    await by([free]);
    await enroll({ dueInDays: 14 });
    await add(...[early, late, free].map(String));
    expect((await due(String(early)))[0]?.[2]).toBe(inDays(3));
    expect((await due(String(late)))[0]?.[2]).toBe(inDays(14));
    expect((await due(String(free)))[0]?.[2]).toBe(inDays(14));
    const { groupEnrollments } = db.tables;
    await db
      .update(groupEnrollments)
      .set({ dueOn: inDays(-1), dueInDays: null })
      .where(eq(groupEnrollments.groupId, groupId));
    await add(people.member);
    expect(await due(people.member)).toEqual([[courseId, true, null]]);
  });

  test('leaving a group, and its end, take nothing away', async () => {
    const { people, courseId, groupId, enroll, add, due, rules, groups, send } = await started();
    await enroll({ dueInDays: 14 });
    await add(people.member, people.admin);
    const act = { kind: 'take-from-group', groupId };
    await send(people.admin, 'POST', groups.replace('groups', 'bulk-jobs'), { act, ids: [people.member] });
    await send(people.admin, 'DELETE', `${groups}/${groupId}`);
    expect(await rules()).toEqual([]);
    for (const who of [people.member, people.admin]) expect(await due(who)).toEqual([[courseId, true, inDays(14)]]);
  });

  test('end when they are stopped, once, and that of the organization stays', async () => {
    const { people, ours, groupId, courseId, at, enroll, rules, refused, send, add, due, acts } = await started();
    await enroll();
    await enroll({ groupId: undefined });
    expect((await rules()).map((rule: { group: unknown }) => rule.group)).toEqual([
      null,
      { id: groupId, name: 'Roof crew' },
    ]);
    const end = at(`auto-enrollments/${ours}/groups/${groupId}`);
    const ended = { message: 'People who join Roof crew from now on are not enrolled in Roofs.' };
    expect((await send(people.admin, 'DELETE', end)).body).toEqual(ended);
    expect((await send(people.admin, 'DELETE', end)).body).toEqual(ended);
    expect(await refused(people.admin, 'DELETE', at(`auto-enrollments/${ours}/groups/${STRANGER}`))).toBe(
      '404 group_not_found groupId',
    );
    expect(await rules()).toMatchObject([{ group: null }]);
    const endings = (await acts()).filter(({ action }) => action === 'course.auto_enrollment_ended');
    expect(endings).toMatchObject([{ organizationId: ours, details: { group: 'Roof crew' }, subject: `${courseId}` }]);
    await add(people.member);
    expect(await due(people.member)).toEqual([[courseId, true, null]]);
  });

  test('get another due date for those who join from now on alone', async () => {
    const { people, ours, groupId, courseId, at, enroll, rules, refused, send, add, due, acts } = await started();
    await enroll({ dueInDays: 14 });
    await add(people.member);
    const change = { organizationId: ours, groupId, dueInDays: 3 };
    expect((await send(people.admin, 'PUT', at('auto-enrollments'), change)).body).toEqual({
      message: 'People who join Roof crew from now on get the new due date in Roofs.',
    });
    expect(await rules()).toMatchObject([{ dueOn: null, dueInDays: 3 }]);
    await add(people.admin);
    expect(await due(people.member)).toEqual([[courseId, true, inDays(14)]]);
    expect(await due(people.admin)).toEqual([[courseId, true, inDays(3)]]);
    await send(people.admin, 'PUT', at('auto-enrollments'), { organizationId: ours, groupId, dueOn: null });
    expect(await rules()).toMatchObject([{ dueOn: null, dueInDays: null }]);
    const changes = (await acts()).filter(({ action }) => action === 'course.auto_enrollment_changed');
    expect(changes).toMatchObject([
      { details: { dueInDays: null } },
      { details: { dueInDays: 3, group: 'Roof crew' } },
    ]);
    const past = { ...change, dueInDays: undefined, dueOn: inDays(-2) };
    expect(await refused(people.admin, 'PUT', at('auto-enrollments'), past)).toBe('422 due_date_past dueOn');
    expect(await refused(people.admin, 'PUT', at('auto-enrollments'), { organizationId: ours, dueInDays: 3 })).toBe(
      '404 enrollment_not_found',
    );
  });

  test('sent again without a date stay as they are, and with one change it', async () => {
    const { enroll, rules } = await started();
    await enroll({ dueInDays: 14 });
    await enroll();
    expect(await rules()).toMatchObject([{ dueOn: null, dueInDays: 14 }]);
    await enroll({ dueOn: inDays(3) });
    expect(await rules()).toMatchObject([{ dueOn: inDays(3), dueInDays: null }]);
    const past = await enroll({ dueOn: inDays(-2) });
    expect([past.status, past.body.code, past.body.field]).toEqual([422, 'due_date_past', 'dueOn']);
    expect(await rules()).toMatchObject([{ dueOn: inDays(3), dueInDays: null }]);
  });

  test('set by two admins at once are one rule, and enroll each person once', async () => {
    const { plant, people, ours, groupId, enroll, rules, acts } = await started();
    await plant.inGroup(groupId, people.member);
    const second = await plant.person({ organizationId: ours, isOrgAdmin: true });
    const told = await Promise.all([enroll({ dueInDays: 9 }), enroll({ dueInDays: 9 }, second)]);
    expect(told.map(({ status }) => status)).toEqual([200, 200]);
    expect(told.map(({ body }) => body.changed).sort()).toEqual([0, 1]);
    expect(await rules()).toHaveLength(1);
    expect((await acts()).filter(({ action }) => action === 'course.everyone_enrolled')).toHaveLength(2);
  });

  test('[M8] end where the organization has the course no more', async () => {
    const { plant, people, ours, theirs, groupId, send } = await started();
    const courseId = await plant.course({ organizationId: theirs, visibility: 'private' });
    const grant = { courseId, organizationId: ours };
    await send(people.super, 'POST', '/api/enterprise/admin/grant-course-access', grant);
    const body = { organizationId: ours, groupId, andLater: true };
    const path = `/api/admin/courses/${courseId}`;
    await send(people.super, 'POST', `${path}/enroll-everyone`, body);
    expect((await send(people.super, 'GET', `${path}/auto-enrollments`)).body.autoEnrollments).toHaveLength(1);
    await send(people.super, 'POST', '/api/enterprise/admin/revoke-course-access', grant);
    expect((await send(people.super, 'GET', `${path}/auto-enrollments`)).body.autoEnrollments).toEqual([]);
  });
});
