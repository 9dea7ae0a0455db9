import { eq } from 'drizzle-orm';
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

  test('a quiz that was handed in, all wrong, begins a course on every page', async () => {
    const { db, plant, people, ours, send } = await openAdministration(openDb);
    const courseId = await plant.course({ visibility: 'organization', organizationId: ours });
    await plant.lesson(courseId, { orderIndex: 1 });
    const quizId = await plant.lesson(courseId, { title: 'Closing quiz', orderIndex: 2 });
    await plant.lesson(courseId, { orderIndex: 3 });
    const { id, answers } = await plant.question(quizId, [true, false]);
    const [quizzed, idle] = [people.member, await plant.person({ organizationId: ours })];
    const enrollment = { userIds: [quizzed, idle] };
    expect((await send(people.admin, 'POST', `/api/admin/courses/${courseId}/enrollments`, enrollment)).status).toBe(
      200,
    );
    const submission = { answers: { [id]: String(answers[1]) } };
    const submit = (round = 1) => send(quizzed, 'POST', `/api/lessons/${quizId}/quiz/submit`, { ...submission, round });
    expect((await submit()).body).toMatchObject({ passed: false });
    const read = async (path: string) => (await send(people.admin, 'GET', path)).body;
    const pages = async () => {
      const tab = await read(`/api/admin/courses/${courseId}/learners?state=not-started`);
      const members: MemberList = await read(`/api/enterprise/admin/organizations/${ours}/users?courseId=${courseId}`);
      const analytics = await read(`/api/admin/courses/${courseId}/analytics`);
      const notStarted: MemberList = await read(
        `/api/enterprise/admin/organizations/${ours}/users?courseId=${courseId}&standing=not-started`,
      );
      return {
        tab: tab.learners.map(({ userId }: { userId: string }) => userId),
        people: notStarted.users.map((row) => row.id),
        inProgress: members.users.filter((row) => row.progressStats.inProgressCourses > 0).map((row) => row.id),
        began: analytics.began,
      };
    };
    expect(await pages()).toEqual({ tab: [idle], people: [idle], inProgress: [quizzed], began: 1 });
    // After a renewal it has to be handed in again.
    const { courseProgress, pastRounds } = db.tables;
    const past = { userId: quizzed, courseId, round: 1, percent: 0, pointsEarned: 0, totalPoints: 30 };
    await db.insert(pastRounds).values({ ...past, enrolledAt: daysAgo(9), endedAt: new Date() });
    await db.update(courseProgress).set({ round: 2 }).where(eq(courseProgress.userId, quizzed));
    expect(await pages()).toMatchObject({ inProgress: [], began: 0 });
    await submit(2);
    expect(await pages()).toMatchObject({ tab: [idle], inProgress: [quizzed], began: 1 });
  });

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
