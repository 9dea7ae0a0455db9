// A course that is archived stays with those who have it; one that is deleted leaves its certificates.
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { openAdministration } from '#tests/fixtures/administration.ts';
import { onEveryEngine } from '#tests/fixtures/db.ts';
import { processOn, runJobs } from '#tests/fixtures/jobs.ts';

onEveryEngine('archived and deleted courses', (openDb) => {
  async function started() {
    const all = await openAdministration(openDb);
    const { plant, ours, people, send } = all;
    const id = await plant.course({ organizationId: ours, title: 'Roofs' });
    const lessonId = await plant.lesson(id, { isPreview: true });
    const quizId = await plant.lesson(id, { title: 'Quiz', orderIndex: 2 });
    await plant.question(quizId, [true, false]);
    const change = async (body: unknown) => (await send(people.admin, 'PUT', `/api/admin/courses/${id}`, body)).status;
    const status = async (who: string | null, method: string, path: string, body?: unknown) =>
      (await send(who, method, path, body)).status;
    const record = (who: string, to: string) => status(who, 'POST', '/api/progress/unit', { lessonId, status: to });
    /** Course, list, lesson and quiz, as this person has them. */
    const seen = async (who: string) => {
      const { body } = await send(who, 'GET', '/api/courses');
      const isListed = body.courses.some((course: { id: number }) => course.id === id);
      const paths = [`/api/courses/${id}`, `/api/lessons/${lessonId}`, `/api/lessons/${quizId}/quiz`];
      const statuses = await Promise.all(paths.map((path) => status(who, 'GET', path)));
      return [isListed, ...statuses];
    };
    return { ...all, id, lessonId, quizId, change, status, record, seen };
  }

  test('[M10] an archived course stays with the people who began it, and is gone for everybody else', async () => {
    const { people, id, change, seen, record, status, send, acts } = await started();
    expect(await record(people.member, 'in_progress')).toBe(200);
    expect(await change({ isArchived: true })).toBe(200);
    expect(await seen(people.member)).toEqual([true, 200, 200, 200]);
    expect((await send(people.member, 'GET', `/api/courses/${id}`)).body.isArchived).toBe(true);
    expect(await record(people.member, 'completed')).toBe(200);
    expect(await seen(people.learner)).toEqual([false, 404, 404, 404]);
    expect(await status(null, 'GET', `/api/public/courses/${id}`)).toBe(404);
    expect(await status(people.learner, 'POST', `/api/courses/${id}/enroll`, {})).toBe(404);
    expect(await seen(people.admin)).toEqual([true, 200, 200, 200]);
    expect(await change({ isArchived: true })).toBe(200);
    expect(await change({ isArchived: false })).toBe(200);
    expect(await seen(people.learner)).toEqual([true, 200, 200, 200]);
    expect((await acts()).map(({ action }) => action)).toEqual(['course.restored', 'course.archived']);
  });

  test('[Y15] work that a device sends late is kept, enrolls nobody, and counts once the course is restored', async () => {
    const { people, id, lessonId, change, record, seen, send, db } = await started();
    await change({ isArchived: true });
    expect(await record(people.learner, 'completed')).toBe(200);
    expect(await seen(people.learner)).toEqual([false, 404, 404, 404]);
    const { courseProgress, unitProgress } = db.tables;
    expect(await db.select().from(courseProgress)).toEqual([]);
    expect(await db.select().from(unitProgress)).toMatchObject([{ lessonId, status: 'completed' }]);
    await change({ isArchived: false });
    const { body } = await send(people.learner, 'GET', `/api/progress/enhanced/${id}`);
    expect(body.courseProgress).toMatchObject({ percentComplete: 50 });
  });

  test('[M14] nobody is enrolled in an archived course, by hand or by an invitation', async () => {
    const { people, ours, id, change, refused, send, db } = await started();
    const making = { organizationId: ours, courseId: id };
    const { body } = await send(people.admin, 'POST', '/api/enterprise/admin/create-invitation', making);
    await change({ isArchived: true });
    const enroll = { userIds: [people.member] };
    expect(await refused(people.admin, 'POST', `/api/admin/courses/${id}/enrollments`, enroll)).toBe(
      '422 course_archived courseId',
    );
    expect(await refused(people.admin, 'POST', '/api/enterprise/admin/create-invitation', making)).toBe(
      '404 course_not_found courseId',
    );
    const use = { invitationToken: body.token };
    const joined = await send(people.learner, 'POST', '/api/enterprise/consume-invitation', use);
    expect([joined.status, joined.body.courseId]).toEqual([200, null]);
    expect(await db.select().from(db.tables.courseProgress)).toEqual([]);
  });

  test('[M10] a deleted course takes progress with it and leaves its certificates, as its use had said', async () => {
    const { people, ours, id, lessonId, quizId, record, send, status, refused, db, acts } = await started();
    await record(people.member, 'completed');
    await record(people.learner, 'in_progress');
    const { certificates, courseProgress, unitProgress, invitations } = db.tables;
    await db.update(courseProgress).set({ completedAt: new Date() }).where(eq(courseProgress.userId, people.member));
    const serial = 'GW-0123-4567-89AB';
    const certificate = { serial, userId: people.member, courseId: id, learnerName: 'Maren', courseTitle: 'Roofs' };
    await db.insert(certificates).values(certificate);
    await db.insert(invitations).values({ organizationId: ours, courseId: id, tokenHash: randomUUID() });
    const use = (await send(people.admin, 'GET', `/api/admin/courses/${id}/use`)).body;
    expect(use).toEqual({ lessons: 2, learners: 2, underWay: 1, completed: 1, certificates: 1 });
    expect(await refused(people.otherAdmin, 'DELETE', `/api/admin/courses/${id}`)).toBe(
      '404 course_not_found courseId',
    );
    expect(await status(people.admin, 'DELETE', `/api/admin/courses/${id}`)).toBe(200);
    expect(await refused(people.admin, 'DELETE', `/api/admin/courses/${id}`)).toBe('404 course_not_found courseId');
    for (const table of [courseProgress, unitProgress]) expect(await db.select().from(table)).toEqual([]);
    await runJobs(processOn(db));
    expect(await status(people.member, 'GET', `/api/lessons/${lessonId}`)).toBe(404);
    expect(await status(people.member, 'GET', `/api/lessons/${quizId}/quiz`)).toBe(404);
    expect((await send(null, 'GET', `/api/certificates/${serial}`)).body).toMatchObject({ courseTitle: 'Roofs' });
    expect((await send(people.member, 'GET', '/api/certificates')).body.certificates).toMatchObject([
      { serial, courseId: null },
    ]);
    expect(await db.select().from(invitations)).toMatchObject([{ courseId: null }]);
    expect((await acts())[0]).toMatchObject({ action: 'course.deleted', details: { title: 'Roofs', ...use } });
  });
});
