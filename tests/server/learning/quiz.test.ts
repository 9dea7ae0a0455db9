import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { GradedQuiz, Quiz } from '#sync/contract/quiz.ts';
import { onEveryEngine } from '#tests/fixtures/db.ts';
import { type OpenCourse, openCourse } from '#tests/fixtures/rooms.ts';

onEveryEngine('a quiz', (openDb) => {
  let { db, rooms, plant, me, courseId } = {} as OpenCourse;

  beforeAll(async () => {
    ({ db, rooms, plant, me, courseId } = await openCourse(openDb));
  });

  /** A quiz of three questions: single choice, true or false, and multiple choice with answers 0 and 2 correct. */
  const newQuiz = async () => {
    const lessonId = await plant.lesson(courseId, { title: 'Module quiz' });
    const one = await plant.question(lessonId, [false, true], { orderIndex: 2, explanation: 'SECRET explanation' });
    const two = await plant.question(lessonId, [true, false], { orderIndex: 1, questionType: 'true_false' });
    const three = await plant.question(lessonId, [true, false, true], {
      orderIndex: 3,
      questionType: 'multiple_choice',
      points: 2,
    });
    const right = {
      [one.id]: `${one.answers[1]}`,
      [two.id]: `${two.answers[0]}`,
      [three.id]: [`${three.answers[2]}`, `${three.answers[0]}`],
    };
    return { lessonId, one, two, three, right, path: `/api/lessons/${lessonId}/quiz` };
  };
  const attempts = (lessonId: number) =>
    db
      .select()
      .from(db.tables.quizAttempts)
      .where(and(eq(db.tables.quizAttempts.lessonId, lessonId), eq(db.tables.quizAttempts.userId, me)));

  test('[X1, Q4] the questions come in order, without correctness and without explanation', async () => {
    const { path, lessonId, one, two, three } = await newQuiz();
    const told = await rooms.ask(me, path);
    const quiz = Quiz.parse(told.body);
    expect(quiz.lessonId).toBe(lessonId);
    expect(quiz.questions.map((question) => question.id)).toEqual([two.id, one.id, three.id]);
    expect(quiz.questions[2]?.answers.map((answer) => answer.id)).toEqual(three.answers);
    expect(JSON.stringify(told.body)).not.toMatch(/correct|SECRET/i);
    expect(quiz.questions.every((question) => question.explanation === null)).toBe(true);
  });

  test('[Q4] the version is the same for a quiz whose key alone differs', async () => {
    const { path, one } = await newQuiz();
    const before = (await rooms.ask(me, path)).body.quizVersion;
    const { quizAnswers } = db.tables;
    for (const [index, id] of one.answers.entries()) {
      await db
        .update(quizAnswers)
        .set({ isCorrect: index === 0 })
        .where(eq(quizAnswers.id, id));
    }
    expect((await rooms.ask(me, path)).body.quizVersion).toBe(before);
  });

  test('[X1] a visitor gets 401 for questions and submission', async () => {
    const { path, right } = await newQuiz();
    expect(await rooms.ask(null, path)).toMatchObject({ status: 401, body: { code: 'not_authenticated' } });
    expect((await rooms.post(null, `${path}/submit`, { answers: right })).status).toBe(401);
  });

  test('a lesson without questions is 404 quiz_not_found', async () => {
    const lessonId = await plant.lesson(courseId, { title: 'Quiz to come' });
    const told = await rooms.ask(me, `/api/lessons/${lessonId}/quiz`);
    expect(told).toMatchObject({
      status: 404,
      body: { code: 'quiz_not_found', message: 'No questions found for this quiz.' },
    });
    expect((await rooms.post(me, `/api/lessons/${lessonId}/quiz/submit`, { answers: {} })).body.code).toBe(
      'quiz_not_found',
    );
  });

  test('[X1, Y13] all right: 100, passed, reviewed, stored, and the lesson is completed at once', async () => {
    const { path, lessonId, right, one, three } = await newQuiz();
    const { quizVersion } = (await rooms.ask(me, path)).body;
    const told = await rooms.post(me, `${path}/submit`, { answers: right, quizVersion, durationMs: 4200 });
    const sheet = GradedQuiz.parse(told.body);
    expect(sheet).toMatchObject({
      score: 100,
      passed: true,
      changed: true,
      unit: { lessonId, status: 'completed', rev: 1 },
    });
    expect(sheet.review[1]).toEqual({
      questionId: one.id,
      chosenAnswerIds: [one.answers[1]],
      correctAnswerIds: [one.answers[1]],
      explanation: 'SECRET explanation',
    });
    expect(sheet.review[2]?.correctAnswerIds).toEqual([three.answers[0], three.answers[2]]);
    expect(await attempts(lessonId)).toMatchObject([
      { score: 100, passed: true, durationMs: 4200, quizVersion, userId: me },
    ]);
    const { quizVersions } = db.tables;
    expect(await db.select().from(quizVersions).where(eq(quizVersions.lessonId, lessonId))).toMatchObject([
      { version: quizVersion },
    ]);
    expect((await rooms.post(me, '/api/progress/unit', { lessonId, status: 'completed' })).status).toBe(409);
    const again = await rooms.post(me, `${path}/submit`, { answers: right });
    expect(again.body).toMatchObject({ passed: true, changed: false, unit: { rev: 1 } });
  });

  test('[Q6] one wrong: the points share rounded down, not passed, the lesson stays open, and says the score', async () => {
    const { path, lessonId, right, one } = await newQuiz();
    const answers = { ...right, [one.id]: `${one.answers[0]}` };
    const told = await rooms.post(me, `${path}/submit`, { answers });
    expect(told).toMatchObject({
      status: 200,
      body: { score: 75, passed: false, changed: false, unit: { status: 'not_started' } },
    });
    const refused = await rooms.post(me, '/api/progress/unit', { lessonId, status: 'completed' });
    expect(refused).toMatchObject({ status: 422, body: { code: 'quiz_not_passed', failed: true, currentScore: 75 } });
    await rooms.post(me, `${path}/submit`, { answers: right });
    await rooms.post(me, '/api/progress/unit', { lessonId, status: 'not_started' });
    expect((await rooms.post(me, '/api/progress/unit', { lessonId, status: 'completed' })).status).toBe(200);
  });

  test('[Q6] who begins with a quiz and fails takes the course from then on', async () => {
    const { path, right, one } = await newQuiz();
    const someone = await plant.person();
    const sent = { answers: { ...right, [one.id]: `${one.answers[0]}` } };
    expect((await rooms.post(someone, `${path}/submit`, sent)).body).toMatchObject({ passed: false });
    const { courseProgress } = db.tables;
    expect(await db.select().from(courseProgress).where(eq(courseProgress.userId, someone))).toMatchObject([
      { courseId, percent: 0, isAssigned: false, completedAt: null, lastActivityAt: expect.any(Date) },
    ]);
  });

  test('[Q6] who tries and fails has learned today, whom an admin sees as active', async () => {
    const { path, right, one } = await newQuiz();
    const { courseProgress } = db.tables;
    const mine = and(eq(courseProgress.userId, me), eq(courseProgress.courseId, courseId));
    const longAgo = new Date('2026-01-01T00:00:00.000Z');
    await rooms.post(me, `/api/courses/${courseId}/enroll`);
    await db.update(courseProgress).set({ lastActivityAt: longAgo }).where(mine);
    const sent = { answers: { ...right, [one.id]: `${one.answers[0]}` } };
    expect((await rooms.post(me, `${path}/submit`, sent)).body).toMatchObject({ passed: false });
    const [row] = await db.select().from(courseProgress).where(mine);
    expect(Number(row?.lastActivityAt)).toBeGreaterThan(Date.now() - 60_000);
  });

  test('[Q6] another person’s pass does not complete mine', async () => {
    const { path, lessonId, right } = await newQuiz();
    await rooms.post(await plant.person(), `${path}/submit`, { answers: right });
    expect((await rooms.post(me, '/api/progress/unit', { lessonId, status: 'completed' })).status).toBe(422);
  });

  test('[Y9] a submission sent twice is one attempt; 20 times at once too', async () => {
    const { path, lessonId, right } = await newQuiz();
    const headers = { 'Idempotency-Key': randomUUID() };
    const first = await rooms.post(me, `${path}/submit`, { answers: right }, headers);
    const many = await Promise.all(
      Array.from({ length: 20 }, () => rooms.post(me, `${path}/submit`, { answers: right }, headers)),
    );
    expect(many.every((one) => one.status === 200)).toBe(true);
    expect(many[19]?.body).toEqual(first.body);
    expect(await attempts(lessonId)).toHaveLength(1);
    const plain = await newQuiz();
    const key = { 'Idempotency-Key': randomUUID() };
    await Promise.all(
      Array.from({ length: 20 }, () => rooms.post(me, `${plain.path}/submit`, { answers: plain.right }, key)),
    );
    expect(await attempts(plain.lessonId)).toHaveLength(1);
  });

  test('[Y9, Y20] a submission whose answer was forgotten after so long is graded again and stays one attempt', async () => {
    const { path, right, one, lessonId } = await newQuiz();
    const key = { 'Idempotency-Key': randomUUID() };
    const submit = () =>
      rooms.post(me, `${path}/submit`, { answers: { ...right, [one.id]: `${one.answers[0]}` } }, key);
    const first = await submit();
    const { appliedOps, quizFigures } = db.tables;
    await db.delete(appliedOps).where(eq(appliedOps.opId, key['Idempotency-Key']));
    expect((await submit()).body).toEqual(first.body);
    expect(await attempts(lessonId)).toHaveLength(1);
    const figures = await db.select().from(quizFigures).where(eq(quizFigures.lessonId, lessonId));
    expect(figures).toMatchObject([{ userId: me, attempts: 1 }]);
  });

  test('a quiz that changed since it was opened is 422 quiz_changed, without an attempt', async () => {
    const { path, lessonId, right, one } = await newQuiz();
    const { quizVersion } = (await rooms.ask(me, path)).body;
    const { quizQuestions } = db.tables;
    await db
      .update(quizQuestions)
      .set({ questionText: 'Which now?', updatedAt: new Date() })
      .where(eq(quizQuestions.id, one.id));
    const told = await rooms.post(me, `${path}/submit`, { answers: right, quizVersion });
    expect(told).toMatchObject({ status: 422, body: { code: 'quiz_changed' } });
    expect(await attempts(lessonId)).toEqual([]);
  });

  test('retired questions and answers are neither asked nor required nor accepted', async () => {
    const { path, one, two, three, right } = await newQuiz();
    const { quizQuestions, quizAnswers } = db.tables;
    await db.update(quizQuestions).set({ retiredAt: new Date() }).where(eq(quizQuestions.id, one.id));
    await db
      .update(quizAnswers)
      .set({ retiredAt: new Date() })
      .where(eq(quizAnswers.id, three.answers[1] ?? 0));
    const quiz = Quiz.parse((await rooms.ask(me, path)).body);
    expect(quiz.questions.map((question) => question.answers.length)).toEqual([2, 2]);
    expect((await rooms.post(me, `${path}/submit`, { answers: right })).body.field).toBe(`answers.${one.id}`);
    const rest = { [two.id]: right[two.id], [three.id]: right[three.id] };
    expect((await rooms.post(me, `${path}/submit`, { answers: rest })).body.passed).toBe(true);
  });

  test('missing, foreign and malformed answers are 400 naming the answer', async () => {
    const { path, lessonId, right, one, two, three } = await newQuiz();
    const foreign = await newQuiz();
    const { [one.id]: _left, ...without } = right;
    const cases: [object, string][] = [
      [without, `answers.${one.id}`],
      [{ ...right, [foreign.one.id]: `${foreign.one.answers[1]}` }, `answers.${foreign.one.id}`],
      [{ ...right, [one.id]: `${foreign.one.answers[1]}` }, `answers.${one.id}`],
      [{ ...right, [one.id]: [`${one.answers[1]}`] }, `answers.${one.id}`],
      [{ ...right, [three.id]: [] }, `answers.${three.id}`],
      [{ ...right, [two.id]: 7 }, `answers.${two.id}`],
      [{ ...right, [two.id]: null }, `answers.${two.id}`],
      [{ ...right, [two.id]: '9999999999' }, `answers.${two.id}`],
    ];
    for (const [answers, field] of cases) {
      const told = await rooms.post(me, `${path}/submit`, { answers });
      expect(told, JSON.stringify(answers)).toMatchObject({ status: 400, body: { code: 'validation_failed', field } });
    }
    expect((await rooms.post(me, `${path}/submit`, { answers: right, durationMs: -1 })).body.field).toBe('durationMs');
    expect(await attempts(lessonId)).toEqual([]);
  });

  test('a refused submission is not remembered under its key', async () => {
    const { path, right } = await newQuiz();
    const headers = { 'Idempotency-Key': randomUUID() };
    expect((await rooms.post(me, `${path}/submit`, { answers: {} }, headers)).status).toBe(400);
    expect((await rooms.post(me, `${path}/submit`, { answers: right }, headers)).body.passed).toBe(true);
  });
});
