import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { periodsOf } from '#server/analytics/overview.ts';
import type { Db } from '#server/db/client.ts';
import type {
  AnalyticsOverview,
  CourseAnalytics,
  CourseLearners,
  TopCourses,
  Trends,
} from '#sync/contract/analytics.ts';
import { onEveryEngine } from '#tests/fixtures/db.ts';
import { planter } from '#tests/fixtures/plant.ts';
import { openRooms } from '#tests/fixtures/rooms.ts';

const DAY = 24 * 60 * 60 * 1000;
const ago = (days: number) => new Date(Date.now() - days * DAY);

onEveryEngine('learning analytics', (openDb) => {
  async function started() {
    const db: Db = await openDb();
    const rooms = await openRooms(db);
    const plant = planter(db);
    const [own, other] = [await plant.organization(), await plant.organization()];
    const boss = await plant.person({ isSuperAdmin: true });
    const admin = await plant.person({ organizationId: own, isOrgAdmin: true });
    const { courseProgress, courseRatings, unitProgress } = db.tables;
    const enroll = async (userId: string, courseId: number, row: Partial<typeof courseProgress.$inferInsert> = {}) =>
      db.insert(courseProgress).values({ userId, courseId, enrolledAt: ago(1), lastActivityAt: ago(1), ...row });
    const rate = async (userId: string, courseId: number, stars: number, createdAt = ago(1)) =>
      db.insert(courseRatings).values({ userId, courseId, stars, createdAt });
    const touch = async (
      userId: string,
      lesson: { id: number; courseId: number },
      status: 'in_progress' | 'completed',
      at = ago(1),
    ) =>
      db.insert(unitProgress).values({
        userId,
        lessonId: lesson.id,
        courseId: lesson.courseId,
        status,
        rev: 1,
        completedAt: status === 'completed' ? at : null,
      });
    const read = async (who: string, path: string) => {
      const { status, body } = await rooms.ask(who, `/api${path}`);
      expect([path, status]).toEqual([path, 200]);
      return body;
    };
    return { db, rooms, plant, own, other, boss, admin, enroll, rate, touch, read };
  }

  test('[N3] an empty installation has zeros, and changes with nothing to compare', async () => {
    const { boss, read } = await started();
    expect((await read(boss, '/analytics/overview')) as AnalyticsOverview).toEqual({
      totalCourses: 0,
      activeLearners: 0,
      completionRate: 0,
      averageRating: 0,
      changes: { totalCourses: null, activeLearners: null, completionRate: null, averageRating: null },
    });
    expect(await read(boss, '/analytics/categories')).toEqual({ categories: [] });
    expect((await read(boss, '/analytics/top-courses')) as TopCourses).toEqual({ courses: [] });
  });

  test('[N3, Z11] the cards count, and their changes compare with the 30 days before', async () => {
    const { plant, boss, enroll, rate, touch, read } = await started();
    const old = await plant.course({ category: 'software', createdAt: ago(50), priceCents: 1_000 });
    const fresh = await plant.course({ category: 'business', createdAt: ago(2) });
    await plant.course({ isPublished: false });
    const lesson = { id: await plant.lesson(old), courseId: old };
    const [a, b, c] = [await plant.person(), await plant.person(), await plant.person()];
    // 45 days ago one person learned; in the last 30 days all three did.
    await enroll(a, old, { enrolledAt: ago(45), completedAt: ago(40), percent: 100, lastActivityAt: ago(3) });
    await enroll(b, old, { enrolledAt: ago(10) });
    await enroll(c, fresh, { enrolledAt: ago(5) });
    await touch(a, lesson, 'completed', ago(3));
    await rate(a, old, 3, ago(39));
    await rate(b, old, 5, ago(2));
    expect(await read(boss, '/analytics/overview')).toEqual({
      totalCourses: 3,
      activeLearners: 3,
      completionRate: 33,
      averageRating: 4,
      changes: { totalCourses: 200, activeLearners: 200, completionRate: -67, averageRating: 1 },
    });
    expect((await read(boss, '/analytics/categories')).categories).toEqual([
      { category: 'software', enrollments: 2, percentage: 67 },
      { category: 'business', enrollments: 1, percentage: 33 },
    ]);
    const { courses } = (await read(boss, '/analytics/top-courses')) as TopCourses;
    expect(
      courses.map(({ id, enrollmentCount, completionRate, rating, revenue }) => [
        id,
        enrollmentCount,
        completionRate,
        rating,
        revenue,
      ]),
    ).toEqual([
      [old, 2, 50, 4, 2_000],
      [fresh, 1, 0, 0, 0],
    ]);
  });

  test('[M4, N3] as many courses as the list of courses has, drafts too, for an installation and an organization', async () => {
    const { db, rooms, plant, own, other, boss, admin, read } = await started();
    await plant.course({ isPublished: false });
    await plant.course({ deletedAt: new Date() });
    await plant.course({ organizationId: own, visibility: 'organization', isPublished: false });
    await plant.course({ organizationId: other, visibility: 'organization' });
    await plant.grant(await plant.course({ organizationId: other, visibility: 'private' }), own);
    await plant.course({ archivedAt: new Date() });
    await plant.course();
    const listed = async (who: string, query: string) =>
      (await rooms.ask(who, `/api/admin/courses?${query}`)).body.total;
    const told = async (who: string) => (await read(who, '/analytics/overview')).totalCourses;
    expect([await told(boss), await listed(boss, ''), (await read(boss, '/admin/stats')).courses]).toEqual([6, 6, 6]);
    expect([await told(admin), await listed(admin, 'among=usable')]).toEqual([3, 3]);
    await db.update(db.tables.organizations).set({ isActive: false }).where(eq(db.tables.organizations.id, other));
    expect([await told(admin), await listed(admin, 'among=usable')]).toEqual([2, 2]);
  });

  test('[N3] a course is no top course from the moment that it is deleted', async () => {
    const { plant, boss, enroll, read } = await started();
    const [kept, gone] = [await plant.course(), await plant.course({ deletedAt: new Date() })];
    const learner = await plant.person();
    for (const course of [kept, gone]) await enroll(learner, course);
    const { courses } = (await read(boss, '/analytics/top-courses')) as TopCourses;
    expect(courses.map(({ id }) => id)).toEqual([kept]);
  });

  test('[N3] a course has no share of its category from the moment that it is deleted', async () => {
    const { plant, boss, enroll, read } = await started();
    const kept = await plant.course({ category: 'software' });
    const gone = await plant.course({ category: 'business', deletedAt: new Date() });
    const learner = await plant.person();
    for (const course of [kept, gone]) await enroll(learner, course);
    expect((await read(boss, '/analytics/categories')).categories).toEqual([
      { category: 'software', enrollments: 1, percentage: 100 },
    ]);
  });

  test('[N3] the trend has every period of its range once, also those without anybody', async () => {
    const { rooms, plant, boss, enroll, read } = await started();
    const course = await plant.course();
    const [a, b] = [await plant.person(), await plant.person()];
    await enroll(a, course, { enrolledAt: new Date(), completedAt: new Date() });
    await enroll(b, course, { enrolledAt: ago(20) });
    await enroll(await plant.person(), course, { enrolledAt: ago(45) });
    for (const [range, count] of [
      ['30d', 30],
      ['90d', 13],
      ['1y', 12],
    ] as const) {
      const { points, earlier } = (await read(boss, `/analytics/trends?range=${range}`)) as Trends;
      expect([range, points.length, earlier.length]).toEqual([range, count, count]);
      const sumOf = (some: { enrollments: number }[]) => some.reduce((sum, point) => sum + point.enrollments, 0);
      expect([range, sumOf(points), sumOf(earlier)]).toEqual(range === '30d' ? [range, 2, 1] : [range, 3, 0]);
      expect(points.at(-1)?.completions).toBe(1);
    }
    const wrong = await rooms.ask(boss, '/api/analytics/trends?range=7d');
    expect([wrong.status, wrong.body.field]).toEqual([400, 'range']);
  });

  test('[N3] the time before is counted as far as the running one has come', async () => {
    const { plant, boss, enroll, read } = await started();
    const course = await plant.course();
    const hour = 3_600_000;
    const monthAgo = Date.now() - 30 * 24 * hour;
    await enroll(await plant.person(), course, { enrolledAt: new Date(monthAgo - 1000) });
    await enroll(await plant.person(), course, { enrolledAt: new Date(monthAgo + hour) });
    const { points, earlier } = (await read(boss, '/analytics/trends')) as Trends;
    const counts = [...earlier, ...points].map(({ enrollments }) => enrollments);
    // Whoever enrolled an hour later that day is in neither, unless that was the next day.
    const isNextDay = new Date(monthAgo + hour).getUTCDate() !== new Date(monthAgo).getUTCDate();
    expect(counts.reduce((sum, one) => sum + one, 0)).toBe(isNextDay ? 2 : 1);
    expect(earlier.at(-1)?.from).toBe(new Date(new Date(monthAgo).setUTCHours(0, 0, 0, 0)).toISOString());
  });

  test('[N3, M12] an org admin sees figures of their own people alone', async () => {
    const { db, plant, own, other, admin, enroll, read } = await started();
    const course = await plant.course({ category: 'software' });
    const mine = await plant.person({ organizationId: own });
    const foreign = await plant.person({ organizationId: other });
    await enroll(mine, course);
    await enroll(foreign, course);
    expect((await read(admin, '/analytics/overview')).activeLearners).toBe(1);
    expect((await read(admin, '/analytics/categories')).categories[0].enrollments).toBe(1);
    expect((await read(admin, '/analytics/top-courses')).courses[0].enrollmentCount).toBe(1);
    expect((await read(admin, '/analytics/trends')).points.at(-2).enrollments).toBe(1);
    const { courseProgress } = db.tables;
    await db.update(courseProgress).set({ round: 2 }).where(eq(courseProgress.userId, mine));
    expect((await read(admin, '/analytics/trends')).points.at(-2).enrollments, 'a renewal is none').toBe(0);
  });

  test('[U3, Z11] a course shows where people stop, and who is furthest behind', async () => {
    const { rooms, plant, own, other, boss, admin, enroll, touch, read } = await started();
    const courseId = await plant.course({ visibility: 'organization', organizationId: own });
    const first = { id: await plant.lesson(courseId, { title: 'One', orderIndex: 1 }), courseId };
    const second = { id: await plant.lesson(courseId, { title: 'Two', orderIndex: 2 }), courseId };
    const ann = await plant.person({ organizationId: own, fullName: 'Ann' });
    const ben = await plant.person({ organizationId: own, fullName: 'Ben' });
    const eve = await plant.person({ organizationId: other, fullName: 'Eve' });
    await enroll(ann, courseId, { percent: 100, completedAt: ago(1) });
    await enroll(ben, courseId, { percent: 0, lastActivityAt: ago(60) });
    await enroll(eve, courseId, { percent: 50 });
    await touch(ann, first, 'completed');
    await touch(ann, second, 'completed');
    await touch(ben, first, 'in_progress');
    await touch(eve, first, 'completed');
    const told = (await read(admin, `/admin/courses/${courseId}/analytics`)) as CourseAnalytics;
    expect(told).toMatchObject({
      enrollments: 2,
      completions: 1,
      completionRate: 50,
      averagePercent: 50,
      activeLearners: 1,
    });
    expect(told.lessons.map(({ title, started, completed }) => [title, started, completed])).toEqual([
      ['One', 2, 1],
      ['Two', 1, 1],
    ]);
    expect((await read(boss, `/admin/courses/${courseId}/analytics`)).enrollments).toBe(3);
    const { learners } = (await read(boss, `/admin/courses/${courseId}/learners`)) as CourseLearners;
    expect(learners.map(({ fullName, percentComplete }) => [fullName, percentComplete])).toEqual([
      ['Ben', 0],
      ['Eve', 50],
      ['Ann', 100],
    ]);
    const page = await read(boss, `/admin/courses/${courseId}/learners?limit=2`);
    const rest = await read(boss, `/admin/courses/${courseId}/learners?cursor=${page.nextCursor}`);
    expect(rest.learners.map((row: { fullName: string }) => row.fullName)).toEqual(['Ann']);
    expect((await read(admin, `/admin/courses/${courseId}/learners`)).learners).toHaveLength(2);
    const crew = await plant.group(own);
    for (const { fullName, userId } of learners) if (fullName !== 'Ann') await plant.inGroup(crew, userId);
    const ofCrew = await read(admin, `/admin/courses/${courseId}/learners?group=${crew}`);
    expect(ofCrew.learners.map((row: { fullName: string }) => row.fullName)).toEqual(['Ben']);
    const named = async (query: string) => {
      const found = (await read(boss, `/admin/courses/${courseId}/learners?${query}`)) as CourseLearners;
      return [...found.learners.map(({ fullName }) => fullName), found.total];
    };
    expect(await named('search=ben')).toEqual(['Ben', 1]);
    expect(await named('sort=name')).toEqual(['Ann', 'Ben', 'Eve', 3]);
    expect(await named('sort=-name&limit=1')).toEqual(['Eve', 3]);
    expect(await named('sort=-progress')).toEqual(['Ann', 'Eve', 'Ben', 3]);
    expect(await named(`organizationId=${own}`)).toEqual(['Ben', 'Ann', 2]);
    expect((await rooms.ask(admin, `/api/admin/courses/${courseId}/learners?organizationId=${other}`)).body.code).toBe(
      'organization_not_found',
    );
    expect(await named('state=not-completed')).toEqual(['Ben', 'Eve', 2]);
    expect(await named('state=not-started'), 'Ben has begun a lesson').toEqual([0]);
    expect(await named('state=completed')).toEqual(['Ann', 1]);
    for (const state of ['overdue', 'behind', 'inactive']) expect(await named(`state=${state}`)).toEqual([0]);
    const two = learners.flatMap(({ userId, fullName }) => (fullName === 'Eve' ? [] : [userId]));
    expect(await named(`people=${two.join(',')}`)).toEqual(['Ben', 'Ann', 2]);
    const stranger = await plant.person({ organizationId: other, isOrgAdmin: true });
    for (const what of ['analytics', 'learners']) {
      expect((await rooms.ask(stranger, `/api/admin/courses/${courseId}/${what}`)).body.code).toBe('course_not_found');
      expect((await rooms.ask(boss, `/api/admin/courses/word/${what}`)).status).toBe(404);
    }
  });

  test('[U3] people with equal progress and enrollment are listed page by page, each once', async () => {
    const { plant, boss, enroll, read } = await started();
    const courseId = await plant.course();
    const enrolledAt = ago(2);
    for (let n = 0; n < 5; n += 1) await enroll(await plant.person(), courseId, { enrolledAt });
    const seen: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const after: string = cursor && `&cursor=${cursor}`;
      const page = (await read(boss, `/admin/courses/${courseId}/learners?limit=2${after}`)) as CourseLearners;
      seen.push(...page.learners.map(({ userId }) => userId));
      cursor = page.nextCursor;
    }
    expect([seen.length, new Set(seen).size]).toEqual([5, 5]);
  });

  test('[N3] what was completed in the last 30 days does not count for the time before', async () => {
    const { plant, boss, enroll, read } = await started();
    const courseId = await plant.course();
    const long = { enrolledAt: ago(50) };
    await enroll(await plant.person(), courseId, { ...long, completedAt: ago(40) });
    await enroll(await plant.person(), courseId, { ...long, completedAt: ago(10) });
    await enroll(await plant.person(), courseId, long);
    await enroll(await plant.person(), courseId, long);
    const { completionRate, changes } = (await read(boss, '/analytics/overview')) as AnalyticsOverview;
    expect([completionRate, changes.completionRate]).toEqual([50, 25]);
  });
});

test('[N3] the periods of a range join without a gap and end after now', () => {
  for (const day of ['2026-01-31T23:59:59.999Z', '2026-03-01T00:00:00.000Z', '2028-02-29T12:00:00.000Z']) {
    const now = new Date(day);
    for (const [range, count] of [
      ['30d', 30],
      ['90d', 13],
      ['1y', 12],
    ] as const) {
      const periods = periodsOf(range, now);
      expect(periods).toHaveLength(count + 1);
      expect(periods.every((at, n) => n === 0 || at > (periods[n - 1] ?? at))).toBe(true);
      expect(periods.at(-1)?.getTime()).toBeGreaterThan(now.getTime());
      expect(periods.at(-2)?.getTime()).toBeLessThanOrEqual(now.getTime());
    }
  }
});
