import { describe, expect, test } from 'vitest';
import { openAdministration } from '#tests/fixtures/administration.ts';
import type { MemberList } from '#tests/fixtures/answers.ts';
import { onEveryEngine } from '#tests/fixtures/db.ts';

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);

type Enrolled = { isAssigned: boolean; percent?: number; isCompleted?: boolean; seen?: number };

onEveryEngine('standings', (openDb) => {
  /** Enrolls one more member, who joined so many days ago, and names the standings whose list holds them. */
  const standingsOf = async (enrollments: Enrolled[], joined = 100) => {
    const { db, plant, people, ours, send } = await openAdministration(openDb);
    const userId = await plant.person({ organizationId: ours, createdAt: daysAgo(joined) });
    for (const { isCompleted, seen, ...enrollment } of enrollments)
      await db.insert(db.tables.courseProgress).values({
        ...{ userId, courseId: await plant.course(), ...enrollment },
        completedAt: isCompleted ? daysAgo(50) : null,
        lastActivityAt: seen === undefined ? null : daysAgo(seen),
      });
    const isIn = async (standing: string) => {
      const path = `/api/enterprise/admin/organizations/${ours}/users?standing=${standing}`;
      const { users } = (await send(people.admin, 'GET', path)).body as MemberList;
      return users.some(({ id }) => id === userId);
    };
    const standings: string[] = [];
    for (const standing of ['not-started', 'inactive']) if (await isIn(standing)) standings.push(standing);
    return standings;
  };

  test('an admin stands nowhere before they are enrolled in a course', async () => {
    const { db, plant, people, ours, send } = await openAdministration(openDb);
    const admin = await plant.person({ organizationId: ours, isOrgAdmin: true, createdAt: daysAgo(100) });
    const isIn = async (standing: string) => {
      const path = `/api/enterprise/admin/organizations/${ours}/users?standing=${standing}`;
      const { users } = (await send(people.admin, 'GET', path)).body as MemberList;
      return users.some(({ id }) => id === admin);
    };
    expect([await isIn('not-started'), await isIn('inactive')]).toEqual([false, false]);
    const enrollment = { userId: admin, courseId: await plant.course(), isAssigned: true };
    await db.insert(db.tables.courseProgress).values(enrollment);
    expect([await isIn('not-started'), await isIn('inactive')]).toEqual([true, true]);
  });

  test('[M5] who was renewed has not started until a lesson of the new round is begun, as their row says', async () => {
    const { db, plant, people, ours, send } = await openAdministration(openDb);
    const userId = await plant.person({ organizationId: ours });
    const courseId = await plant.course({ visibility: 'public' });
    const lessonId = await plant.lesson(courseId);
    const seen = { lastActivityAt: daysAgo(1), round: 2 };
    await db.insert(db.tables.courseProgress).values({ userId, courseId, isAssigned: true, ...seen });
    const found = async () => {
      const path = `/api/enterprise/admin/organizations/${ours}/users?standing=not-started`;
      const { users } = (await send(people.admin, 'GET', path)).body as MemberList;
      return users.find(({ id }) => id === userId)?.progressStats.notStartedCourses;
    };
    await db.insert(db.tables.unitProgress).values({ userId, courseId, lessonId });
    expect(await found()).toBe(1);
    await db.update(db.tables.unitProgress).set({ status: 'in_progress' });
    expect(await found()).toBeUndefined();
  });

  describe('[M5] who has not started, and who is inactive', () => {
    const assigned = { isAssigned: true };
    test.each<[string, Enrolled[], string[], joined?: number]>([
      ['nothing begun', [assigned, assigned], ['not-started'], 20],
      ['a little done', [{ ...assigned, percent: 49, seen: 1 }, assigned], []],
      ['half done', [{ ...assigned, percent: 50, seen: 1 }, assigned], []],
      ['everything done', [{ ...assigned, percent: 100, isCompleted: true, seen: 1 }], []],
      ['all done, although a lesson came later', [{ ...assigned, percent: 40, isCompleted: true, seen: 1 }], []],
      ['no course', [], ['not-started'], 20],
      ['a course chosen and not opened', [{ isAssigned: false }], [], 20],
      ['silent for 31 days', [{ ...assigned, percent: 80, seen: 31 }], ['inactive']],
      ['silent for 29 days', [{ ...assigned, percent: 80, seen: 29 }], []],
      ['never active since joining', [assigned], ['not-started', 'inactive']],
      ['joined yesterday', [assigned], ['not-started'], 1],
    ])('%s', async (_, enrollments, expected, joined) => {
      expect(await standingsOf(enrollments, joined)).toEqual(expected);
    });
  });
});
