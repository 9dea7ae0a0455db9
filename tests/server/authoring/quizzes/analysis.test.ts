// Which question of a quiz is hard, by the first tries of people.
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { QuizAnalysis } from '#sync/contract/quiz-authoring.ts';
import { openAdministration } from '#tests/fixtures/administration.ts';
import { onEveryEngine } from '#tests/fixtures/db.ts';

onEveryEngine('the analysis of a quiz', (openDb) => {
  async function started() {
    const all = await openAdministration(openDb);
    const { db, plant, ours, send } = all;
    const courseId = await plant.course({ organizationId: ours });
    const quiz = await plant.lesson(courseId, { title: 'Quiz: Scan Quality' });
    const easy = await plant.question(quiz, [true, false]);
    const hard = await plant.question(quiz, [true, false, false]);
    const { quizAttempts, quizQuestions } = db.tables;
    const old = new Date(Date.now() - 3_600_000);
    await db.update(quizQuestions).set({ updatedAt: old }).where(eq(quizQuestions.lessonId, quiz));
    let at = old.getTime();
    /** Stores an attempt: the index of the answer chosen for the easy and for the hard question. */
    const attempt = async (userId: string, picks: [easy: number, hard: number], score = 0) => {
      at += 1000;
      const answers = {
        [easy.id]: [easy.answers[picks[0]] ?? 0],
        [hard.id]: [hard.answers[picks[1]] ?? 0],
      };
      const row = { userId, lessonId: quiz, score, passed: score === 100, answers, quizVersion: 'v' };
      await db.insert(quizAttempts).values({ ...row, opId: randomUUID(), submittedAt: new Date(at) });
    };
    const read = async (who: string, query = '') =>
      (await send(who, 'GET', `/api/admin/lessons/${quiz}/quiz/analysis${query}`)).body as QuizAnalysis;
    return { ...all, quiz, courseId, easy, hard, attempt, read };
  }

  test('counts the first try of each person, and names the wrong answer that is chosen most', async () => {
    const { people, plant, ours, quiz, courseId, easy, hard, attempt, read } = await started();
    const [ann, ben, cem, dan] = await Promise.all(
      ['Ann', 'Ben', 'Cem', 'Dan'].map((fullName) => plant.person({ fullName, organizationId: ours })),
    );
    await attempt(ann as string, [0, 1], 50);
    await attempt(ann as string, [0, 0], 100); // A second try.
    await attempt(ben as string, [0, 1], 50);
    await attempt(cem as string, [0, 2], 50);
    await attempt(dan as string, [1, 0], 50);
    const analysis = await read(people.admin);
    expect(analysis.lesson).toEqual({ id: quiz, title: 'Quiz: Scan Quality', courseId });
    expect(analysis.questions.map(({ id, place, rightPercent }) => [id, place, rightPercent])).toEqual([
      [hard.id, 2, 25],
      [easy.id, 1, 75],
    ]);
    const [worst] = analysis.questions;
    expect(worst).toMatchObject({ people: 4, discrimination: null });
    expect(worst?.answers.map(({ isCorrect, chosenPercent }) => [isCorrect, chosenPercent])).toEqual([
      [true, 25],
      [false, 50],
      [false, 25],
    ]);
  });

  test('says how well a question separates good scores from bad ones, as a recount from the rows does', async () => {
    const { db, people, plant, ours, hard, attempt, read } = await started();
    for (let n = 0; n < 24; n += 1) {
      const userId = await plant.person({ organizationId: ours });
      await attempt(userId, [n % 3 === 0 ? 1 : 0, n % 5 < 2 ? 0 : 1], (n * 37) % 100);
    }
    const rows = await db.select().from(db.tables.quizAttempts);
    const tries = rows.map(({ score, answers }) => ({ score, isRight: answers[hard.id]?.[0] === hard.answers[0] }));
    tries.sort((a, b) => a.score - b.score);
    const share = (some: typeof tries) =>
      Math.round((100 * some.filter(({ isRight }) => isRight).length) / some.length);
    const found = (await read(people.admin)).questions.find(({ id }) => id === hard.id);
    expect(found).toMatchObject({
      people: 24,
      rightPercent: share(tries),
      discrimination: share(tries.slice(-7)) - share(tries.slice(0, 7)),
    });
  });

  test('begins anew for a question that was changed', async () => {
    const { db, people, easy, hard, attempt, read } = await started();
    await attempt(people.member, [1, 1]);
    const { quizQuestions } = db.tables;
    await db.update(quizQuestions).set({ updatedAt: new Date() }).where(eq(quizQuestions.id, hard.id));
    const counts = (await read(people.admin)).questions.map(({ id, people, rightPercent }) => [
      id,
      people,
      rightPercent,
    ]);
    expect(counts.sort()).toEqual(
      [
        [easy.id, 1, 0],
        [hard.id, 0, 0],
      ].sort(),
    );
  });

  test('is about the own people of an org admin, and about everyone or one organization for a super admin', async () => {
    const { db, people, ours, hard, attempt, read, refused, quiz } = await started();
    await attempt(people.member, [0, 0]);
    await attempt(people.otherMember, [0, 1]);
    const counted = async (who: string, query = '') =>
      (await read(who, query)).questions.find(({ id }) => id === hard.id)?.people;
    expect(await counted(people.admin)).toBe(1);
    expect(await counted(people.super)).toBe(2);
    expect(await counted(people.super, `?organizationId=${ours}`)).toBe(1);
    const path = `/api/admin/lessons/${quiz}/quiz/analysis`;
    await db.update(db.tables.courses).set({ visibility: 'organization' });
    expect(await refused(people.otherAdmin, 'GET', path)).toBe('404 lesson_not_found');
    expect(await refused(people.member, 'GET', path)).toBe('403 access_denied');
  });

  test('has no answers for an admin who only follows the course, and nothing of a quiz that is hidden', async () => {
    const { db, plant, people, theirs, hard, attempt, read, refused, quiz } = await started();
    const { lessons } = db.tables;
    await attempt(people.otherMember, [0, 1]);
    const [lesson] = await db.select().from(lessons).where(eq(lessons.id, quiz));
    await plant.grant(lesson?.courseId ?? 0, theirs);
    const { canEdit, questions } = await read(people.otherAdmin);
    expect(canEdit).toBe(false);
    expect(questions.find(({ id }) => id === hard.id)).toMatchObject({ people: 1, discrimination: null, answers: [] });
    expect(JSON.stringify(questions)).not.toContain('isCorrect');
    await db.update(lessons).set({ isHidden: true }).where(eq(lessons.id, quiz));
    const path = `/api/admin/lessons/${quiz}/quiz/analysis`;
    expect(await refused(people.otherAdmin, 'GET', path)).toBe('404 lesson_not_found');
  });

  test('is about the people of one group, and about no one with the group of another organization', async () => {
    const { plant, people, ours, hard, attempt, read } = await started();
    const crew = await plant.group(ours);
    const theirs = await plant.group(await plant.organization());
    await plant.inGroup(crew, people.member);
    await plant.inGroup(theirs, people.otherMember);
    await attempt(people.member, [0, 0]);
    await attempt(people.admin, [0, 1]);
    await attempt(people.otherMember, [0, 1]);
    const counted = async (who: string, query: string) =>
      (await read(who, query)).questions.find(({ id }) => id === hard.id)?.people;
    expect(await counted(people.admin, `?group=${crew.toUpperCase()}`)).toBe(1);
    expect(await counted(people.super, `?organizationId=${ours}&group=${crew}`)).toBe(1);
    expect(await counted(people.admin, `?group=${theirs}`)).toBe(0);
    expect(await counted(people.admin, '')).toBe(2);
  });
});
