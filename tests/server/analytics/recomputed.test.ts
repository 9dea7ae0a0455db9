// Every figure that administration shows, beside the same figure computed here from the rows themselves.
import { and, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { type CourseAnalytics, TREND_STEP_DAYS, TREND_STEPS } from '#sync/contract/analytics.ts';
import { addDays, dayOf } from '#sync/contract/due.ts';
import { roundedPercent } from '#sync/contract/fields.ts';
import type { QuizAnalysis } from '#sync/contract/quiz-authoring.ts';
import { openAdministration } from '#tests/fixtures/administration.ts';
import type { MemberList } from '#tests/fixtures/answers.ts';
import { onEveryEngine } from '#tests/fixtures/db.ts';

const DAY = 86_400_000;
const SEED = 20_261_123;

/** Random numbers that are the same in each run. */
function randomBy(seed: number) {
  let state = seed;
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  return { chance: (share: number) => next() < share, whole: (below: number) => Math.floor(next() * below) };
}

const mean = (values: readonly number[]) => {
  const sum = values.reduce((all, one) => all + one, 0);
  return values.length === 0 ? 0 : Math.round(sum / values.length);
};
const rate = (values: readonly boolean[]) => roundedPercent(values.filter(Boolean).length, values.length);

onEveryEngine('figures from the raw rows', (openDb) => {
  /** 40 people of two organizations, some in a crew, in one course of eight lessons in three modules with two quizzes. */
  async function planted() {
    const all = await openAdministration(openDb);
    const { db, plant, ours, theirs } = all;
    const { courseProgress, unitProgress, courseRatings, quizAttempts, pastRounds } = db.tables;
    const random = randomBy(SEED);
    const ago = (days: number) => new Date(Date.now() - days * DAY - random.whole(DAY));
    const courseId = await plant.course({ visibility: 'organization', organizationId: ours, createdAt: ago(80) });
    await plant.grant(courseId, theirs);
    for (const [title, from, to] of [
      ['Ground', 1, 3],
      ['Roof', 4, 6],
    ] as const)
      await plant.module(courseId, { title, startLessonIndex: from, endLessonIndex: to, orderIndex: from });
    const lessons: { id: number; orderIndex: number }[] = [];
    for (let orderIndex = 1; orderIndex <= 8; orderIndex += 1) {
      const title = orderIndex % 3 === 0 ? `Quiz ${orderIndex}` : `Page ${orderIndex}`;
      lessons.push({ id: await plant.lesson(courseId, { orderIndex, title }), orderIndex });
    }
    const questions = new Map<number, { id: number; answers: number[] }[]>();
    const quizzes = lessons.filter(({ orderIndex }) => orderIndex % 3 === 0);
    for (const { id } of quizzes) {
      const updatedAt = ago(150);
      questions.set(id, [
        await plant.question(id, [true, false, false], { updatedAt }),
        await plant.question(id, [false, true], { orderIndex: 2, updatedAt }),
      ]);
    }
    const crew = await plant.group(ours);
    for (let n = 0; n < 40; n += 1) {
      const isOurs = n % 3 > 0;
      const userId = await plant.person({ organizationId: isOurs ? ours : theirs });
      if (isOurs && random.chance(0.4)) await plant.inGroup(crew, userId);
      const furthest = random.whole(9);
      const enrolledAt = ago(20 + random.whole(60));
      const last = furthest > 0 || random.chance(0.5) ? ago(random.whole(60)) : null;
      const completedAt = furthest === 8 ? ago(random.whole(20)) : null;
      const percent = Math.floor((100 * furthest) / 8);
      await db
        .insert(courseProgress)
        .values({ userId, courseId, enrolledAt, percent, completedAt, lastActivityAt: last });
      for (const { id, orderIndex } of lessons) {
        if (orderIndex > furthest + 1 || (orderIndex <= furthest && random.chance(0.1))) continue;
        const status = orderIndex <= furthest ? 'completed' : random.chance(0.5) ? 'in_progress' : 'not_started';
        const at = ago(random.whole(60));
        const when = { completedAt: status === 'completed' ? at : null, updatedAt: at };
        await db.insert(unitProgress).values({ userId, lessonId: id, courseId, status, ...when });
      }
      if (completedAt && random.chance(0.4)) {
        const over = { round: 1, percent: 100, pointsEarned: 8, totalPoints: 8, endedAt: ago(82) };
        await db.insert(pastRounds).values({ userId, courseId, ...over, enrolledAt: ago(200), completedAt: ago(85) });
        await db
          .update(courseProgress)
          .set({ round: 2, ...(random.chance(0.5) && { completedAt: null, percent: 50 }) })
          .where(eq(courseProgress.userId, userId));
      }
      if (completedAt)
        await db.insert(courseRatings).values({ userId, courseId, stars: 1 + random.whole(5), createdAt: ago(50) });
      for (const { id, orderIndex } of quizzes) {
        if (orderIndex > furthest + 1) continue;
        for (let tries = 1 + random.whole(3); tries > 0; tries -= 1) {
          const answers = Object.fromEntries(
            (questions.get(id) ?? []).map((one) => [one.id, [one.answers[random.whole(one.answers.length)] ?? 0]]),
          );
          const score = random.whole(101);
          await db.insert(quizAttempts).values({
            ...{ userId, lessonId: id, score, passed: score >= 70, answers, quizVersion: 'one' },
            ...{
              durationMs: random.chance(0.7) ? 1000 * random.whole(300) : null,
              submittedAt: ago(random.whole(120)),
            },
          });
        }
      }
    }
    await sumUpAttempts(db);
    const rowsOf = async () => ({
      people: await db.select().from(db.tables.profiles),
      crew: new Set((await db.select().from(db.tables.groupMembers)).map(({ userId }) => userId)),
      enrollments: await db.select().from(courseProgress),
      units: await db.select().from(unitProgress),
      past: await db.select().from(pastRounds),
      attempts: (await db.select().from(quizAttempts)).sort((a, b) => +a.submittedAt - +b.submittedAt || a.id - b.id),
      ratings: await db.select().from(courseRatings),
    });
    return { ...all, courseId, lessons, quizzes, questions, crewId: crew, rowsOf };
  }

  /** As each submission does it. */
  async function sumUpAttempts(db: Awaited<ReturnType<typeof openDb>>) {
    const { quizAttempts, quizFigures } = db.tables;
    const attempts = await db.select().from(quizAttempts);
    const sums = new Map<string, typeof quizFigures.$inferInsert>();
    for (const one of attempts.sort((a, b) => +a.submittedAt - +b.submittedAt || a.id - b.id)) {
      const key = `${one.userId} ${one.lessonId}`;
      const sum = sums.get(key) ?? {
        ...{ userId: one.userId, lessonId: one.lessonId, attempts: 0, passed: 0, scoreSum: 0, durationMsSum: 0 },
        ...{ timedAttempts: 0, firstPassed: one.passed },
        ...{ firstAttemptAt: one.submittedAt, lastAttemptAt: one.submittedAt },
      };
      sum.attempts += 1;
      sum.passed += one.passed ? 1 : 0;
      sum.scoreSum += one.score;
      sum.durationMsSum += one.durationMs ?? 0;
      sum.timedAttempts += one.durationMs === null ? 0 : 1;
      sum.lastAttemptAt = one.submittedAt;
      sums.set(key, sum);
    }
    await db.insert(quizFigures).values([...sums.values()]);
  }

  type Planted = Awaited<ReturnType<typeof planted>>;
  /** Whose figures: everyone's, those of the organization, or of its crew. */
  const SCOPES = ['everyone', 'ours', 'crew'] as const;
  async function scoped({ rowsOf, ours, crewId }: Planted, scope: (typeof SCOPES)[number]) {
    const rows = await rowsOf();
    const ids = new Set(
      rows.people
        .filter(({ id, organizationId }) => {
          return scope === 'everyone' || (organizationId === ours && (scope === 'ours' || rows.crew.has(id)));
        })
        .map(({ id }) => id),
    );
    const isIn = <T extends { userId: string }>(all: readonly T[]) => all.filter(({ userId }) => ids.has(userId));
    const query = { everyone: '', ours: `?organizationId=${ours}`, crew: `?organizationId=${ours}&group=${crewId}` }[
      scope
    ];
    return {
      query,
      enrollments: isIn(rows.enrollments),
      units: isIn(rows.units),
      past: isIn(rows.past),
      attempts: isIn(rows.attempts),
      ratings: isIn(rows.ratings),
    };
  }

  /** Who has completed the course in one round or another. */
  const doneIn = (rounds: readonly { userId: string; completedAt: Date | null }[]) =>
    new Set(rounds.flatMap(({ userId, completedAt }) => (completedAt ? userId : [])));

  const quizOf = (attempts: Awaited<ReturnType<typeof scoped>>['attempts']) => {
    const timed = attempts.flatMap(({ durationMs }) => (durationMs === null ? [] : [durationMs]));
    return {
      totalAttempts: attempts.length,
      averageScore: mean(attempts.map(({ score }) => score)),
      passRate: rate(attempts.map(({ passed }) => passed)),
      averageDurationMs: mean(timed),
    };
  };
  const firstsOf = (attempts: Awaited<ReturnType<typeof scoped>>['attempts']) => [
    ...new Map(attempts.toReversed().map((one) => [one.userId, one])).values(),
  ];

  test('[U3, Z11] a course: enrollments, drop-off by lesson, time to complete, quizzes and their trend', async () => {
    const all = await planted();
    for (const scope of SCOPES) {
      const { query, enrollments, units, past, attempts } = await scoped(all, scope);
      const path = `/api/admin/courses/${all.courseId}/analytics${query}`;
      const { quizzes, lessons, ...told } = (await all.send(all.people.super, 'GET', path)).body as CourseAnalytics;
      const times = [...enrollments, ...past]
        .filter(({ completedAt }) => completedAt !== null)
        .map((row) => Math.max(0, Number(row.completedAt) - Number(row.enrolledAt)))
        .sort((a, b) => a - b);
      const at = (share: number) => {
        const [place, below] = [share * (times.length - 1), times[Math.floor(share * (times.length - 1))] ?? 0];
        return Math.round(below + ((times[Math.ceil(place)] ?? 0) - below) * (place % 1));
      };
      const done = doneIn([...enrollments, ...past]);
      const begun = units.filter(({ status }) => status !== 'not_started');
      const completed = units.filter(({ status }) => status === 'completed');
      const began = enrollments.filter(({ userId, round, isAssigned, completedAt, lastActivityAt }) => {
        const deeds = [...begun, ...attempts.filter((one) => one.round === round)].map((one) => one.userId);
        return !isAssigned || completedAt || (lastActivityAt && (round === 1 || deeds.includes(userId)));
      }).length;
      expect([scope, told]).toEqual([
        scope,
        {
          enrollments: enrollments.length,
          completions: done.size,
          completionRate: roundedPercent(done.size, enrollments.length),
          averagePercent: mean(enrollments.map(({ percent }) => percent)),
          activeLearners: enrollments.filter((row) => Number(row.lastActivityAt) >= Date.now() - 30 * DAY).length,
          began,
          timeToComplete: { people: times.length, lowerQuartile: at(0.25), median: at(0.5), upperQuartile: at(0.75) },
        },
      ]);
      const orderOf = new Map(all.lessons.map(({ id, orderIndex }) => [id, orderIndex]));
      expect(lessons).toMatchObject(
        all.lessons.map(({ id, orderIndex }) => ({
          lessonId: id,
          module: orderIndex <= 3 ? 'Ground' : orderIndex <= 6 ? 'Roof' : null,
          started: begun.filter(({ lessonId }) => lessonId === id).length,
          completed: completed.filter(({ lessonId }) => lessonId === id).length,
          reached: new Set(
            completed.filter(({ lessonId }) => (orderOf.get(lessonId) ?? 0) >= orderIndex).map(({ userId }) => userId),
          ).size,
        })),
      );
      const list = `/api/enterprise/admin/organizations/${all.ours}/users${query}${query && `&course=${all.courseId}&limit=100`}`;
      for (const [place, { lessonId, reached }] of query ? lessons.entries() : []) {
        const { body } = await all.send(all.people.admin, 'GET', `${list}&stopped=${lessonId}`);
        const stopped = (lessons[place - 1]?.reached ?? told.began) - reached;
        expect((body as MemberList).users.length, 'the number is the list').toBe(stopped);
      }
      expect(quizzes).toHaveLength(all.quizzes.length);
      for (const quiz of quizzes) {
        const own = attempts.filter(({ lessonId }) => lessonId === quiz.lessonId);
        const firsts = firstsOf(own);
        const trend = Array.from({ length: TREND_STEPS }, (_, step) => {
          const from = Date.now() - (TREND_STEPS - step) * TREND_STEP_DAYS * DAY;
          const inStep = firsts.filter(
            ({ submittedAt }) => +submittedAt >= from && +submittedAt < from + TREND_STEP_DAYS * DAY,
          );
          return inStep.length === 0 ? null : rate(inStep.map(({ passed }) => passed));
        });
        expect(quiz).toMatchObject({ ...quizOf(own), firstTryRate: rate(firsts.map(({ passed }) => passed)), trend });
      }
    }
  });

  test('[N1, N2] quiz results of all attempts, of each quiz and of each person', async () => {
    const all = await planted();
    for (const scope of ['ours', 'crew'] as const) {
      const { query, attempts } = await scoped(all, scope);
      const path = `/api/admin/quiz-analytics/organization${query}`;
      const { summary, lessons, users } = (await all.send(all.people.super, 'GET', path)).body;
      expect(summary).toEqual(quizOf(attempts));
      for (const lesson of lessons)
        expect(lesson).toMatchObject(quizOf(attempts.filter(({ lessonId }) => lessonId === lesson.lessonId)));
      expect(users).toHaveLength(new Set(attempts.map(({ userId }) => userId)).size);
      for (const { userId, lessonsAttempted, lastAttemptAt, ...told } of users) {
        const own = attempts.filter((one) => one.userId === userId);
        const { averageDurationMs: _, ...figures } = quizOf(own);
        expect(told).toMatchObject(figures);
        expect(lessonsAttempted).toBe(new Set(own.map(({ lessonId }) => lessonId)).size);
        expect(lastAttemptAt).toBe(own.at(-1)?.submittedAt.toISOString());
      }
    }
  });

  test('the analysis of questions: who was right at the first try, and what was chosen', async () => {
    const all = await planted();
    for (const scope of SCOPES) {
      const { query, attempts } = await scoped(all, scope);
      for (const { id } of all.quizzes) {
        const path = `/api/admin/lessons/${id}/quiz/analysis${query}`;
        const { questions } = (await all.send(all.people.super, 'GET', path)).body as QuizAnalysis;
        const firsts = firstsOf(attempts.filter(({ lessonId }) => lessonId === id));
        expect(questions).toHaveLength(2);
        for (const question of questions) {
          const right = question.answers.find(({ isCorrect }) => isCorrect)?.id;
          const chosen = firsts.map(({ answers }) => answers[String(question.id)]?.[0]);
          expect(question.people).toBe(chosen.length);
          expect(question.rightPercent).toBe(rate(chosen.map((one) => one === right)));
          for (const answer of question.answers)
            expect(answer.chosenPercent).toBe(rate(chosen.map((one) => one === answer.id)));
        }
      }
    }
  });

  test('[N3] Learning Analytics: the cards, the categories and the courses', async () => {
    const all = await planted();
    for (const scope of SCOPES) {
      const { query, enrollments, past, ratings } = await scoped(all, scope);
      const read = async (path: string) =>
        (await all.send(all.people.super, 'GET', `/api/analytics/${path}${query}`)).body;
      const rounds = [...enrollments, ...past];
      const done = doneIn(rounds);
      const { changes: _, ...cards } = await read('overview');
      expect([scope, cards]).toEqual([
        scope,
        {
          totalCourses: 1,
          activeLearners: enrollments.filter((row) => Number(row.lastActivityAt) >= Date.now() - 30 * DAY).length,
          completionRate: roundedPercent(done.size, enrollments.length),
          averageRating: Math.round((10 * ratings.reduce((sum, { stars }) => sum + stars, 0)) / ratings.length) / 10,
        },
      ]);
      expect((await read('categories')).categories).toMatchObject([
        { enrollments: enrollments.length, percentage: 100 },
      ]);
      expect((await read('top-courses')).courses).toMatchObject([
        { enrollmentCount: enrollments.length, completionRate: roundedPercent(done.size, enrollments.length) },
      ]);
      const { points, earlier } = await read('trends');
      const sum = (of: 'enrollments' | 'completions') =>
        points.reduce((all: number, point: Record<typeof of, number>) => all + point[of], 0);
      const since = (at: Date | null) => Number(at) >= Date.parse(points[0].from);
      expect(sum('enrollments')).toBe(rounds.filter(({ enrolledAt }) => since(enrolledAt)).length);
      expect(sum('completions')).toBe(rounds.filter(({ completedAt }) => since(completedAt)).length);
      const times = rounds.flatMap(({ round, enrolledAt }) => (round === 1 ? +enrolledAt : []));
      const starts: number[] = earlier.map((one: { from: string }) => Date.parse(one.from));
      const ends = [...starts.slice(1), (starts.at(-1) ?? 0) + Date.now() - Date.parse(points.at(-1).from)];
      const counts = starts.map((start, n) => times.filter((at) => at >= start && at < (ends[n] ?? 0)).length);
      expect([scope, earlier.map((one: { enrollments: number }) => one.enrollments)]).toEqual([scope, counts]);
    }
  });

  test('Needs attention: people by their due dates, their activity and their certificates', async () => {
    const all = await planted();
    const { db, courseId, send, people, ours } = all;
    const { courseProgress, certificates, profiles } = db.tables;
    const random = randomBy(SEED);
    const today = dayOf(new Date(), 'UTC');
    const held: (typeof certificates.$inferInsert)[] = [];
    await db.update(profiles).set({ createdAt: new Date(Date.now() - 90 * DAY) });
    for (const row of await db.select().from(courseProgress)) {
      const dueOn = random.chance(0.6) ? addDays(today, random.whole(30) - 10) : null;
      const isUntouched = random.chance(0.2);
      const isDone = !isUntouched && random.chance(0.4);
      await db
        .update(courseProgress)
        .set({
          ...{ dueOn, completedAt: isDone ? new Date() : null },
          ...(isUntouched && { isAssigned: true, lastActivityAt: null }),
        })
        .where(and(eq(courseProgress.userId, row.userId), eq(courseProgress.courseId, courseId)));
      if (isDone)
        held.push({
          ...{ id: crypto.randomUUID(), serial: `GW-${held.length}`, userId: row.userId, courseId },
          ...{ learnerName: 'N', courseTitle: 'C', validUntil: addDays(today, random.whole(150) - 30) },
        });
    }
    await db.insert(certificates).values(held);
    for (const scope of ['ours', 'crew'] as const) {
      const { query, enrollments } = await scoped(all, scope);
      const rows = await all.rowsOf();
      const members = rows.people.filter(
        ({ id, organizationId }) => organizationId === ours && (scope === 'ours' || rows.crew.has(id)),
      );
      const count = (holds: (userId: string) => boolean) => members.filter(({ id }) => holds(id)).length;
      // An admin who takes no course is not asked to learn (decision 184).
      const isLearner = ({ id, isOrgAdmin }: (typeof members)[number]) => !isOrgAdmin || has(id, () => true);
      const countLearners = (holds: (userId: string) => boolean) =>
        members.filter((one) => isLearner(one) && holds(one.id)).length;
      const has = (userId: string, holds: (row: (typeof enrollments)[number]) => boolean) =>
        enrollments.some((row) => row.userId === userId && holds(row));
      const isOpen = ({ completedAt, dueOn }: (typeof enrollments)[number]) => completedAt === null && dueOn !== null;
      const ends = (userId: string, holds: (day: string) => boolean) =>
        held.some((row) => row.userId === userId && holds(row.validUntil ?? ''));
      const endingIn = (days: number) => count((id) => ends(id, (day) => day >= today && day <= addDays(today, days)));
      const [counted] = (await send(people.super, 'GET', `/api/admin/attention${query}`)).body.organizations;
      const expected = {
        people: members.length,
        overdue: count((id) => has(id, (row) => isOpen(row) && `${row.dueOn}` < today)),
        behind: count((id) =>
          has(id, (row) => {
            const isSoon = `${row.dueOn}` >= today && `${row.dueOn}` <= addDays(today, 7);
            return isOpen(row) && isSoon && row.percent < 50;
          }),
        ),
        notStarted: countLearners(
          (id) => !has(id, (row) => !row.isAssigned || !!row.completedAt || !!row.lastActivityAt),
        ),
        inactive: countLearners((id) => !has(id, (row) => Number(row.lastActivityAt) >= Date.now() - 30 * DAY)),
        certificatesEnding: { 7: endingIn(7), 30: endingIn(30), 60: endingIn(60), 90: endingIn(90) },
        certificatesEnded: count((id) => ends(id, (day) => day < today)),
        certificatesUnrenewed: count((id) => ends(id, (day) => day < today)),
      };
      expect([scope, counted]).toMatchObject([scope, expected]);
      if (scope === 'ours') expect(Object.entries(expected).filter(([, value]) => value === 0)).toEqual([]);
    }
  });
});
