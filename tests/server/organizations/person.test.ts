// One person as administrators see them.
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { PersonDetail, PersonLessons } from '#sync/contract/person.ts';
import { openAdministration } from '#tests/fixtures/administration.ts';
import { onEveryEngine } from '#tests/fixtures/db.ts';

const NOVEMBER = (day: number) => new Date(Date.UTC(2026, 10, day));

onEveryEngine('a person', (openDb) => {
  const started = async () => {
    const all = await openAdministration(openDb);
    const { db, plant, people, ours, theirs, send } = all;
    const { courseProgress, unitProgress, quizAttempts, certificates } = db.tables;
    const own = await plant.course({ title: 'Ours', organizationId: ours, visibility: 'organization' });
    const text = await plant.lesson(own, { orderIndex: 1, title: 'A text' });
    const quiz = await plant.lesson(own, { orderIndex: 2, title: 'A quiz' });
    await plant.lesson(own, { orderIndex: 3, title: 'Retired', retiredAt: NOVEMBER(1) });
    const foreign = await plant.course({ title: 'Not ours', organizationId: theirs, visibility: 'organization' });
    const failed = await plant.lesson(foreign, { orderIndex: 1, title: 'Another quiz' });
    const userId = people.member;
    const enrolled = { userId, enrolledAt: NOVEMBER(1) };
    await db.insert(courseProgress).values([
      { ...enrolled, courseId: own, isAssigned: true, lastActivityAt: NOVEMBER(9) },
      { ...enrolled, courseId: foreign, lastActivityAt: NOVEMBER(12) },
    ]);
    const done = { status: 'completed' as const, completedAt: NOVEMBER(8), updatedAt: NOVEMBER(8) };
    await db.insert(unitProgress).values({ userId, lessonId: text, courseId: own, ...done });
    const attempt = { userId, passed: false, answers: {}, quizVersion: 'v1' };
    for (const [day, score, lessonId] of [
      [5, 40, quiz],
      [9, 67, quiz],
      [12, 10, failed],
    ] as const)
      await db.insert(quizAttempts).values({ ...attempt, lessonId, score, submittedAt: NOVEMBER(day) });
    const paper = { userId, learnerName: 'Maren', courseTitle: 'Paper', issuedAt: NOVEMBER(3) };
    await db.insert(certificates).values([
      { ...paper, serial: 'GW-OURS', courseId: own },
      { ...paper, serial: 'GW-THEIRS', courseId: foreign },
    ]);
    const read = async (who: string) => (await send(who, 'GET', `/api/admin/people/${userId}`)).body as PersonDetail;
    return { ...all, own, text, quiz, foreign, userId, read };
  };

  test('is shown to an admin of their organization, with what that organization knows', async () => {
    const { people, ours, own, quiz, read } = await started();
    const seen = await read(people.admin);
    expect(seen.user).toMatchObject({
      full_name: 'Maren Member',
      organization: { id: ours, name: 'Demo Inspections' },
      is_org_admin: false,
    });
    expect(seen.courses).toEqual([
      {
        ...{
          id: own,
          title: 'Ours',
          percent: 50,
          completedLessons: 1,
          lessons: 2,
          isAssigned: true,
          canEdit: true,
          canAssign: true,
        },
        enrolledAt: NOVEMBER(1).toISOString(),
        dueOn: null,
        remindedAt: null,
        reminder: null,
        certificateEnds: null,
        completedAt: null,
        lastActivityAt: NOVEMBER(9).toISOString(),
        ...{ round: 1, pastRounds: [] },
      },
    ]);
    expect(seen.lastSeenAt).toBe(NOVEMBER(9).toISOString());
    expect(seen.certificates.map(({ serial }) => serial)).toEqual(['GW-OURS']);
    expect(seen.stuckAt).toMatchObject({ courseTitle: 'Ours', lessonId: quiz, attempts: 2, bestScore: 67 });
  });

  test('hangs at a quiz of the present round, whatever they passed or failed in earlier ones', async () => {
    const { db, people, quiz, own, userId, read } = await started();
    const { courseProgress, quizAttempts } = db.tables;
    const attempt = { userId, lessonId: quiz, answers: {}, quizVersion: 'v1' };
    await db.insert(quizAttempts).values({ ...attempt, score: 90, passed: true, submittedAt: NOVEMBER(10) });
    expect((await read(people.admin)).stuckAt, 'passed').toBeNull();
    await db.update(courseProgress).set({ round: 2 }).where(eq(courseProgress.courseId, own));
    expect((await read(people.admin)).stuckAt, 'renewed').toBeNull();
    const again = { ...attempt, round: 2, score: 30, passed: false, submittedAt: NOVEMBER(14) };
    await db.insert(quizAttempts).values(again);
    const seen = await read(people.admin);
    expect(seen.stuckAt).toMatchObject({ lessonId: quiz, attempts: 1, bestScore: 30 });
    // A try that failed was seen, too.
    expect(seen.lastSeenAt).toBe(NOVEMBER(14).toISOString());
    await db
      .update(courseProgress)
      .set({ completedAt: NOVEMBER(15) })
      .where(eq(courseProgress.courseId, own));
    expect((await read(people.admin)).stuckAt, 'completed all the same').toBeNull();
  });

  test('is shown whole to a super admin, the course used last first', async () => {
    const { people, read } = await started();
    const seen = await read(people.super);
    expect(seen.courses.map(({ title }) => title)).toEqual(['Not ours', 'Ours']);
    expect(seen.certificates.map(({ serial }) => serial).sort()).toEqual(['GW-OURS', 'GW-THEIRS']);
    expect(seen.stuckAt).toMatchObject({ lessonTitle: 'Another quiz', attempts: 1, bestScore: 10 });
  });

  test('has the lessons of a course with status and attempts, the last attempt first', async () => {
    const { people, userId, own, text, quiz, send } = await started();
    const { body } = await send(people.admin, 'GET', `/api/admin/people/${userId}/courses/${own}`);
    const { lessons } = body as PersonLessons;
    expect(lessons.map(({ id, status }) => [id, status])).toEqual([
      [text, 'completed'],
      [quiz, 'not_started'],
    ]);
    expect(lessons[1]?.attempts.map(({ score, passed }) => [score, passed])).toEqual([
      [67, false],
      [40, false],
    ]);
  });

  test('has after a renewal the round of each attempt, and when a lesson was completed before', async () => {
    const { db, people, userId, own, text, quiz, send } = await started();
    const { courseProgress, unitProgress, pastUnits, quizAttempts } = db.tables;
    const anew = { status: 'not_started' as const, completedAt: null, updatedAt: NOVEMBER(14), rev: 2 };
    const [unit] = await db.select().from(unitProgress).where(eq(unitProgress.lessonId, text));
    if (!unit) throw new Error('No progress was planted.');
    await db.insert(pastUnits).values({ ...unit, round: 1 });
    await db.update(unitProgress).set(anew).where(eq(unitProgress.lessonId, text));
    await db.update(courseProgress).set({ round: 2 }).where(eq(courseProgress.courseId, own));
    const again = { userId, lessonId: quiz, answers: {}, quizVersion: 'v1', round: 2, submittedAt: NOVEMBER(15) };
    await db.insert(quizAttempts).values({ ...again, score: 90, passed: true });
    const { body } = await send(people.admin, 'GET', `/api/admin/people/${userId}/courses/${own}`);
    const { lessons } = body as PersonLessons;
    expect(lessons[0]).toMatchObject({
      status: 'not_started',
      lastRound: { round: 1, completedAt: NOVEMBER(8).toISOString() },
    });
    expect(lessons[1]?.lastRound).toBeNull();
    expect(lessons[1]?.attempts.map(({ score, round }) => [score, round])).toEqual([
      [90, 2],
      [67, 1],
      [40, 1],
    ]);
  });

  test('says how much of a video was played, which whoever marks it complete may not have seen', async () => {
    const { db, plant, people, userId, own, text, send } = await started();
    const { lessons, unitProgress } = db.tables;
    const show = async (createdAt: Date) => {
      const video = { assetId: await plant.asset({ createdAt }), durationSeconds: 100 };
      await db.update(lessons).set(video).where(eq(lessons.id, text));
    };
    await show(NOVEMBER(1));
    const percents = async () => {
      const { body } = await send(people.admin, 'GET', `/api/admin/people/${userId}/courses/${own}`);
      return (body as PersonLessons).lessons.map(({ watchedPercent }) => watchedPercent);
    };
    expect(await percents()).toEqual([0, null]);
    const watched: [number, number][] = [
      [0, 10],
      [5, 12],
    ];
    await db.update(unitProgress).set({ watched }).where(eq(unitProgress.lessonId, text));
    expect(await percents()).toEqual([12, null]);
    await show(NOVEMBER(20));
    expect(await percents(), 'completed before there was this video').toEqual([null, null]);
  });

  test('is not there for others, and neither is a course that the organization does not know', async () => {
    const { db, people, userId, foreign, own, refused } = await started();
    const at = `/api/admin/people/${userId}`;
    expect(await refused(people.otherAdmin, 'GET', at)).toBe('404 user_not_found');
    expect(await refused(people.otherAdmin, 'GET', `${at}/courses/${own}`)).toBe('404 user_not_found');
    expect(await refused(people.admin, 'GET', `${at}/courses/${foreign}`)).toBe('404 course_not_found');
    expect(await refused(people.member, 'GET', at)).toBe('403 access_denied');
    await db.update(db.tables.profiles).set({ erasedAt: NOVEMBER(20) });
    expect(await refused(people.super, 'GET', at)).toMatch(/^40/);
  });
});
