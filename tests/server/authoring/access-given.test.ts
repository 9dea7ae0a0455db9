// Giving courses to organizations and to people, and taking them back.

import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { BulkOutcome } from '#sync/contract/organization.ts';
import { openAdministration } from '#tests/fixtures/administration.ts';
import type { OrganizationCourseList } from '#tests/fixtures/answers.ts';
import { onEveryEngine } from '#tests/fixtures/db.ts';

const GRANT = '/api/enterprise/admin/grant-course-access';
const REVOKE = '/api/enterprise/admin/revoke-course-access';

onEveryEngine('access to courses', (openDb) => {
  async function started() {
    const all = await openAdministration(openDb);
    const sees = async (who: string, id: number) => (await all.send(who, 'GET', `/api/courses/${id}`)).status;
    const coursesOf = async (who: string, organizationId: string, query = '') =>
      (
        (await all.send(who, 'GET', `/api/enterprise/admin/organizations/${organizationId}/courses${query}`))
          .body as OrganizationCourseList
      ).courses.map(({ id, isGranted }) => [id, isGranted]);
    return { ...all, sees, coursesOf };
  }

  test('[M8] [Z7] a granted course is open to the members at once, and closed at once when it is revoked', async () => {
    const { people, plant, ours, theirs, send, sees, acts } = await started();
    const courseId = await plant.course({ organizationId: theirs, visibility: 'organization', title: 'Roofs' });
    const grant = { courseId, organizationId: ours };
    expect(await sees(people.member, courseId)).toBe(404);
    const first = await send(people.super, 'POST', GRANT, grant);
    expect([first.status, first.body]).toEqual([200, { message: 'Demo Inspections now has Roofs.' }]);
    expect(await sees(people.member, courseId)).toBe(200);
    expect((await send(people.super, 'POST', GRANT, grant)).body.message).toBe('Demo Inspections already has Roofs.');
    expect((await send(people.super, 'POST', REVOKE, grant)).body.message).toBe(
      'Demo Inspections no longer has Roofs.',
    );
    expect(await sees(people.member, courseId)).toBe(404);
    expect((await send(people.super, 'POST', REVOKE, grant)).body.message).toBe(
      'Demo Inspections was not granted Roofs.',
    );
    const own = await send(people.super, 'POST', GRANT, { courseId, organizationId: theirs });
    expect(own.body.message).toBe('Roofs already belongs to Other Surveyors.');
    expect((await acts()).map(({ action, subject, organizationId }) => [action, subject, organizationId])).toEqual([
      ['course.grant_revoked', String(courseId), ours],
      ['course.granted', String(courseId), ours],
    ]);
  });

  test('[M8] ten simultaneous grants are one grant', async () => {
    const { people, plant, ours, send, db } = await started();
    const courseId = await plant.course();
    const all = await Promise.all(
      Array.from({ length: 10 }, () => send(people.super, 'POST', GRANT, { courseId, organizationId: ours })),
    );
    expect(all.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(await db.select().from(db.tables.courseGrants)).toHaveLength(1);
  });

  test('[M8] granting refuses missing things, switched-off organizations, and org admins', async () => {
    const { people, plant, ours, refused, db } = await started();
    const courseId = await plant.course();
    for (const path of [GRANT, REVOKE]) {
      const call = (body: unknown) => refused(people.super, 'POST', path, body);
      expect(await call({ courseId: 4711, organizationId: ours })).toBe('404 course_not_found courseId');
      expect(await call({ courseId, organizationId: randomUUID() })).toBe('404 organization_not_found organizationId');
      expect(await call({ courseId: 0, organizationId: ours })).toBe('400 validation_failed courseId');
      expect(await call({ courseId })).toBe('400 validation_failed organizationId');
      expect(await refused(people.admin, 'POST', path, { courseId, organizationId: ours })).toBe('403 access_denied');
    }
    await db.update(db.tables.organizations).set({ isActive: false });
    expect(await refused(people.super, 'POST', GRANT, { courseId, organizationId: ours })).toBe(
      '422 organization_inactive organizationId',
    );
    expect(await refused(people.super, 'POST', REVOKE, { courseId, organizationId: ours })).toBe('200');
  });

  test('[M8] an organization’s courses are its own and those granted to it', async () => {
    const { people, plant, ours, theirs, coursesOf, refused, db } = await started();
    const own = await plant.course({ organizationId: ours, isPublished: false });
    const lent = await plant.course({ organizationId: theirs, visibility: 'private' });
    const unfinished = await plant.course({ organizationId: theirs, isPublished: false });
    for (const id of [lent, unfinished]) await plant.grant(id, ours);
    await plant.course();
    expect(await coursesOf(people.admin, ours)).toEqual([
      [lent, true],
      [own, false],
    ]);
    expect(await coursesOf(people.super, ours)).toContainEqual([unfinished, true]);
    expect(await refused(people.admin, 'GET', `/api/enterprise/admin/organizations/${theirs}/courses`)).toBe(
      '404 organization_not_found organizationId',
    );
    const { organizations } = db.tables;
    await db.update(organizations).set({ isActive: false }).where(eq(organizations.id, theirs));
    expect(await coursesOf(people.admin, ours)).toEqual([[own, false]]);
    await db.update(organizations).set({ isActive: true });
    await db.update(organizations).set({ isActive: false }).where(eq(organizations.id, ours));
    expect(await coursesOf(people.admin, ours)).toEqual([]);
    expect(await coursesOf(people.super, ours)).toContainEqual([lent, true]);
  });

  test('[M7] [M14] or those that its people can take, or be enrolled in by hand, searched and by title', async () => {
    const { people, plant, ours, theirs, coursesOf, send } = await started();
    const own = await plant.course({ organizationId: ours, visibility: 'private', title: 'Roofs' });
    const draft = await plant.course({ organizationId: ours, isPublished: false, title: 'Attics' });
    const lent = await plant.course({ organizationId: theirs, visibility: 'private', title: 'Ladders' });
    await plant.grant(lent, ours);
    const open = await plant.course({ visibility: 'public', title: 'Open roofs' });
    await plant.course({ organizationId: theirs, visibility: 'private', title: 'Not for them' });
    const ids = async (who: string, query: string) => (await coursesOf(who, ours, query)).map(([id]) => id);
    expect(await ids(people.admin, '?among=takable&sort=title')).toEqual([lent, open, own]);
    expect(await ids(people.admin, '?among=takable&search=roofs&sort=title&limit=1')).toEqual([open]);
    expect(await ids(people.admin, '?among=enrollable&sort=title')).toEqual([draft, lent, open, own]);
    expect(await ids(people.super, '?among=enrollable&sort=title')).toEqual([draft, lent, open, own]);
    expect(await ids(people.admin, '?among=enrollable&sort=-access')).toEqual([draft, own, open, lent]);
    expect(await ids(people.admin, '?sort=-title')).toEqual([own, lent, draft]);
    expect(await ids(people.admin, '?sort=created&status=published')).toEqual([own, lent]);
    expect(await ids(people.admin, '?access=view')).toEqual([lent]);
    expect(await ids(people.admin, '?access=edit&visibility=private')).toEqual([own]);
    const path = `/api/enterprise/admin/organizations/${ours}/courses?sort=title&limit=1`;
    const first = (await send(people.admin, 'GET', path)).body as OrganizationCourseList;
    expect([first.courses.map(({ id }) => id), first.total]).toEqual([[draft], 3]);
    const next = `${path}&cursor=${encodeURIComponent(first.nextCursor ?? '')}`;
    const second = (await send(people.admin, 'GET', next)).body as OrganizationCourseList;
    expect([second.courses.map(({ id }) => id), second.total]).toEqual([[lent], undefined]);
  });

  test('[M14] a private course is open to people enrolled by hand, until the enrollment is withdrawn', async () => {
    const { people, plant, ours, send, sees, acts, refused } = await started();
    const courseId = await plant.course({ organizationId: ours, visibility: 'private', title: 'For the few' });
    await plant.lesson(courseId);
    const path = `/api/admin/courses/${courseId}/enrollments`;
    const userIds = [people.member, people.learner, people.otherMember, randomUUID()];
    const { body } = await send(people.admin, 'POST', path, { userIds });
    const outcome = body as BulkOutcome;
    expect([outcome.message, outcome.changed]).toEqual(['1 person enrolled in For the few.', 1]);
    expect(new Set(outcome.left.map(({ reason }) => reason))).toEqual(
      new Set(['This person is not in your organization.']),
    );
    expect([await sees(people.member, courseId), await sees(people.learner, courseId)]).toEqual([200, 404]);
    expect((await send(people.super, 'POST', path, { userIds: userIds.slice(0, 2) })).body).toMatchObject({
      changed: 1,
      left: [{ userId: people.member, reason: 'Already enrolled by an admin.' }],
    });
    expect(await sees(people.learner, courseId)).toBe(200);
    expect((await acts())[0]).toMatchObject({
      action: 'course.person_enrolled',
      subject: people.learner,
      details: { courseId },
    });
    expect(await refused(people.admin, 'DELETE', `${path}/${people.member}`)).toBe('200');
    expect(await sees(people.member, courseId)).toBe(404);
    expect(await refused(people.admin, 'DELETE', `${path}/${people.member}`)).toBe('404 enrollment_not_found');
    expect(await refused(people.otherAdmin, 'POST', path, { userIds })).toBe('404 course_not_found courseId');
    expect(await refused(people.otherAdmin, 'DELETE', `${path}/${people.learner}`)).toBe(
      '404 course_not_found courseId',
    );
    // Whoever was enrolled by a super admin is not theirs, the course is.
    expect(await refused(people.admin, 'DELETE', `${path}/${people.learner}`)).toBe('200');
    expect(await sees(people.learner, courseId)).toBe(404);
    expect(await refused(people.admin, 'POST', path, { userIds: ['x'] })).toMatch('400 validation_failed userIds');
  });

  test('[M14] org admins enroll their own people in what these can take, whoever else runs it', async () => {
    const { people, plant, ours, theirs, send, refused, acts, db } = await started();
    const open = await plant.course({ visibility: 'public', title: 'Open to all' });
    const lent = await plant.course({ organizationId: theirs, visibility: 'private' });
    await plant.grant(lent, ours);
    const draft = await plant.course({ visibility: 'public', isPublished: false });
    const foreign = await plant.course({ organizationId: theirs, visibility: 'organization' });
    const at = (id: number) => `/api/admin/courses/${id}/enrollments`;
    const userIds = [people.member, people.otherMember];
    for (const id of [open, lent])
      expect((await send(people.admin, 'POST', at(id), { userIds, dueOn: '2099-01-01' })).body).toMatchObject({
        changed: 1,
        left: [{ userId: people.otherMember, reason: 'This person is not in your organization.' }],
      });
    for (const id of [draft, foreign])
      expect(await refused(people.admin, 'POST', at(id), { userIds })).toBe('404 course_not_found courseId');
    // Whose learners they are is not for whoever runs the course.
    const outsiders = `/api/enterprise/admin/organizations/${theirs}/outsiders`;
    expect((await send(people.otherAdmin, 'GET', outsiders)).body.outsiders).toEqual([]);
    // In the audit log of those whose people they are.
    expect((await acts())[0]).toMatchObject({ action: 'course.person_enrolled', organizationId: ours });
    await send(people.super, 'POST', at(open), { userIds: [people.otherMember] });
    expect((await acts())[0]).toMatchObject({ action: 'course.person_enrolled', organizationId: theirs });
    expect(await refused(people.admin, 'DELETE', `${at(open)}/${people.otherMember}`)).toBe('404 enrollment_not_found');
    expect(await refused(people.admin, 'DELETE', `${at(open)}/${people.member}`)).toBe('200');
    expect((await acts())[0]).toMatchObject({ action: 'course.person_unenrolled', organizationId: ours });
    const everyone = { organizationId: ours, andLater: true };
    expect(await refused(people.admin, 'POST', `/api/admin/courses/${open}/enroll-everyone`, everyone)).toBe('200');
    expect(await refused(people.otherAdmin, 'DELETE', `/api/admin/courses/${open}/auto-enrollments/${ours}`)).toBe(
      '404 organization_not_found organizationId',
    );
    const { body } = await send(people.otherAdmin, 'GET', `/api/admin/courses/${open}/auto-enrollments`);
    expect(body.autoEnrollments).toEqual([]);
    // Who follows it sees their own people alone.
    const seen = await send(people.admin, 'GET', `/api/admin/courses/${open}`);
    expect(seen.body.course).toMatchObject({ title: 'Open to all', isEditable: false });
    const { body: followed } = await send(people.admin, 'GET', `/api/admin/courses/${open}/learners`);
    expect(followed.learners.map(({ userId }: { userId: string }) => userId)).toEqual(
      expect.arrayContaining([people.member, people.admin]),
    );
    expect(followed.learners).toHaveLength(2);
    expect((await send(people.admin, 'GET', `/api/admin/courses/${open}/analytics`)).body).toMatchObject({
      enrollments: 2,
    });
    // While it is a draft again nobody is enrolled, and what was given can be taken back.
    await db.update(db.tables.courses).set({ isPublished: false }).where(eq(db.tables.courses.id, lent));
    expect(await refused(people.admin, 'POST', at(lent), { userIds })).toBe('404 course_not_found courseId');
    expect(await refused(people.admin, 'DELETE', `${at(lent)}/${people.member}`)).toBe('200');
    // Nothing else about the course is theirs.
    expect(await refused(people.admin, 'PUT', `/api/admin/courses/${open}`, { price: 100 })).toBe(
      '404 course_not_found courseId',
    );
  });

  test('[M14] a course that is public no more is closed to those whom other organizations enrolled', async () => {
    const { people, plant, ours, theirs, send, sees } = await started();
    const courseId = await plant.course({ organizationId: theirs, visibility: 'public' });
    const path = `/api/admin/courses/${courseId}/enrollments`;
    const guest = await plant.person({ organizationId: await plant.organization() });
    const granted = await plant.person({ organizationId: ours });
    for (const [who, userIds] of [
      [people.admin, [people.member, granted]],
      [people.otherAdmin, [people.otherMember]],
      [people.super, [guest, people.learner]],
    ] as const)
      expect((await send(who, 'POST', path, { userIds })).body.changed).toBe(userIds.length);
    expect((await send(people.super, 'PUT', `/api/admin/courses/${courseId}`, { visibility: 'private' })).status).toBe(
      200,
    );
    const seen = await Promise.all(
      [people.member, granted, guest, people.otherMember, people.learner].map((one) => sees(one, courseId)),
    );
    expect(seen, 'the owner’s, and whoever is in no organization').toEqual([404, 404, 404, 200, 200]);
  });

  test('[M14] an enrollment by hand and its withdrawal both keep existing progress', async () => {
    const { people, plant, ours, send, db } = await started();
    const courseId = await plant.course({ organizationId: ours, visibility: 'organization' });
    const lessonId = await plant.lesson(courseId);
    const unit = { courseId, lessonId, status: 'completed' };
    await send(people.member, 'POST', '/api/progress/unit', unit);
    const before = await db.select().from(db.tables.courseProgress);
    const path = `/api/admin/courses/${courseId}/enrollments`;
    await send(people.admin, 'POST', path, { userIds: [people.member] });
    expect(await db.select().from(db.tables.courseProgress)).toEqual(
      before.map((row) => ({ ...row, isAssigned: true, enrolledBy: people.admin })),
    );
    expect(before).toHaveLength(1);
    await send(people.admin, 'DELETE', `${path}/${people.member}`);
    expect(await db.select().from(db.tables.courseProgress)).toEqual(before);
  });
});
