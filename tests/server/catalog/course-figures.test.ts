// The counts of a course of many are kept, and a small one is counted when it is read (decision 296).
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { countLargeCourses, MANY_PEOPLE } from '#server/catalog/course-figures.ts';
import { onEveryEngine } from '#tests/fixtures/db.ts';
import { plantMembers } from '#tests/fixtures/jobs.ts';
import { planter } from '#tests/fixtures/plant.ts';
import { openRooms } from '#tests/fixtures/rooms.ts';

onEveryEngine('the figures of a course of many', (openDb) => {
  test('are those of the last count, and of a small course those of this moment', async () => {
    const db = await openDb();
    const plant = planter(db);
    const rooms = await openRooms(db);
    const organizationId = await plant.organization();
    const [large, small] = [await plant.course({ title: 'Large' }), await plant.course({ title: 'Small' })];
    const [one = '', other = '', ...rest] = await plantMembers(db, organizationId, MANY_PEOPLE + 1);
    const { courseProgress, courseRatings, courseFigures } = db.tables;
    const enroll = (courseId: number, who: string[]) =>
      db.insert(courseProgress).values(who.map((userId) => ({ userId, courseId })));
    for (const part of [rest.slice(0, 500), rest.slice(500)]) await enroll(large, part);
    await enroll(large, [one]);
    await enroll(small, [one]);
    const shown = async (courseId: number) => {
      const { body } = await rooms.ask(null, `/api/public/courses/${courseId}`);
      return [body.enrollmentCount, body.reviewCount, body.rating];
    };
    const listed = async () => {
      const { body } = await rooms.ask(null, '/api/public/courses');
      return body.courses.map((course: { enrollmentCount: number }) => course.enrollmentCount);
    };
    await countLargeCourses({ db });
    expect(await db.select().from(courseFigures)).toEqual([
      { courseId: large, enrolled: MANY_PEOPLE, reviews: 0, starsSum: 0 },
    ]);
    await enroll(large, [other]);
    await enroll(small, [other]);
    await db.insert(courseRatings).values([large, small].map((courseId) => ({ userId: one, courseId, stars: 4 })));
    expect([await shown(large), await shown(small), await listed()]).toEqual([
      [MANY_PEOPLE, 0, 0],
      [2, 1, 4],
      [MANY_PEOPLE, 2],
    ]);
    await countLargeCourses({ db });
    expect([await shown(large), await listed()]).toEqual([
      [MANY_PEOPLE + 1, 1, 4],
      [MANY_PEOPLE + 1, 2],
    ]);
    await db.delete(courseProgress).where(eq(courseProgress.userId, other));
    await db.delete(courseProgress).where(eq(courseProgress.userId, one));
    await countLargeCourses({ db });
    expect(await db.select().from(courseFigures)).toEqual([]);
    expect(await shown(large)).toEqual([MANY_PEOPLE - 1, 1, 4]);
  });
});
