// Work of somebody who has left: what they did before counts, what they did after does not (Y11d).
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { openAdministration } from '#tests/fixtures/administration.ts';
import { onEveryEngine } from '#tests/fixtures/db.ts';

const HOUR = 3_600_000;
const of = (organizationId: string, rest: string) => `/api/enterprise/admin/organizations/${organizationId}/${rest}`;

onEveryEngine('work of somebody who has left', (openDb) => {
  async function started() {
    const all = await openAdministration(openDb);
    const { people, plant, ours, theirs, send, rooms } = all;
    const course = async (visibility: 'private' | 'organization', organizationId = ours) => {
      const courseId = await plant.course({ organizationId, visibility });
      return { courseId, lessonId: await plant.lesson(courseId) };
    };
    const assigned = await course('private');
    const own = await course('organization');
    const granted = await course('private', theirs);
    const foreign = await course('organization', theirs);
    await send(people.super, 'POST', `/api/admin/courses/${assigned.courseId}/enrollments`, {
      userIds: [people.member],
    });
    await plant.grant(granted.courseId, ours);
    const leave = () => send(people.admin, 'DELETE', of(ours, `users/${people.member}`));
    /** Sends a completion of work that is this old, alone and in a batch; answers both statuses and the codes. */
    const hand = async (lessonId: number, ageMs: number | undefined, status = 'completed') => {
      const age: Record<string, string> = ageMs === undefined ? {} : { 'X-Op-Age': String(ageMs) };
      const body = { lessonId, status };
      const alone = await rooms.post(people.member, '/api/progress/unit', body, age);
      const operation = { opId: randomUUID(), kind: 'unit', body, ...(ageMs !== undefined && { ageMs }) };
      const batch = await rooms.post(people.member, '/api/sync', { operations: [operation] });
      const [result] = batch.body.results;
      return [alone.body.code ?? alone.status, result.body.code ?? result.status];
    };
    return { ...all, assigned, own, granted, foreign, leave, hand };
  }

  test('[Y11d] counts when it was done before, and completes the course', async () => {
    const { db, people, assigned, own, granted, leave, hand, rooms } = await started();
    await leave();
    rooms.pass(2 * HOUR);
    for (const { lessonId } of [assigned, own, granted])
      expect(await hand(lessonId, 3 * HOUR)).toEqual([200, 'already_completed']);
    const { unitProgress, courseProgress } = db.tables;
    expect(await db.select().from(unitProgress)).toHaveLength(3);
    const rows = await db.select().from(courseProgress).where(eq(courseProgress.userId, people.member));
    expect(rows.map(({ percent, isAssigned }) => [percent, isAssigned])).toEqual(Array(3).fill([100, false]));
    expect((await rooms.ask(people.member, '/api/certificates')).body.certificates).toHaveLength(3);
  });

  test('[Y11d] is refused when it was done after, when no one knows, and where they never had the course', async () => {
    const { db, assigned, own, granted, foreign, leave, hand, rooms } = await started();
    await leave();
    rooms.pass(2 * HOUR);
    for (const { lessonId } of [assigned, own, granted])
      for (const age of [HOUR, 0, undefined, -HOUR, Number.NaN])
        expect(await hand(lessonId, age)).toEqual(['access_ended', 'access_ended']);
    expect(await hand(foreign.lessonId, 3 * HOUR)).toEqual(['lesson_not_found', 'lesson_not_found']);
    expect(await db.select().from(db.tables.unitProgress)).toEqual([]);
  });

  test('[Y11d] is taken for 90 days after the end, and not while the course is closed to all', async () => {
    const { db, own, assigned, leave, hand, rooms } = await started();
    await leave();
    const { courses } = db.tables;
    await db.update(courses).set({ isPublished: false }).where(eq(courses.id, own.courseId));
    expect(await hand(own.lessonId, HOUR)).toEqual(['access_ended', 'access_ended']);
    rooms.pass(91 * 24 * HOUR);
    expect(await hand(assigned.lessonId, 100 * 24 * HOUR)).toEqual(['access_ended', 'access_ended']);
  });

  test('[Y11d] covers quizzes, enrollments and ratings, and opens nothing for reading', async () => {
    const { people, plant, own, leave, rooms } = await started();
    const quiz = await plant.lesson(own.courseId, { title: 'Quiz', orderIndex: 2 });
    const { id, answers } = await plant.question(quiz, [true, false]);
    await leave();
    rooms.pass(2 * HOUR);
    const post = async (path: string, body: object, ageMs: number) => {
      const told = await rooms.post(people.member, path, body, { 'X-Op-Age': String(ageMs) });
      return told.body.code ?? told.status;
    };
    const sheet = { answers: { [id]: String(answers[0]) } };
    expect(await post(`/api/lessons/${quiz}/quiz/submit`, sheet, HOUR)).toBe('access_ended');
    expect(await post(`/api/lessons/${quiz}/quiz/submit`, sheet, 3 * HOUR)).toBe(200);
    expect(await post('/api/progress/unit', { lessonId: own.lessonId, status: 'completed' }, 3 * HOUR)).toBe(200);
    expect(await post(`/api/courses/${own.courseId}/rating`, { stars: 4 }, 3 * HOUR)).toBe(200);
    expect(await post(`/api/courses/${own.courseId}/enroll`, {}, 3 * HOUR)).toBe(200);
    expect(await post(`/api/courses/${own.courseId}/enroll`, {}, HOUR)).toBe('access_ended');
    const paths = [
      `/api/courses/${own.courseId}`,
      `/api/courses/${own.courseId}/lessons`,
      `/api/lessons/${own.lessonId}`,
      `/api/lessons/${quiz}/quiz`,
      `/api/lessons/${quiz}/quiz/attempts`,
      `/api/progress/enhanced/${own.courseId}`,
    ];
    const headers = { 'X-Op-Age': String(3 * HOUR) };
    for (const path of paths)
      expect(await rooms.ask(people.member, path, { headers }), path).toMatchObject({
        status: 404,
        body: { code: 'access_ended' },
      });
  });

  test('[M14] a withdrawn enrollment by hand ends like a membership', async () => {
    const { people, assigned, send, hand, rooms } = await started();
    await send(people.admin, 'DELETE', `/api/admin/courses/${assigned.courseId}/enrollments/${people.member}`);
    rooms.pass(2 * HOUR);
    expect(await hand(assigned.lessonId, HOUR)).toEqual(['access_ended', 'access_ended']);
    expect(await hand(assigned.lessonId, 3 * HOUR)).toEqual([200, 'already_completed']);
  });
});
