// Deleting a lesson: nobody sees it any more, and what people did in it stays true.
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { onEveryEngine } from '#tests/fixtures/db.ts';
import { openOutline } from '#tests/fixtures/outline.ts';

onEveryEngine('deleting a lesson', (openDb) => {
  test('[U7] a deleted lesson is nowhere, and what people did in it stays', async () => {
    const { plant, people, add, remove, outline, refused, rooms, send, db, courseId, author } =
      await openOutline(openDb);
    const video = await plant.asset();
    const kept = (await add({ title: 'Kept' })).lesson.id;
    const gone = await plant.lesson(courseId, { title: 'Gone', orderIndex: 2, assetId: video });
    await rooms.post(people.learner, '/api/progress/unit', { lessonId: gone, status: 'completed' });
    expect((await remove(gone)).lessons.map(({ id }) => id)).toEqual([kept]);
    expect((await outline()).outlineRev).toBe(2);
    expect(await refused(author, 'DELETE', `/api/admin/lessons/${gone}`)).toBe('404 lesson_not_found');
    expect(await refused(author, 'PUT', `/api/admin/lessons/${gone}`, { title: 'Back' })).toBe('404 lesson_not_found');
    const post = { lessonId: gone, status: 'in_progress' };
    expect(await refused(people.learner, 'POST', '/api/progress/unit', post)).toMatch(/^404 lesson_not_found/);
    expect(await refused(people.learner, 'GET', `/api/lessons/${gone}`)).toMatch(/^404 lesson_not_found/);
    const { body } = await send(people.learner, 'GET', `/api/courses/${courseId}/lessons`);
    expect(body.lessons.map(({ id }: { id: number }) => id)).toEqual([kept]);
    const { unitProgress } = db.tables;
    const units = await db.select().from(unitProgress).where(eq(unitProgress.lessonId, gone));
    expect(units).toMatchObject([{ userId: people.learner, status: 'completed' }]);
    const { assets } = db.tables;
    expect(await db.select().from(assets).where(eq(assets.id, video))).toEqual([]);
  });

  test('[U7] a video goes with the last lesson that shows it', async () => {
    const { plant, remove, db, courseId } = await openOutline(openDb);
    const assetId = await plant.asset();
    const first = await plant.lesson(courseId, { assetId });
    const second = await plant.lesson(courseId, { assetId, orderIndex: 2 });
    await remove(first);
    expect(await db.select().from(db.tables.assets)).toMatchObject([{ id: assetId }]);
    await remove(second);
    expect(await db.select().from(db.tables.assets)).toEqual([]);
  });

  test('[U7] a deleted quiz is no longer part of its course, but its attempts count', async () => {
    const { plant, people, remove, refused, rooms, send, db, courseId, author } = await openOutline(openDb);
    const quiz = await plant.lesson(courseId, { title: 'Quiz' });
    const { id, answers } = await plant.question(quiz, [true, false]);
    const told = (await send(people.member, 'GET', `/api/lessons/${quiz}/quiz`)).body;
    const body = { answers: { [id]: String(answers[0]) }, quizVersion: told.quizVersion };
    const taken = await rooms.post(people.member, `/api/lessons/${quiz}/quiz/submit`, body);
    expect([taken.status, taken.body.passed]).toEqual([200, true]);
    const quizzes = async () => (await send(author, 'GET', `/api/admin/courses/${courseId}/analytics`)).body.quizzes;
    expect(await quizzes()).toHaveLength(1);
    await remove(quiz);
    expect(await quizzes()).toEqual([]);
    const all = (await send(author, 'GET', '/api/admin/quiz-analytics/organization')).body;
    expect([all.summary.totalAttempts, all.lessons.length, all.users.length]).toEqual([1, 1, 1]);
    expect(await refused(people.member, 'POST', `/api/lessons/${quiz}/quiz/submit`, body)).toMatch(
      /^404 lesson_not_found/,
    );
    expect(await refused(people.member, 'GET', `/api/lessons/${quiz}/quiz`)).toMatch(/^404 lesson_not_found/);
    const { quizAttempts, quizFigures, certificates } = db.tables;
    for (const table of [quizAttempts, quizFigures, certificates])
      expect(await db.select().from(table)).toHaveLength(1);
  });

  test('[M3] a deleted lesson is not listed, and protects its course from the clean-up of duplicates', async () => {
    const { plant, people, send, remove, rooms, courseId, ours } = await openOutline(openDb);
    const kept = await plant.lesson(courseId, { title: 'Kept' });
    const copy = await plant.course({ organizationId: ours });
    const gone = await plant.lesson(copy, { title: 'Gone' });
    await rooms.post(people.learner, '/api/progress/unit', { lessonId: gone, status: 'completed' });
    await remove(gone);
    const refresh = async (id: number) =>
      (await send(people.super, 'GET', `/api/admin/courses/${id}/lessons/refresh`)).body;
    expect(await refresh(copy)).toMatchObject({ count: 0, lessons: [] });
    expect(await refresh(courseId)).toMatchObject({ count: 1, lessons: [{ id: kept }] });
    const cleaned = await send(people.super, 'POST', '/api/admin/cleanup-course-duplicates');
    expect(cleaned.body).toMatchObject({ removed: 0, kept: 1 });
  });
});
