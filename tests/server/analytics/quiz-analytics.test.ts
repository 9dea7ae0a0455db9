import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { QuizLessons } from '#sync/contract/analytics.ts';
import type { OrganizationQuizFigures, QuizSummary, QuizUsers } from '#tests/fixtures/answers.ts';

import { onEveryEngine } from '#tests/fixtures/db.ts';
import { planter } from '#tests/fixtures/plant.ts';
import { openRooms } from '#tests/fixtures/rooms.ts';

const NOTHING = { totalAttempts: 0, averageScore: 0, passRate: 0, averageDurationMs: 0 };

/** Two people with the same figures, in the order of their ids. */
const listedAlike = (one: string, other: string, named: Record<string, string>) =>
  [one, other].sort().map((id) => named[id]);

onEveryEngine('quiz analytics', (openDb) => {
  async function started() {
    const db = await openDb();
    const rooms = await openRooms(db);
    const plant = planter(db);
    const [own, other] = [await plant.organization({ name: 'Own' }), await plant.organization({ name: 'Other' })];
    const people = {
      boss: await plant.person({ isSuperAdmin: true }),
      admin: await plant.person({ organizationId: own, isOrgAdmin: true }),
      stranger: await plant.person({ organizationId: other, isOrgAdmin: true }),
      ann: await plant.person({ organizationId: own, fullName: 'Ann' }),
      ben: await plant.person({ organizationId: other, fullName: 'Ben' }),
    };
    const courseId = await plant.course({ title: 'Safety' });
    const quiz = await plant.lesson(courseId, { title: 'Ladder quiz', orderIndex: 1 });
    const exam = await plant.lesson(courseId, { title: 'Final exam', orderIndex: 2 });
    const [ladder, final] = [await plant.question(quiz, [true, false]), await plant.question(exam, [true, false])];
    const submit = async (
      who: string,
      lesson: number,
      right: boolean,
      durationMs?: number,
      key: string = randomUUID(),
    ) => {
      const question = lesson === quiz ? ladder : final;
      const answers = { [question.id]: String(question.answers[right ? 0 : 1]) };
      const body = { answers, ...(durationMs === undefined ? {} : { durationMs }) };
      return rooms.post(who, `/api/lessons/${lesson}/quiz/submit`, body, { 'Idempotency-Key': key });
    };
    const read = async (who: string, path: string) => (await rooms.ask(who, `/api/admin/quiz-analytics/${path}`)).body;
    return { db, rooms, plant, people, own, other, quiz, exam, submit, read };
  }

  test('[N1] nothing answered yet is all zeros, and no lesson and no person', async () => {
    const { people, read } = await started();
    expect((await read(people.boss, 'summary')) as QuizSummary).toEqual({ summary: NOTHING, lessons: [] });
    expect((await read(people.boss, 'users')) as QuizUsers).toEqual({ users: [], nextCursor: null, total: 0 });
  });

  test('[N1] attempts are counted by quiz and by person, and those without a duration do not lower its average', async () => {
    const { people, quiz, exam, submit, read } = await started();
    await submit(people.ann, quiz, false, 4_000);
    await submit(people.ann, quiz, true, 2_001);
    await submit(people.ben, quiz, true);
    await submit(people.ann, exam, false, 60_000);
    const { summary, lessons } = (await read(people.boss, 'summary')) as QuizSummary;
    expect(summary).toEqual({ totalAttempts: 4, averageScore: 50, passRate: 50, averageDurationMs: 22_000 });
    expect(lessons).toMatchObject([
      {
        lessonId: quiz,
        lessonTitle: 'Ladder quiz',
        courseTitle: 'Safety',
        totalAttempts: 3,
        averageScore: 67,
        passRate: 67,
        averageDurationMs: 3_001,
        firstTryRate: 50,
        trend: [null, null, null, null, null, 50],
      },
      {
        lessonId: exam,
        lessonTitle: 'Final exam',
        courseTitle: 'Safety',
        totalAttempts: 1,
        averageScore: 0,
        passRate: 0,
        averageDurationMs: 60_000,
        firstTryRate: 0,
        trend: [null, null, null, null, null, 0],
      },
    ]);
    const { users } = (await read(people.boss, 'users')) as QuizUsers;
    expect(
      users.map(({ fullName, totalAttempts, averageScore, passRate, lessonsAttempted }) => [
        fullName,
        totalAttempts,
        averageScore,
        passRate,
        lessonsAttempted,
      ]),
    ).toEqual([
      ['Ann', 3, 33, 33, 2],
      ['Ben', 1, 100, 100, 1],
    ]);
    expect(Date.parse(users[0]?.lastAttemptAt ?? '')).toBeGreaterThan(Date.now() - 60_000);
  });

  test('[N1] the last attempt is the last one, also of several', async () => {
    const { db, people, quiz, submit, read } = await started();
    await submit(people.ann, quiz, false);
    await db.update(db.tables.quizFigures).set({ lastAttemptAt: new Date(0) });
    await submit(people.ann, quiz, false);
    const [ann] = ((await read(people.boss, 'users')) as QuizUsers).users;
    expect(ann?.totalAttempts).toBe(2);
    expect(Date.parse(ann?.lastAttemptAt ?? '')).toBeGreaterThan(Date.now() - 60_000);
  });

  test('[N1] lessonId narrows both, a non-number is refused, and an unknown lesson has no figures', async () => {
    const { people, rooms, quiz, exam, submit, read } = await started();
    await submit(people.ann, quiz, true);
    await submit(people.ben, exam, true);
    expect((await read(people.boss, `summary?lessonId=${exam}`)).lessons).toHaveLength(1);
    expect(
      (await read(people.boss, `users?lessonId=${exam}`)).users.map((row: { fullName: string }) => row.fullName),
    ).toEqual(['Ben']);
    expect((await read(people.boss, 'summary?lessonId=999999')).summary).toEqual(NOTHING);
    for (const path of ['summary', 'users']) {
      const told = await rooms.ask(people.boss, `/api/admin/quiz-analytics/${path}?lessonId=abc`);
      expect([told.status, told.body.field]).toEqual([400, 'lessonId']);
    }
  });

  test('[N1] quizzes are searched, sorted and paged, and the figures of all of them stay beside', async () => {
    const { db, rooms, plant, people, own, other, quiz, exam, read } = await started();
    const late = await plant.lesson(await plant.course({ title: 'Élan' }), { title: 'abseil quiz', orderIndex: 1 });
    const figures = (
      userId: string,
      lessonId: number,
      [attempts, passed, durationMsSum]: [number, number, number],
    ) => ({
      ...{ userId, lessonId, attempts, passed, durationMsSum, timedAttempts: attempts },
      ...{ scoreSum: passed * 100, lastAttemptAt: new Date(0) },
    });
    await db
      .insert(db.tables.quizFigures)
      .values([
        figures(people.ann, quiz, [10, 9, 10_000]),
        figures(people.ann, exam, [10, 4, 50_000]),
        figures(people.ben, late, [2, 0, 60_000]),
      ]);
    const named = { [quiz]: 'ladder', [exam]: 'final', [late]: 'abseil' };
    const listed = async (query: string) => {
      const seen: (string | undefined)[] = [];
      let first: QuizLessons | undefined;
      for (let cursor: string | null = ''; cursor !== null; ) {
        const asked = `lessons?limit=1&${query}${cursor && `&cursor=${encodeURIComponent(cursor)}`}`;
        const page = (await read(people.boss, asked)) as QuizLessons;
        seen.push(...page.lessons.map(({ lessonId }) => named[lessonId]));
        first ??= page;
        cursor = page.nextCursor;
      }
      return [seen.join(' '), first?.total, first?.summary.totalAttempts];
    };
    // Two attempts make no quiz the worst.
    expect(await listed('')).toEqual(['final ladder abseil', 3, 22]);
    expect(await listed('sort=lesson')).toEqual(['abseil final ladder', 3, 22]);
    expect(await listed('sort=-course')).toEqual(['final ladder abseil', 3, 22]);
    expect(await listed('sort=attempts')).toEqual([quiz < exam ? 'abseil ladder final' : 'abseil final ladder', 3, 22]);
    expect(await listed('sort=-pass')).toEqual(['ladder final abseil', 3, 22]);
    expect(await listed('sort=-duration')).toEqual(['abseil final ladder', 3, 22]);
    expect(await listed('search=QUIZ elan')).toEqual(['abseil', 1, 22]);
    expect(await listed(`sort=lesson&lessonId=${exam}`)).toEqual(['final', 1, 10]);
    const theirs = (await read(people.admin, 'lessons')) as QuizLessons;
    expect([theirs.organization, theirs.lessons.map(({ lessonId }) => lessonId)]).toEqual([
      { id: own, name: 'Own' },
      [exam, quiz],
    ]);
    const refused = async (who: string, query: string) => {
      const told = await rooms.ask(who, `/api/admin/quiz-analytics/lessons?${query}`);
      return [told.status, told.body.field ?? told.body.code];
    };
    expect(await refused(people.admin, `organizationId=${other}`)).toEqual([404, 'organizationId']);
    expect(await refused(people.boss, `organizationId=${randomUUID()}`)).toEqual([404, 'organizationId']);
    expect(await refused(people.boss, 'cursor=x')).toEqual([400, 'cursor']);
    expect(await refused(people.boss, 'sort=worst')).toEqual([400, 'sort']);
  });

  test('[N1] people are listed page by page by their attempts, each once', async () => {
    const { people, quiz, submit, read } = await started();
    for (const who of [people.ann, people.ben, people.admin, people.stranger]) await submit(who, quiz, true);
    await submit(people.ben, quiz, false);
    const seen: string[] = [];
    for (let cursor = ''; ; ) {
      const page = (await read(people.boss, `users?limit=1${cursor && `&cursor=${cursor}`}`)) as QuizUsers;
      seen.push(...page.users.map(({ userId }) => userId));
      if (page.nextCursor === null) break;
      cursor = page.nextCursor;
    }
    expect(seen[0]).toBe(people.ben);
    expect(new Set(seen)).toEqual(new Set([people.ann, people.ben, people.admin, people.stranger]));
    expect(seen).toHaveLength(4);
  });

  test('[N1] people are found by name and sorted by what the table shows, and every page follows that order', async () => {
    const { people, quiz, exam, submit, read } = await started();
    await submit(people.ann, quiz, true);
    await submit(people.ann, quiz, false);
    await submit(people.ann, exam, true);
    await submit(people.ben, quiz, true);
    await submit(people.stranger, exam, false);
    const named = { [people.ann]: 'Ann', [people.ben]: 'Ben', [people.stranger]: 'stranger' };
    const listed = async (query: string) => {
      const seen: (string | undefined)[] = [];
      let total: number | null | undefined;
      for (let cursor: string | null = ''; cursor !== null; ) {
        const asked = `people?limit=1&${query}${cursor && `&cursor=${encodeURIComponent(cursor)}`}`;
        const page = (await read(people.boss, asked)) as QuizUsers;
        seen.push(...page.users.map(({ userId }) => named[userId]));
        total ??= page.total;
        cursor = page.nextCursor;
      }
      return [seen, total];
    };
    expect(await listed('sort=-attempts')).toEqual([['Ann', ...listedAlike(people.ben, people.stranger, named)], 3]);
    expect(await listed('sort=score')).toEqual([['stranger', 'Ann', 'Ben'], 3]);
    expect(await listed('sort=-pass')).toEqual([['Ben', 'Ann', 'stranger'], 3]);
    expect(((await listed('sort=name'))[0] as string[]).filter((name) => name !== 'stranger')).toEqual(['Ann', 'Ben']);
    expect(await listed('sort=-name&search=ben')).toEqual([['Ben'], 1]);
    expect(await listed('sort=-attempts&search=ann')).toEqual([['Ann'], 1]);
    expect(await listed(`sort=name&search=ann&lessonId=${exam}`)).toEqual([['Ann'], 1]);
    expect(await listed(`sort=name&search=ben&lessonId=${exam}`)).toEqual([[], 0]);
  });

  test('[N2, M12] an org admin pages through their own people alone', async () => {
    const { rooms, people, other, quiz, submit, read } = await started();
    for (const who of [people.ann, people.ben]) await submit(who, quiz, true);
    for (const sort of ['name', '-attempts']) {
      const { users } = (await read(people.admin, `people?sort=${sort}`)) as QuizUsers;
      expect(users.map(({ fullName }) => fullName)).toEqual(['Ann']);
    }
    const foreign = await rooms.ask(people.admin, `/api/admin/quiz-analytics/people?organizationId=${other}`);
    expect([foreign.status, foreign.body.code]).toEqual([404, 'organization_not_found']);
  });

  test('[N2, M12] an org admin sees figures of their own people alone, and of no other organization', async () => {
    const { rooms, people, own, other, quiz, submit, read } = await started();
    await submit(people.ann, quiz, true);
    await submit(people.ben, quiz, false);
    const told = (await read(people.admin, 'organization')) as OrganizationQuizFigures;
    expect([told.organization.name, told.summary.totalAttempts, told.users.map(({ fullName }) => fullName)]).toEqual([
      'Own',
      1,
      ['Ann'],
    ]);
    const foreign = await rooms.ask(people.admin, `/api/admin/quiz-analytics/organization?organizationId=${other}`);
    expect([foreign.status, foreign.body.code]).toEqual([404, 'organization_not_found']);
    const asked = await read(people.boss, `organization?organizationId=${own}`);
    expect(asked.summary.totalAttempts).toBe(1);
    const nowhere = await rooms.ask(people.boss, '/api/admin/quiz-analytics/organization');
    expect([nowhere.status, nowhere.body.message]).toEqual([
      403,
      'No organization associated with this admin account.',
    ]);
    for (const path of ['summary', 'users']) {
      expect((await rooms.ask(people.admin, `/api/admin/quiz-analytics/${path}`)).status).toBe(403);
    }
  });

  test('[N2, M12] figures of an organization can be those of one group, and of no group elsewhere', async () => {
    const { plant, people, own, other, quiz, submit, read } = await started();
    const crew = await plant.group(own);
    const theirs = await plant.group(other);
    await plant.inGroup(crew, people.ann);
    await plant.inGroup(theirs, people.ben);
    await submit(people.ann, quiz, true);
    await submit(people.admin, quiz, false);
    await submit(people.ben, quiz, true);
    const told = async (group: string) => {
      const { summary, users } = (await read(people.admin, `organization?group=${group}`)) as OrganizationQuizFigures;
      return [summary.totalAttempts, users.map(({ fullName }) => fullName)];
    };
    expect(await told(crew.toUpperCase())).toEqual([1, ['Ann']]);
    expect(await told(theirs)).toEqual([0, []]);
    expect((await read(people.admin, 'organization')).summary.totalAttempts).toBe(2);
  });

  test('[N1] a submission sent twice counts once, and many at the same time count each', async () => {
    const { people, quiz, submit, read } = await started();
    const key = randomUUID();
    await submit(people.ann, quiz, true, 1_000, key);
    await submit(people.ann, quiz, true, 1_000, key);
    await Promise.all(
      Array.from({ length: 20 }, (_, n) => submit(n % 2 ? people.ann : people.ben, quiz, n % 4 === 0, 1_000)),
    );
    const { summary } = await read(people.boss, 'summary');
    expect(summary).toEqual({ totalAttempts: 21, averageScore: 29, passRate: 29, averageDurationMs: 1_000 });
  });
});
