import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { freshInvitation } from '#server/invitations/invitations.ts';
import type { Activity } from '#sync/contract/analytics.ts';
import { openAdministration } from '#tests/fixtures/administration.ts';
import { onEveryEngine } from '#tests/fixtures/db.ts';

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);

onEveryEngine('what happened lately', (openDb) => {
  const started = async () => {
    const all = await openAdministration(openDb);
    const { db, plant, ours, send } = all;
    const { courseProgress, profiles, unitProgress, quizFigures } = db.tables;
    await db.update(profiles).set({ createdAt: daysAgo(60) });
    const course = await plant.course({ title: 'Field training' });
    const lesson = await plant.lesson(course, { title: 'Scan a room' });
    const quiz = await plant.lesson(course, { title: 'Quiz: Scan Quality', orderIndex: 2 });
    const learner = async (fullName: string, { days = 1, organizationId = ours, isDone = false } = {}) => {
      const userId = await plant.person({ fullName, organizationId, createdAt: daysAgo(60) });
      const at = daysAgo(days);
      const completedAt = isDone ? at : null;
      const enrolledAt = daysAgo(60);
      await db.insert(courseProgress).values({ userId, courseId: course, enrolledAt, lastActivityAt: at, completedAt });
      return { userId, at };
    };
    const complete = async ({ userId, at }: Awaited<ReturnType<typeof learner>>, lessonId = lesson) => {
      await db
        .insert(unitProgress)
        .values({ userId, courseId: course, lessonId, status: 'completed', completedAt: at });
    };
    const attempt = async ({ userId, at }: Awaited<ReturnType<typeof learner>>, passed: number) => {
      const sums = { attempts: 2, scoreSum: 90, durationMsSum: 0, timedAttempts: 0 };
      await db.insert(quizFigures).values({ userId, lessonId: quiz, passed, lastAttemptAt: at, ...sums });
    };
    const read = async (who: string, query = '') =>
      (await send(who, 'GET', `/api/admin/activity${query}`)).body as Activity;
    const linesOf = async (who: string, query = '') =>
      (await read(who, query)).lines.map(({ kind, title, count, people }) => [
        ...[kind, title, count],
        people.map(({ name }) => name).join(', '),
      ]);
    return { ...all, course, lesson, quiz, learner, complete, attempt, read, linesOf };
  };

  test('is gathered by what was done, the latest first, of the organization alone', async () => {
    const { people, ours, theirs, plant, quiz, learner, complete, attempt, linesOf } = await started();
    await complete(await learner('Lena', { days: 3 }));
    await complete(await learner('Omar', { days: 2, isDone: true }));
    await attempt(await learner('Priya', { days: 1 }), 0);
    const tomas = await learner('Tomas', { days: 1.5 });
    await attempt(tomas, 1);
    await complete(tomas, quiz);
    await complete(await learner('Foreign', { organizationId: theirs }));
    await plant.person({ fullName: 'New', organizationId: ours });
    expect(await linesOf(people.admin)).toEqual([
      ['account', 'Demo Inspections', 1, 'New'],
      ['failed', 'Quiz: Scan Quality', 1, 'Priya'],
      ['lesson', 'Quiz: Scan Quality', 1, 'Tomas'],
      ['course', 'Field training', 1, 'Omar'],
      ['lesson', 'Scan a room', 2, 'Omar, Lena'],
    ]);
    expect(await linesOf(people.super)).toContainEqual(['lesson', 'Scan a room', 3, 'Foreign, Omar, Lena']);
  });

  test('tells of people who come with an older account, by invitation or by a move, and of a new account once', async () => {
    const { people, ours, theirs, plant, db, rooms, send, linesOf } = await started();
    const { invitations } = db.tables;
    const { token, row } = freshInvitation({
      organizationId: ours,
      createdBy: people.admin,
      role: 'member',
      maxUses: 9,
    });
    await db.insert(invitations).values(row);
    await rooms.post(people.learner, '/api/enterprise/consume-invitation', { invitationToken: token });
    const fresh = await plant.person({ fullName: 'Nora New' });
    await rooms.post(fresh, '/api/enterprise/consume-invitation', { invitationToken: token });
    // Who is there already does not come a second time.
    await rooms.post(people.member, '/api/enterprise/consume-invitation', { invitationToken: token });
    const move = { userIds: [people.otherMember], organizationId: ours };
    await send(people.super, 'POST', '/api/admin/assign-user-to-organization', move);
    const lines = await linesOf(people.admin);
    expect(lines.map(([kind, title, count]) => [kind, title, count])).toEqual(
      expect.arrayContaining([
        ['joined', 'Demo Inspections', 2],
        ['account', 'Demo Inspections', 1],
      ]),
    );
    expect(lines).toHaveLength(2);
    await send(people.super, 'POST', '/api/admin/assign-user-to-organization', { ...move, organizationId: theirs });
    expect(await linesOf(people.otherAdmin)).toEqual([['joined', 'Other Surveyors', 1, 'Olga Other']]);
    expect(await linesOf(people.admin)).toContainEqual(['joined', 'Demo Inspections', 1, 'Lea Learner']);
  });

  test('is of what came since a time, and of the last 30 days at most', async () => {
    const { people, learner, complete, linesOf, read } = await started();
    await complete(await learner('Lena', { days: 3 }));
    await complete(await learner('Omar', { days: 1 }));
    await complete(await learner('Old', { days: 31 }));
    expect(await linesOf(people.admin, `?since=${daysAgo(2).toISOString()}`)).toMatchObject([
      ['lesson', {}, 1, 'Omar'],
    ]);
    expect(await linesOf(people.admin, `?since=${daysAgo(90).toISOString()}`)).toMatchObject([
      ['lesson', {}, 2, 'Omar, Lena'],
    ]);
    const { since } = await read(people.admin);
    expect(Date.parse(since)).toBeGreaterThan(daysAgo(30.1).getTime());
  });

  test('is of the people of one group', async () => {
    const { people, ours, plant, learner, complete, linesOf } = await started();
    const lena = await learner('Lena');
    await complete(lena);
    await complete(await learner('Omar'));
    const crew = await plant.group(ours);
    await plant.inGroup(crew, lena.userId);
    expect(await linesOf(people.admin, `?group=${crew}`)).toEqual([['lesson', 'Scan a room', 1, 'Lena']]);
    expect(await linesOf(people.otherAdmin, `?group=${crew}`)).toEqual([]);
  });

  test('leaves out a course from the moment that it is deleted', async () => {
    const { db, people, course, learner, complete, attempt, linesOf } = await started();
    await complete(await learner('Lena', { isDone: true }));
    await attempt(await learner('Omar'), 0);
    expect((await linesOf(people.admin)).map(([kind]) => kind)).toEqual(
      expect.arrayContaining(['course', 'lesson', 'failed']),
    );
    const { courses } = db.tables;
    await db.update(courses).set({ deletedAt: new Date() }).where(eq(courses.id, course));
    expect(await linesOf(people.admin)).toEqual([]);
  });

  test('leaves out erased people', async () => {
    const { db, people, learner, complete, linesOf } = await started();
    const lena = await learner('Lena');
    await complete(lena);
    await complete(await learner('Omar'));
    const { profiles } = db.tables;
    await db.update(profiles).set({ erasedAt: new Date() }).where(eq(profiles.id, lena.userId));
    expect(await linesOf(people.admin)).toEqual([['lesson', 'Scan a room', 1, 'Omar']]);
  });

  test('names 20 of many, and says so when there was more than it read', async () => {
    const { db, people, plant, course, lesson, ours, read } = await started();
    const { profiles, courseProgress, unitProgress } = db.tables;
    const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
    const ids = await Promise.all(Array.from({ length: 1001 }, () => plant.person({ organizationId: ours })));
    await db.update(profiles).set({ createdAt: daysAgo(60) });
    const rows = ids.map((userId, place) => ({ userId, courseId: course, at: minutesAgo(place + 1) }));
    await db.insert(courseProgress).values(rows.map(({ at, ...row }) => ({ ...row, lastActivityAt: at })));
    await db
      .insert(unitProgress)
      .values(
        rows.map(({ at, ...row }) => ({ ...row, lessonId: lesson, status: 'completed' as const, completedAt: at })),
      );
    const other = await plant.lesson(course, { title: 'Light the room', orderIndex: 3 });
    const last = rows.slice(990).map(({ at, ...row }) => ({ ...row, lessonId: other, completedAt: at }));
    await db.insert(unitProgress).values(last.map((row) => ({ ...row, status: 'completed' as const })));
    const { isAll, lines } = await read(people.admin);
    expect(isAll).toBe(false);
    expect(lines).toMatchObject([
      { kind: 'lesson', count: 1000, course: 'Field training', courseId: course },
      { kind: 'lesson', count: 10 },
    ]);
    expect(lines[0]?.people.map(({ id }) => id)).toEqual(ids.slice(0, 20));
  });

  test('says so when there was more than 40 lines hold', async () => {
    const { db, people, plant, course, learner, read } = await started();
    const lena = await learner('Lena');
    const complete = async (count: number) => {
      for (let n = 0; n < count; n += 1) {
        const row = {
          userId: lena.userId,
          courseId: course,
          lessonId: await plant.lesson(course),
          completedAt: lena.at,
        };
        await db.insert(db.tables.unitProgress).values({ ...row, status: 'completed' });
      }
    };
    await complete(40);
    expect(await read(people.admin)).toMatchObject({ isAll: true, lines: { length: 40 } });
    await complete(1);
    expect(await read(people.admin)).toMatchObject({ isAll: false, lines: { length: 40 } });
  });

  test('tells of a quiz that was passed in the round before and not in this one', async () => {
    const { db, people, lesson, learner, complete, linesOf } = await started();
    const { quizFigures } = db.tables;
    const lena = await learner('Lena');
    const sums = { attempts: 2, passed: 1, scoreSum: 90, durationMsSum: 0, timedAttempts: 0, lastAttemptAt: lena.at };
    await db.insert(quizFigures).values({ userId: lena.userId, lessonId: lesson, ...sums });
    expect(await linesOf(people.admin)).toEqual([['failed', 'Scan a room', 1, 'Lena']]);
    await complete(lena);
    expect(await linesOf(people.admin)).toEqual([['lesson', 'Scan a room', 1, 'Lena']]);
  });

  test('keeps what was done before a renewal, which nobody failed by', async () => {
    const { people, course, quiz, learner, complete, attempt, linesOf, send } = await started();
    const lena = await learner('Lena', { days: 2, isDone: true });
    await complete(lena);
    await complete(lena, quiz);
    await attempt(lena, 1);
    const done = [
      ['lesson', 'Scan a room', 1, 'Lena'],
      ['lesson', 'Quiz: Scan Quality', 1, 'Lena'],
      ['course', 'Field training', 1, 'Lena'],
    ];
    const lines = async () => (await linesOf(people.super)).sort();
    expect(await lines()).toEqual(done.toSorted());
    const renewed = await send(people.super, 'POST', `/api/admin/courses/${course}/renewals`, {
      userId: lena.userId,
    });
    expect(renewed.status).toBe(200);
    expect(await lines()).toEqual(done.toSorted());
  });

  test('refuses a time that is none', async () => {
    const { people, refused } = await started();
    expect(await refused(people.admin, 'GET', '/api/admin/activity?since=yesterday')).toBe(
      '400 validation_failed since',
    );
  });
});
