// A quiz is graded again after its key was changed: what that gives, to whom, and that nobody loses by it (decision 030).
import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { rememberStore } from '#server/integrations/xapi/write-statements.ts';
import { EnhancedProgress } from '#sync/contract/progress.ts';
import { GradedQuiz } from '#sync/contract/quiz.ts';
import type { AdminQuestion, RegradeOffer, RegradeOutcome } from '#sync/contract/quiz-authoring.ts';
import { databasesOf, onEveryEngine } from '#tests/fixtures/db.ts';
import { killedInside, plantMembers, processOn, runJobs, stopJobs } from '#tests/fixtures/jobs.ts';
import { choice, idOf, openQuizAuthoring } from '../authoring/quizzes/quiz-authors.ts';

const HOUR_MS = 3_600_000;
type Choices = readonly (readonly [question: AdminQuestion, text: string])[];

onEveryEngine('[Y13c] a quiz that is graded again', (_, engine) => {
  const { openDb, newUrl } = databasesOf(engine);

  /** Two questions, 'one' with the wrong key 'a' and 'two' with the right key 'x'. */
  async function started() {
    const url = await newUrl();
    const all = await openQuizAuthoring(() => openDb({ url }));
    const { db, send, people, path, lessonId, courseId, add, change, rooms, read } = all;
    const one = await add(choice('one', 'a', 'b', 'c'));
    const two = await add(choice('two', 'x', 'y'));
    const answersOf = (choices: Choices) =>
      Object.fromEntries(choices.map(([question, text]) => [question.id, `${idOf(question, text)}`]));
    const submit = async (who: string, choices: Choices, more: object = {}, opId: string = randomUUID()) => {
      const body = { answers: answersOf(choices), ...more };
      return rooms.post(who, `/api/lessons/${lessonId}/quiz/submit`, body, { 'Idempotency-Key': opId });
    };
    const take = async (who: string, a: string, b: string, opId?: string) =>
      GradedQuiz.parse(
        (
          await submit(
            who,
            [
              [one, a],
              [two, b],
            ],
            {},
            opId,
          )
        ).body,
      );
    const correct = (question: AdminQuestion, text: string) =>
      change(question.id, {
        answers: question.answers.map(({ id, answer_text }) => ({
          id,
          text: answer_text,
          isCorrect: answer_text === text,
        })),
      });
    const remove = (question: AdminQuestion) =>
      send(people.admin, 'DELETE', `/api/admin/quiz/questions/${question.id}`);
    const offer = async () => (await send(people.admin, 'GET', `${path}/regrade`)).body as RegradeOffer;
    const decide = async (by: 'key' | 'everyone' | 'leave', more: object = {}) => {
      const questions = (await offer()).questions.map(({ id, seen }) => ({ id, seen, by }));
      return (await send(people.admin, 'POST', `${path}/regrade`, { questions, ...more })).body as RegradeOutcome;
    };
    const ended = async () => {
      await runJobs(processOn(db));
      await expect.poll(async () => (await offer()).running).toBeNull();
    };
    const progress = async (who: string) =>
      EnhancedProgress.parse((await send(who, 'GET', `/api/progress/enhanced/${courseId}`)).body);
    const { quizAttempts, quizFigures } = db.tables;
    const attempts = (userId: string) =>
      db
        .select()
        .from(quizAttempts)
        .where(and(eq(quizAttempts.userId, userId), eq(quizAttempts.lessonId, lessonId)));
    const figures = async (userId: string) =>
      (await db.select().from(quizFigures).where(eq(quizFigures.userId, userId)))[0];
    return {
      ...all,
      url,
      one,
      two,
      submit,
      take,
      correct,
      remove,
      offer,
      decide,
      ended,
      progress,
      attempts,
      figures,
      read,
    };
  }

  test('by the new key: whoever passes now is completed on the day of the attempt, and gets all that a pass gives, once', async () => {
    const { db, ours, people, rooms, one, courseId, lessonId, take, correct, offer, decide, ended, ...rest } =
      await started();
    const { progress, attempts, figures, acts, plant } = rest;
    await rememberStore(db, true);
    const { webhooks, webhookMessages, xapiStatements, courseProgress } = db.tables;
    const events = ['course.completed', 'course.certified'] as const;
    const hook = {
      organizationId: ours,
      url: 'https://hook.test',
      secret: 'x',
      createdBy: people.admin,
      createdAt: new Date(),
    };
    await db.insert(webhooks).values({ ...hook, name: 'Hook', events: [...events], isActive: true } as never);
    const passer = await plant.person({ organizationId: ours });
    const opId = randomUUID();
    expect(await take(people.member, 'b', 'x', opId)).toMatchObject({ passed: false, score: 50 });
    await take(people.member, 'c', 'x');
    expect(await take(passer, 'a', 'x')).toMatchObject({ passed: true });
    const earned = await progress(passer);
    expect(await offer()).toEqual({ attempts: 0, questions: [], running: null });
    await correct(one, 'b');
    expect(await offer()).toMatchObject({
      attempts: 2,
      questions: [{ id: one.id, questionText: 'one', wasCorrect: ['a'], isCorrect: ['b'] }],
    });
    rooms.pass(30 * HOUR_MS);
    expect(await decide('key', { isPreview: true })).toEqual({ attempts: 2, changed: 1, passing: 1 });
    expect((await attempts(people.member)).map(({ score }) => score)).toEqual([50, 50]);
    expect(await decide('key')).toEqual({ attempts: 2, changed: 1, passing: 1 });
    await ended();
    const [first, second] = await attempts(people.member);
    expect([first, second]).toMatchObject([
      { score: 100, passed: true },
      { score: 50, passed: false },
    ]);
    const told = await progress(people.member);
    const day = first?.submittedAt.toISOString();
    expect(told).toMatchObject({
      courseProgress: { percentComplete: 100, completedAt: day },
      unitProgress: [{ lessonId, status: 'completed', completedAt: day, rev: 1 }],
      certificate: { issuedAt: day },
      regraded: [{ opId, score: 100, passed: true }],
    });
    expect(told.regraded?.[0]?.review[0]?.correctAnswerIds).toEqual([idOf(one, 'b')]);
    const [enrolled] = await db.select().from(courseProgress).where(eq(courseProgress.userId, people.member));
    expect(enrolled?.lastActivityAt).toEqual(second?.submittedAt);
    expect(await figures(people.member)).toMatchObject({ attempts: 2, passed: 1, scoreSum: 150, firstPassed: true });
    const messages = await db.select().from(webhookMessages).where(eq(webhookMessages.userId, people.member));
    expect(messages.map(({ type }) => type).sort()).toEqual(['course.certified', 'course.completed']);
    expect(messages.every(({ createdAt }) => createdAt.getTime() - Date.now() > HOUR_MS)).toBe(true);
    const statements = async () =>
      (await db.select().from(xapiStatements).where(eq(xapiStatements.userId, people.member))).map(({ type }) => type);
    const once = ['course.certified', 'course.completed', 'course.enrolled', 'lesson.completed'];
    expect((await statements()).sort()).toEqual([...once, 'quiz.attempted', 'quiz.attempted', 'quiz.attempted']);
    expect(await progress(passer)).toEqual(earned);
    expect((await acts())[0]).toMatchObject({
      action: 'course.quiz_regraded',
      subject: String(courseId),
      details: { lesson: 'Module Quiz', questions: 1, changed: 1, passing: 1 },
    });
    expect(await offer()).toEqual({ attempts: 0, questions: [], running: null });
    // Everybody gets the point as well, later on: who has it is not graded a second time.
    await correct(one, 'c');
    expect(await decide('everyone')).toEqual({ attempts: 1, changed: 1, passing: 0 });
    await ended();
    expect((await attempts(people.member)).map(({ score }) => score)).toEqual([100, 100]);
    expect(await statements()).toHaveLength(8);
    expect(await db.select().from(webhookMessages).where(eq(webhookMessages.userId, people.member))).toHaveLength(2);
    expect(rooms.complaints).toEqual([]);
  });

  test('a deleted question gives its point to everybody, and an author may leave the grades as they are', async () => {
    const { people, send, path, one, take, remove, offer, attempts } = await started();
    await take(people.member, 'c', 'x');
    await remove(one);
    const { questions } = await offer();
    expect(questions).toMatchObject([{ id: one.id, isCorrect: null, seen: 'deleted' }]);
    const sent = (by: string, seen = 'deleted') =>
      send(people.admin, 'POST', `${path}/regrade`, { questions: [{ id: one.id, seen, by }] });
    expect((await sent('key')).body).toMatchObject({ code: 'validation_failed', field: 'questions.0.by' });
    expect((await sent('everyone', 'earlier')).body.code).toBe('question_changed');
    expect((await sent('leave')).body).toEqual({ attempts: 1, changed: 0, passing: 0 });
    expect(await offer()).toMatchObject({ attempts: 0, questions: [] });
    expect((await sent('everyone')).body.code).toBe('question_changed');

    const other = await started();
    await other.take(other.people.member, 'c', 'x');
    await other.remove(other.one);
    expect(await other.decide('everyone')).toEqual({ attempts: 1, changed: 1, passing: 1 });
    await other.ended();
    const shown = await other.send(other.people.member, 'GET', `/api/lessons/${other.lessonId}/quiz/attempts`);
    expect(shown.body.attempts).toMatchObject([
      {
        score: 100,
        passed: true,
        questions: [
          { isRight: true, isRegraded: true },
          { isRight: true, isRegraded: false },
        ],
      },
    ]);
    expect(await attempts(people.member)).toMatchObject([{ score: 50 }]);
  });

  test('[Y13b] answers to an earlier version are graded by the present key, where the words are the same', async () => {
    const { people, one, two, submit, correct, change, remove, version, attempts, plant, ours } = await started();
    const seen = await version();
    const asked = [
      [one, 'b'],
      [two, 'x'],
    ] as const;
    await correct(one, 'b');
    const late = await submit(people.member, asked, { quizVersion: seen });
    expect(late).toMatchObject({ status: 200, body: { passed: true, score: 100 } });
    expect(await attempts(people.member)).toMatchObject([{ quizVersion: await version() }]);
    await change(two.id, { questionText: 'two, in other words' });
    const other = await plant.person({ organizationId: ours });
    expect((await submit(other, asked, { quizVersion: seen })).body.code).toBe('quiz_changed');
    await remove(two);
    expect((await submit(other, asked, { quizVersion: seen })).body).toMatchObject({ passed: true });
    const third = await plant.person({ organizationId: ours });
    expect((await submit(third, asked, { quizVersion: 'never-asked' })).body.code).toBe('quiz_changed');
  });

  test('many are done in slices, also after a process was killed inside one', async () => {
    const { db, url, rooms, ours, one, take, correct, decide, offer } = await started();
    const members = await plantMembers(db, ours, 45);
    for (const who of members) await take(who, 'b', 'x');
    await correct(one, 'b');
    await stopJobs(db);
    expect(await decide('key')).toEqual({ attempts: 45, changed: 45, passing: 45 });
    expect((await offer()).running).toEqual({ handled: 0, total: 45 });
    await killedInside(url, rooms.dataDir);
    const other = await openDb({ url });
    await runJobs(processOn(other, () => new Date(Date.now() + HOUR_MS)));
    expect(await offer()).toEqual({ attempts: 0, questions: [], running: null });
    const { certificates, quizAttempts, bulkJobs, quizFigures } = db.tables;
    expect(await db.select().from(certificates)).toHaveLength(45);
    expect((await db.select().from(quizAttempts)).every(({ passed }) => passed)).toBe(true);
    expect(
      (await db.select().from(quizFigures)).every(({ passed, scoreSum }) => passed === 1 && scoreSum === 100),
    ).toBe(true);
    expect(await db.select().from(bulkJobs)).toMatchObject([
      { title: 'Regrade Module Quiz', state: 'done', handled: 45, changed: 45 },
    ]);
  });

  test('an attempt of a round that is over raises that round, and who has left keeps the work', async () => {
    const { db, people, send, courseId, ours, one, take, correct, decide, ended, attempts, progress, plant } =
      await started();
    const leaver = await plant.person({ organizationId: ours });
    await take(leaver, 'b', 'x');
    await take(people.member, 'b', 'x');
    await take(people.member, 'a', 'x');
    await send(people.admin, 'POST', `/api/admin/courses/${courseId}/renewals`, { userId: people.member });
    await db.update(db.tables.profiles).set({ organizationId: null }).where(eq(db.tables.profiles.id, leaver));
    await correct(one, 'b');
    // The one who had passed in that round is not told to pass anew.
    expect(await decide('key')).toEqual({ attempts: 2, changed: 2, passing: 1 });
    await ended();
    expect(await progress(people.member)).toMatchObject({ round: 2, unitProgress: [{ status: 'not_started' }] });
    expect((await attempts(people.member)).map(({ passed }) => passed)).toEqual([true, true]);
    const units = await db.select().from(db.tables.unitProgress).where(eq(db.tables.unitProgress.userId, leaver));
    expect(units).toMatchObject([{ status: 'completed' }]);
  });
});
