import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { RatingAnswer } from '#sync/contract/course.ts';
import { SyncResults } from '#sync/contract/operation.ts';
import { onEveryEngine } from '#tests/fixtures/db.ts';
import { planter } from '#tests/fixtures/plant.ts';
import { openRooms, type Rooms } from '#tests/fixtures/rooms.ts';

onEveryEngine('rating a course', (openDb) => {
  let rooms: Rooms;
  let plant: ReturnType<typeof planter>;

  beforeAll(async () => {
    const db = await openDb();
    plant = planter(db);
    rooms = await openRooms(db);
  });

  /** A course of one lesson, and a way to finish it. */
  const aSmallCourse = async () => {
    const courseId = await plant.course();
    const lessonId = await plant.lesson(courseId);
    const finish = (who: string) => rooms.post(who, '/api/progress/unit', { lessonId, status: 'completed' });
    return { courseId, lessonId, finish };
  };
  const rate = (who: string | null, courseId: number | string, body: unknown, key?: string) =>
    rooms.post(who, `/api/courses/${courseId}/rating`, body, key ? { 'Idempotency-Key': key } : {});
  const courseFor = async (who: string, courseId: number) => (await rooms.ask(who, `/api/courses/${courseId}`)).body;

  test('[Z1] who has completed it rates it and changes it; average, reviews and enrollments are counted', async () => {
    const { courseId, finish } = await aSmallCourse();
    const [me, other] = [await plant.person(), await plant.person()];
    await finish(me);
    await finish(other);
    expect(await courseFor(me, courseId)).not.toHaveProperty('ownStars');
    const told = await rate(me, courseId, { stars: 4 });
    expect(told.status).toBe(200);
    expect(RatingAnswer.parse(told.body)).toMatchObject({ stars: 4, changed: true });
    expect((await rate(me, courseId, { stars: 4 })).body).toMatchObject({ changed: false });
    expect(await courseFor(me, courseId)).toMatchObject({ ownStars: 4, rating: 4, reviewCount: 1, enrollmentCount: 2 });
    expect(await courseFor(other, courseId)).not.toHaveProperty('ownStars');
    await rate(other, courseId, { stars: 5 });
    expect((await rate(me, courseId, { stars: 2 })).body).toMatchObject({ stars: 2, changed: true });
    expect(await courseFor(me, courseId)).toMatchObject({ ownStars: 2, rating: 3.5, reviewCount: 2 });
    const { courses } = (await rooms.ask(me, '/api/courses?limit=500')).body;
    expect(courses.find(({ id }: { id: number }) => id === courseId)).toMatchObject({ ownStars: 2, rating: 3.5 });
    expect((await rooms.ask(null, `/api/public/courses/${courseId}`)).body).not.toHaveProperty('ownStars');
  });

  test('[Z1] who has not is refused, who once had is not', async () => {
    const { courseId, lessonId, finish } = await aSmallCourse();
    const me = await plant.person();
    expect(await rate(me, courseId, { stars: 4 })).toMatchObject({
      status: 422,
      body: { code: 'course_not_completed' },
    });
    expect(await courseFor(me, courseId), 'nobody joins a course by being refused').toMatchObject({
      enrollmentCount: 0,
    });
    await finish(me);
    await rooms.post(me, '/api/progress/unit', { lessonId, status: 'not_started' });
    expect((await rate(me, courseId, { stars: 4 })).status).toBe(200);
  });

  test.each([0, 6, 2.5, -1, '4', null, 1e300])('[Z1] %j stars are refused by the name of the field', async (stars) => {
    const { courseId, finish } = await aSmallCourse();
    const me = await plant.person();
    await finish(me);
    expect(await rate(me, courseId, { stars })).toMatchObject({
      status: 400,
      body: { code: 'validation_failed', field: 'stars' },
    });
    expect(await courseFor(me, courseId)).toMatchObject({ reviewCount: 0 });
  });

  test('[Z1] a hidden or missing course is not found, without a request to sign in', async () => {
    const me = await plant.person();
    const hidden = await plant.course({ visibility: 'private' });
    for (const id of [hidden, 'word', '-1', '0', '99999999999', 2_000_000_000]) {
      expect(await rate(me, id, { stars: 4 })).toMatchObject({ status: 404, body: { code: 'course_not_found' } });
    }
    expect((await rate(null, hidden, { stars: 4 })).status).toBe(401);
  });

  test('[Y9, Z1] the same key twice answers as the first time and counts once; with other stars it is refused', async () => {
    const { courseId, finish } = await aSmallCourse();
    const me = await plant.person();
    await finish(me);
    const key = randomUUID();
    const first = await rate(me, courseId, { stars: 4 }, key);
    await rate(me, courseId, { stars: 1 });
    expect((await rate(me, courseId, { stars: 4 }, key)).body).toEqual(first.body);
    expect(await courseFor(me, courseId)).toMatchObject({ ownStars: 1, reviewCount: 1 });
    expect(await rate(me, courseId, { stars: 5 }, key)).toMatchObject({ status: 422, body: { code: 'key_reuse' } });
  });

  test('[Y9] a refusal is decided again once the course is completed', async () => {
    const { courseId, finish } = await aSmallCourse();
    const me = await plant.person();
    const key = randomUUID();
    expect((await rate(me, courseId, { stars: 3 }, key)).status).toBe(422);
    await finish(me);
    expect((await rate(me, courseId, { stars: 3 }, key)).status).toBe(200);
  });

  test('[Y15, Z1] it travels in a batch, after the completion it needs', async () => {
    const { courseId, lessonId } = await aSmallCourse();
    const me = await plant.person();
    const operations = [
      { opId: randomUUID(), kind: 'unit', body: { lessonId, status: 'completed' } },
      { opId: randomUUID(), kind: 'rating', courseId, body: { stars: 5 } },
      { opId: randomUUID(), kind: 'rating', courseId: 2_000_000_000, body: { stars: 5 } },
    ];
    const { results } = SyncResults.parse((await rooms.post(me, '/api/sync', { operations })).body);
    expect(results.map(({ status }) => status)).toEqual([200, 200, 404]);
    expect(results[1]?.body).toMatchObject({ stars: 5, changed: true });
  });

  test('[H4] the catalog shows the person’s last activity in a course, and progress that of each lesson', async () => {
    const { courseId, finish } = await aSmallCourse();
    const me = await plant.person();
    expect(await courseFor(me, courseId)).not.toHaveProperty('lastActivityAt');
    const { unit } = (await finish(me)).body;
    expect(Date.parse(unit.updatedAt)).toBeGreaterThan(Date.now() - 60_000);
    expect(await courseFor(me, courseId)).toMatchObject({ lastActivityAt: unit.updatedAt });
    const { unitProgress } = (await rooms.ask(me, `/api/progress/enhanced/${courseId}`)).body;
    expect(unitProgress).toMatchObject([{ updatedAt: unit.updatedAt }]);
    expect(await courseFor(await plant.person(), courseId)).not.toHaveProperty('lastActivityAt');
  });
});
