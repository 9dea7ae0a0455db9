import { beforeAll, expect, test } from 'vitest';
import { EnhancedProgress } from '#sync/contract/progress.ts';
import { onEveryEngine } from '#tests/fixtures/db.ts';
import { planter } from '#tests/fixtures/plant.ts';
import { openRooms, type Rooms } from '#tests/fixtures/rooms.ts';

onEveryEngine('progress in a course', (openDb) => {
  let rooms: Rooms;
  let plant: ReturnType<typeof planter>;
  let me: string;

  beforeAll(async () => {
    const db = await openDb();
    rooms = await openRooms(db);
    plant = planter(db);
    me = await plant.person();
  });

  const complete = (lessonId: number | undefined) =>
    rooms.post(me, '/api/progress/unit', { lessonId, status: 'completed' });
  const read = async (courseId: number) => {
    const told = await rooms.ask(me, `/api/progress/enhanced/${courseId}`);
    expect(told.status).toBe(200);
    return EnhancedProgress.parse(told.body);
  };

  test('[P1] before a start: zeros, the available points, no unit', async () => {
    const courseId = await plant.course();
    await plant.lesson(courseId, { points: 5 });
    await plant.lesson(courseId, { orderIndex: 2 });
    expect(await read(courseId)).toMatchObject({
      courseProgress: { percentComplete: 0, pointsEarned: 0, totalPoints: 15, completedAt: null },
      unitProgress: [],
    });
  });

  test('[P1] a lesson without points counts 10, in_progress counts nothing, the percent is rounded down', async () => {
    const courseId = await plant.course();
    const lessons = [];
    for (const points of [null, 25, 0])
      lessons.push(await plant.lesson(courseId, { points, orderIndex: lessons.length }));
    await complete(lessons[0]);
    await rooms.post(me, '/api/progress/unit', { lessonId: lessons[1], status: 'in_progress', positionSeconds: 12 });
    const { courseProgress, unitProgress } = await read(courseId);
    expect(courseProgress).toEqual({ percentComplete: 33, pointsEarned: 10, totalPoints: 35, completedAt: null });
    expect(unitProgress.map((unit) => [unit.lessonId, unit.status, unit.rev])).toEqual([
      [lessons[0], 'completed', 1],
      [lessons[1], 'in_progress', 1],
    ]);
  });

  test('[P1, Y13] 100 percent sets completedAt, which no Reset and no new lesson clears, and no later 100 percent moves', async () => {
    const courseId = await plant.course();
    const lessons = [await plant.lesson(courseId), await plant.lesson(courseId, { orderIndex: 2 })];
    await complete(lessons[0]);
    expect((await read(courseId)).courseProgress.completedAt).toBeNull();
    await complete(lessons[1]);
    const done = (await read(courseId)).courseProgress;
    expect(done).toMatchObject({ percentComplete: 100, completedAt: expect.stringMatching(/Z$/) });
    rooms.pass(60_000);
    const added = await plant.lesson(courseId, { orderIndex: 3 });
    expect((await read(courseId)).courseProgress).toMatchObject({ percentComplete: 66, completedAt: done.completedAt });
    await rooms.post(me, '/api/progress/unit', { lessonId: lessons[0], status: 'not_started' });
    await complete(lessons[0]);
    expect((await read(courseId)).courseProgress).toMatchObject({ percentComplete: 66, completedAt: done.completedAt });
    await complete(added);
    expect((await read(courseId)).courseProgress, 'the first time counts').toMatchObject({
      percentComplete: 100,
      completedAt: done.completedAt,
    });
  });

  test('[P1, C2] lessons outside the window count in neither percent nor points', async () => {
    const courseId = await plant.course({ windowFrom: 5, windowTo: 31 });
    await plant.lesson(courseId, { orderIndex: 4 });
    const inside = await plant.lesson(courseId, { orderIndex: 5 });
    await complete(inside);
    expect((await read(courseId)).courseProgress).toMatchObject({
      percentComplete: 100,
      pointsEarned: 10,
      totalPoints: 10,
    });
  });

  test('a course without lessons is at 0 percent and not complete', async () => {
    const courseId = await plant.course();
    await rooms.post(me, `/api/courses/${courseId}/enroll`);
    expect((await read(courseId)).courseProgress).toEqual({
      percentComplete: 0,
      pointsEarned: 0,
      totalPoints: 0,
      completedAt: null,
    });
  });
});
