// Due dates: given with an enrollment by hand, to everyone in an organization, and to whoever joins it.
import { and, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { addDays, dayOf } from '#sync/contract/due.ts';
import { openAdministration } from '#tests/fixtures/administration.ts';
import { onEveryEngine } from '#tests/fixtures/db.ts';
import { createInvitation } from '#tests/fixtures/plant.ts';

const today = dayOf(new Date(), 'UTC');
const soon = addDays(today, 5);
const later = addDays(today, 30);

onEveryEngine('due dates', (openDb) => {
  async function started() {
    const all = await openAdministration(openDb);
    const { db, plant, people, ours, send, refused } = all;
    const courseId = await plant.course({ organizationId: ours, visibility: 'private', title: 'For the few' });
    const at = (path: string) => `/api/admin/courses/${courseId}/${path}`;
    const enroll = (due: object, userIds = [people.member], who = people.admin) =>
      send(who, 'POST', at('enrollments'), { userIds, ...due });
    const everyone = (due: object, who = people.admin) =>
      send(who, 'POST', at('enroll-everyone'), { organizationId: ours, andLater: true, ...due });
    const refusedDue = (due: object) =>
      refused(people.admin, 'POST', at('enrollments'), { userIds: [people.member], ...due });
    const enrollment = async (userId = people.member) => {
      const { courseProgress } = db.tables;
      const here = and(eq(courseProgress.userId, userId), eq(courseProgress.courseId, courseId));
      return (await db.select().from(courseProgress).where(here))[0];
    };
    const dueOf = async (userId?: string) => (await enrollment(userId))?.dueOn;
    const rules = async (who = people.admin) => (await send(who, 'GET', at('auto-enrollments'))).body.autoEnrollments;
    const join = async (userId: string) => {
      const { token } = await createInvitation(db, { organizationId: ours, createdBy: people.super });
      const told = await send(userId, 'POST', '/api/enterprise/consume-invitation', { invitationToken: token });
      expect(told.status).toBe(200);
    };
    return { ...all, courseId, at, enroll, everyone, refusedDue, enrollment, dueOf, rules, join };
  }

  test('[M14] an enrollment by hand has a due date, which a second one changes and ends', async () => {
    const { enroll, dueOf, acts, people } = await started();
    expect((await enroll({ dueOn: soon })).body).toMatchObject({ changed: 1, left: [] });
    expect(await dueOf()).toBe(soon);
    const again = { message: '0 people enrolled in For the few.', changed: 0, left: [{ userId: people.member }] };
    expect((await enroll({ dueOn: soon })).body).toMatchObject(again);
    expect((await enroll({})).body).toMatchObject(again);
    expect(await dueOf()).toBe(soon);
    const { body } = await enroll({ dueOn: later });
    expect(body).toMatchObject({ changed: 1, left: [] });
    expect(body.message).toContain('The due date of 1 person was changed.');
    expect(await dueOf()).toBe(later);
    await enroll({ dueOn: null });
    expect(await dueOf()).toBeNull();
    const told = (await acts()).map(({ action, details }) => [action, details?.dueOn]);
    expect(told).toEqual([
      ['course.due_date_changed', 'none'],
      ['course.due_date_changed', later],
      ['course.person_enrolled', soon],
    ]);
  });

  test('[M14] days count from the enrollment', async () => {
    const { enroll, dueOf } = await started();
    await enroll({ dueInDays: 14 });
    expect(await dueOf()).toBe(addDays(today, 14));
  });

  test('[M14] today may be due anywhere on earth, and what is past or no day is refused with its field', async () => {
    const { enroll, refusedDue, enrollment } = await started();
    expect(await refusedDue({ dueOn: addDays(today, -2) })).toBe('422 due_date_past dueOn');
    expect(await refusedDue({ dueOn: '2027-02-30' })).toBe('400 validation_failed dueOn');
    expect(await refusedDue({ dueOn: 'soon' })).toBe('400 validation_failed dueOn');
    expect(await refusedDue({ dueInDays: 0 })).toBe('400 validation_failed dueInDays');
    expect(await refusedDue({ dueInDays: 731 })).toBe('400 validation_failed dueInDays');
    expect(await refusedDue({ dueOn: soon, dueInDays: 3 })).toBe('400 validation_failed dueInDays');
    expect(await enrollment()).toBeUndefined();
    expect((await enroll({ dueOn: today })).status).toBe(200);
    expect((await enroll({ dueOn: addDays(today, -1) })).status).toBe(200);
  });

  test('[M14] an enrollment that ends takes its due date along, as leaving the organization does', async () => {
    const { db, plant, people, ours, at, courseId, send, rooms, enroll, dueOf } = await started();
    const lessonId = await plant.lesson(courseId);
    await enroll({ dueOn: soon });
    await rooms.post(people.member, '/api/progress/unit', { lessonId, status: 'in_progress' });
    await send(people.admin, 'DELETE', at(`enrollments/${people.member}`));
    expect(await dueOf()).toBeNull();
    const free = await plant.course();
    await send(people.super, 'POST', `/api/admin/courses/${free}/enrollments`, {
      userIds: [people.member],
      dueOn: soon,
    });
    await send(people.admin, 'DELETE', `/api/enterprise/admin/organizations/${ours}/users/${people.member}`);
    const { courseProgress } = db.tables;
    const kept = await db.select().from(courseProgress).where(eq(courseProgress.courseId, free));
    expect(kept).toMatchObject([{ isAssigned: true, dueOn: null }]);
  });

  test('[M14] learners are told the day with their courses, until they complete the course', async () => {
    const { plant, people, courseId, enroll, rooms } = await started();
    const lessonId = await plant.lesson(courseId);
    await enroll({ dueOn: soon });
    const told = async () => {
      const { courses } = (await rooms.ask(people.member, '/api/courses')).body;
      const one = (await rooms.ask(people.member, `/api/courses/${courseId}`)).body;
      return [one.dueOn, courses.find(({ id }: { id: number }) => id === courseId).dueOn];
    };
    expect(await told()).toEqual([soon, soon]);
    await rooms.post(people.member, '/api/progress/unit', { lessonId, status: 'completed' });
    expect(await told()).toEqual([undefined, undefined]);
  });

  test('[M14] everyone in an organization is enrolled at once, and again changes only the due date', async () => {
    const { people, ours, everyone, dueOf, enrollment, acts, rules } = await started();
    const first = await everyone({ dueOn: soon, andLater: false });
    expect(first.body).toEqual({ message: '2 people enrolled in For the few.', changed: 2, left: [] });
    expect([await dueOf(), await dueOf(people.admin)]).toEqual([soon, soon]);
    expect(await enrollment(people.otherMember)).toBeUndefined();
    expect(await rules()).toEqual([]);
    const second = await everyone({ dueOn: later, andLater: false });
    expect(second.body.message).toBe(
      'Everyone in Demo Inspections was already enrolled in For the few. The due date of 2 people was changed.',
    );
    expect((await acts()).filter(({ action }) => action === 'course.everyone_enrolled')).toMatchObject([
      { organizationId: ours, details: { enrolled: 0 } },
      { details: { enrolled: 2, dueOn: soon } },
    ]);
  });

  test('[M14] whoever joins later is enrolled too, and is due so many days after joining', async () => {
    const { people, ours, everyone, dueOf, enrollment, rules, join, send, rooms, acts } = await started();
    await everyone({ dueInDays: 14 });
    expect(await rules()).toMatchObject([{ organization: { id: ours }, dueOn: null, dueInDays: 14 }]);
    rooms.pass(3 * 86_400_000);
    await join(people.learner);
    expect(await dueOf(people.learner)).toBe(addDays(today, 17));
    expect(await enrollment(people.learner)).toMatchObject({ isAssigned: true, enrolledBy: people.admin });
    const joined = (await acts()).find(({ action }) => action === 'course.person_enrolled');
    expect(joined).toMatchObject({ subject: people.learner, details: { because: 'joined the organization' } });
    const move = { userId: people.otherMember, organizationId: ours };
    await send(people.super, 'POST', '/api/admin/assign-user-to-organization', move);
    expect(await dueOf(people.otherMember)).toBe(addDays(today, 17));
  });

  test('[M14] a rule that matches no one yet says so', async () => {
    const { people, plant, at, send } = await started();
    const organizationId = await plant.organization();
    const { body } = await send(people.super, 'POST', at('enroll-everyone'), { organizationId, andLater: true });
    expect(body.message).toBe(
      'No one is in Demo Inspections yet. Everyone who joins it will be enrolled in For the few.',
    );
  });

  test('[M14] who joins after the day has no due date, and none of an archived course', async () => {
    const { db, people, everyone, enrollment, rooms, join, courseId, plant, send, ours } = await started();
    await everyone({ dueOn: soon });
    const archived = await plant.course({ organizationId: ours });
    const body = { organizationId: ours, andLater: true };
    await send(people.admin, 'POST', `/api/admin/courses/${archived}/enroll-everyone`, body);
    const { courses, courseProgress } = db.tables;
    await db.update(courses).set({ archivedAt: new Date() }).where(eq(courses.id, archived));
    rooms.pass(7 * 86_400_000);
    await join(people.learner);
    expect(await enrollment(people.learner)).toMatchObject({ isAssigned: true, dueOn: null });
    const theirs = await db.select().from(courseProgress).where(eq(courseProgress.userId, people.learner));
    expect(theirs.map((row) => row.courseId)).toEqual([courseId]);
  });

  test('[M14] a rule is changed, and ended for those who join from then on', async () => {
    const { people, ours, everyone, enrollment, rules, join, send, at, acts } = await started();
    await everyone({ dueOn: soon });
    await everyone({ dueInDays: 7 });
    expect(await rules()).toMatchObject([{ dueOn: null, dueInDays: 7 }]);
    const end = () => send(people.admin, 'DELETE', at(`auto-enrollments/${ours}`));
    expect((await end()).status).toBe(200);
    expect((await end()).status).toBe(200);
    expect(await rules()).toEqual([]);
    expect((await acts()).filter(({ action }) => action === 'course.auto_enrollment_ended')).toHaveLength(1);
    await join(people.learner);
    expect(await enrollment(people.learner)).toBeUndefined();
    expect(await enrollment()).toMatchObject({ isAssigned: true });
  });

  test('[M14] a rule that is sent again without a due date keeps its own, and null removes it', async () => {
    const { everyone, rules, dueOf } = await started();
    await everyone({ dueInDays: 7 });
    await everyone({});
    expect(await rules()).toMatchObject([{ dueOn: null, dueInDays: 7 }]);
    expect(await dueOf()).toBe(addDays(today, 7));
    const { body } = await everyone({ andLater: false });
    expect(body.message).toBe(
      'Everyone in Demo Inspections was already enrolled in For the few. People who join later are still enrolled automatically, as before.',
    );
    await everyone({ dueOn: null });
    expect(await rules()).toMatchObject([{ dueOn: null, dueInDays: null }]);
    expect(await dueOf()).toBeNull();
  });

  test('[M14] a rule ends with the course that the organization loses, by the end of a grant or by a move', async () => {
    const { people, plant, theirs, ours, everyone, join, enrollment, send, rules, courseId } = await started();
    await everyone({ dueOn: soon });
    const granted = await plant.course({ organizationId: theirs, visibility: 'private' });
    const grant = { courseId: granted, organizationId: ours };
    await send(people.super, 'POST', '/api/enterprise/admin/grant-course-access', grant);
    const rule = { organizationId: ours, andLater: true };
    await send(people.super, 'POST', `/api/admin/courses/${granted}/enroll-everyone`, rule);
    await send(people.super, 'POST', '/api/enterprise/admin/revoke-course-access', grant);
    const left = await send(people.super, 'GET', `/api/admin/courses/${granted}/auto-enrollments`);
    expect(left.body.autoEnrollments).toEqual([]);
    expect((await send(people.super, 'PUT', `/api/admin/courses/${courseId}`, { organizationId: theirs })).status).toBe(
      200,
    );
    expect(await rules(people.super)).toEqual([]);
    await join(people.learner);
    expect(await enrollment(people.learner)).toBeUndefined();
  });

  test('[M8] [M14] the end of a grant ends the enrollments of its members, and of no one else', async () => {
    const { db, plant, people, theirs, ours, send, rooms } = await started();
    const course = (visibility: 'private' | 'public') => plant.course({ organizationId: theirs, visibility });
    const [closed, open] = [await course('private'), await course('public')];
    const { courseProgress } = db.tables;
    const assigned = async (courseId: number) => {
      const here = and(eq(courseProgress.courseId, courseId), eq(courseProgress.isAssigned, true));
      return (await db.select().from(courseProgress).where(here)).map(({ userId }) => userId);
    };
    for (const courseId of [closed, open]) {
      const grant = { courseId, organizationId: ours };
      await send(people.super, 'POST', '/api/enterprise/admin/grant-course-access', grant);
      await send(people.super, 'POST', `/api/admin/courses/${courseId}/enrollments`, { userIds: [people.learner] });
      const rule = { organizationId: ours, andLater: true };
      await send(people.super, 'POST', `/api/admin/courses/${courseId}/enroll-everyone`, rule);
      await send(people.super, 'POST', '/api/enterprise/admin/revoke-course-access', grant);
    }
    expect(await assigned(closed)).toEqual([people.learner]);
    expect((await rooms.ask(people.member, `/api/courses/${closed}`)).body.code).toBe('access_ended');
    expect(await assigned(open)).toHaveLength(3);
  });

  test('[M8] [M14] whoever leaves an organization keeps no course that is granted to it', async () => {
    const { plant, people, theirs, ours, send, rooms } = await started();
    const courseId = await plant.course({ organizationId: theirs, visibility: 'private' });
    const grant = { courseId, organizationId: ours };
    await send(people.super, 'POST', '/api/enterprise/admin/grant-course-access', grant);
    const body = { organizationId: ours, andLater: false };
    await send(people.super, 'POST', `/api/admin/courses/${courseId}/enroll-everyone`, body);
    expect((await rooms.ask(people.member, `/api/courses/${courseId}`)).status).toBe(200);
    await send(people.admin, 'DELETE', `/api/enterprise/admin/organizations/${ours}/users/${people.member}`);
    expect((await rooms.ask(people.member, `/api/courses/${courseId}`)).body.code).toBe('access_ended');
  });

  test('[M14] a course that is public no more keeps the rules of those who still have it', async () => {
    const { plant, people, theirs, ours, send } = await started();
    const [third, courseId] = [await plant.organization(), await plant.course({ organizationId: theirs })];
    await send(people.super, 'POST', '/api/enterprise/admin/grant-course-access', { courseId, organizationId: third });
    for (const organizationId of [ours, theirs, third]) {
      const rule = { organizationId, andLater: true };
      await send(people.super, 'POST', `/api/admin/courses/${courseId}/enroll-everyone`, rule);
    }
    const rules = async () => {
      const { body } = await send(people.super, 'GET', `/api/admin/courses/${courseId}/auto-enrollments`);
      return body.autoEnrollments.map((rule: { organization: { id: string } }) => rule.organization.id).sort();
    };
    expect(await rules()).toHaveLength(3);
    await send(people.super, 'PUT', `/api/admin/courses/${courseId}`, { visibility: 'private' });
    expect(await rules()).toEqual([theirs, third].sort());
  });

  test('[M14] two admins who enroll everyone at once make one assignment', async () => {
    const { plant, people, ours, everyone, rules, acts } = await started();
    const second = await plant.person({ organizationId: ours, isOrgAdmin: true });
    const told = await Promise.all([everyone({ dueOn: soon }), everyone({ dueOn: soon }, second)]);
    expect(told.map(({ status }) => status)).toEqual([200, 200]);
    expect(told.map(({ body }) => body.changed).sort()).toEqual([0, 3]);
    expect(await rules()).toHaveLength(1);
    const logged = (await acts()).filter(({ action }) => action === 'course.everyone_enrolled');
    expect(logged.map(({ actorId }) => actorId).sort()).toEqual([people.admin, second].sort());
  });

  test('[M12] [M14] an org admin assigns what they may enroll in, to their own organization alone', async () => {
    const { plant, people, ours, theirs, at, refused, send } = await started();
    const closed = await plant.course({ organizationId: theirs, visibility: 'organization' });
    const body = { organizationId: ours, andLater: true };
    const ask = (who: string, path: string, sent: object = body) => refused(who, 'POST', path, sent);
    expect(await ask(people.admin, `/api/admin/courses/${closed}/enroll-everyone`)).toBe(
      '404 course_not_found courseId',
    );
    const other = { ...body, organizationId: theirs };
    expect(await ask(people.admin, at('enroll-everyone'), other)).toBe('404 organization_not_found organizationId');
    expect(await refused(people.admin, 'DELETE', at(`auto-enrollments/${theirs}`))).toBe(
      '404 organization_not_found organizationId',
    );
    await send(people.super, 'POST', at('enroll-everyone'), other);
    expect((await send(people.admin, 'GET', at('auto-enrollments'))).body).toEqual({ autoEnrollments: [] });
    expect((await send(people.super, 'GET', at('auto-enrollments'))).body.autoEnrollments).toHaveLength(1);
  });
});
