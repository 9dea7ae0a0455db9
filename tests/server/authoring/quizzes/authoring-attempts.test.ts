// Past attempts keep the wording in which they were answered; whoever has a quiz open when it changes is told.

import { expect, test } from 'vitest';
import { Quiz } from '#sync/contract/quiz.ts';
import type { AdminQuiz } from '#sync/contract/quiz-authoring.ts';
import { openAdministration } from '#tests/fixtures/administration.ts';
import type { OwnQuizAttempts, QuizAttempt, QuizAttemptList } from '#tests/fixtures/answers.ts';
import { onEveryEngine } from '#tests/fixtures/db.ts';

onEveryEngine('past attempts at a quiz', (openDb) => {
  async function started() {
    const all = await openAdministration(openDb);
    const { plant, send, people, ours } = all;
    const courseId = await plant.course({ organizationId: ours });
    const lessonId = await plant.lesson(courseId, { title: 'Module Quiz' });
    const question = await plant.question(lessonId, [true, false], { questionText: 'Old?' });
    const [right = 0, wrong = 0] = question.answers;
    const learner = `/api/lessons/${lessonId}/quiz`;
    const admin = `/api/admin/lessons/${lessonId}/quiz`;
    const open = async (who: string) => Quiz.parse((await send(who, 'GET', learner)).body).quizVersion;
    const submit = (who: string, chosen: number, quizVersion?: string) =>
      send(who, 'POST', `${learner}/submit`, {
        answers: { [question.id]: String(chosen) },
        quizVersion,
        durationMs: 1500,
      });
    const listed = async (who = people.admin, query = '') =>
      (await send(who, 'GET', `${admin}/attempts${query}`)).body as QuizAttemptList;
    const rewrite = () =>
      send(people.admin, 'PUT', `/api/admin/quiz/questions/${question.id}`, {
        questionText: 'New?',
        answers: [
          { id: wrong, text: 'Now right', isCorrect: true },
          { text: 'Quite new', isCorrect: false },
        ],
      });
    return { ...all, lessonId, question, right, wrong, learner, admin, open, submit, listed, rewrite };
  }

  test('[U9] an attempt shows its own questions after its quiz was rewritten', async () => {
    const { people, right, wrong, submit, rewrite, listed, send, admin, question } = await started();
    await submit(people.member, wrong);
    expect((await rewrite()).status).toBe(200);
    await submit(people.member, wrong);
    const { attempts } = await listed();
    expect(attempts.map(({ score, passed, isCurrent }) => [score, passed, isCurrent])).toEqual([
      [100, true, true],
      [0, false, false],
    ]);
    expect(attempts[1]).toMatchObject({ fullName: 'Maren Member', durationMs: 1500, userId: people.member });
    const past = (await send(people.admin, 'GET', `${admin}/attempts/${attempts[1]?.id}`)).body as QuizAttempt;
    expect(past.attempt).toEqual(attempts[1]);
    expect(past.questions).toEqual([
      {
        id: question.id,
        questionText: 'Old?',
        questionType: 'single_choice',
        points: 1,
        explanation: 'So.',
        isRight: false,
        isRegraded: false,
        answers: [
          { id: right, answerText: 'Answer 0', isCorrect: true, isChosen: false },
          { id: wrong, answerText: 'Answer 1', isCorrect: false, isChosen: true },
        ],
      },
    ]);
    const now = (await send(people.admin, 'GET', `${admin}/attempts/${attempts[0]?.id}`)).body as QuizAttempt;
    expect(now.questions?.[0]).toMatchObject({ questionText: 'New?', isRight: true });
    const quiz = (await send(people.admin, 'GET', admin)).body as AdminQuiz;
    expect([quiz.attempts, quiz.people]).toEqual([2, 1]);
  });

  test('[U9] past attempts take a group and, for a super admin, an organization', async () => {
    const { people, plant, ours, theirs, wrong, submit, listed, send, admin } = await started();
    const crew = await plant.group(ours);
    const other = await plant.person({ organizationId: ours });
    await plant.inGroup(crew, other);
    await submit(people.member, wrong);
    await submit(other, wrong);
    const whose = async (who: string, query: string) =>
      (await listed(who, query)).attempts.map(({ userId }) => userId).sort();
    expect(await whose(people.admin, `?group=${crew}`)).toEqual([other]);
    expect(await whose(people.super, `?organizationId=${ours}`)).toEqual([people.member, other].sort());
    expect(await whose(people.super, `?organizationId=${theirs}`)).toEqual([]);
    expect(await send(people.admin, 'GET', `${admin}/attempts?organizationId=${theirs}`)).toMatchObject({
      status: 404,
    });
  });

  test('[U9] who has a quiz open while it is rewritten gets quiz_changed, and no attempt', async () => {
    const { people, right, open, submit, rewrite, listed } = await started();
    const version = await open(people.member);
    await rewrite();
    expect(await submit(people.member, right, version)).toMatchObject({ status: 422, body: { code: 'quiz_changed' } });
    expect((await listed()).attempts).toEqual([]);
  });

  test('[U9] an org admin sees the attempts of their own people, a super admin everybody’s, page by page', async () => {
    const { people, right, wrong, submit, listed, refused, send, admin, plant } = await started();
    for (const who of [people.member, people.learner, people.otherMember, people.member]) await submit(who, right);
    const all = (await listed(people.super)).attempts;
    expect(all.map(({ userId }) => userId)).toEqual([people.member, people.otherMember, people.learner, people.member]);
    expect((await listed()).attempts.map(({ id }) => id)).toEqual([all[0]?.id, all[3]?.id]);
    const first = await listed(people.super, '?limit=3');
    const second = await listed(people.super, `?limit=3&cursor=${first.nextCursor}`);
    expect([...first.attempts, ...second.attempts]).toEqual(all);
    expect(second.nextCursor).toBeNull();
    const whose = async (query: string) =>
      (await listed(people.super, query)).attempts.map(({ userId, passed }) => [userId, passed]);
    await submit(people.otherMember, wrong);
    expect(await whose('?search=olga')).toEqual([
      [people.otherMember, false],
      [people.otherMember, true],
    ]);
    expect(await whose('?search=olga&sort=submitted&result=passed')).toEqual([[people.otherMember, true]]);
    expect(await whose('?result=not-passed')).toEqual([[people.otherMember, false]]);
    const one = (id: number | undefined) => `${admin}/attempts/${id}`;
    expect(await refused(people.admin, 'GET', one(all[1]?.id))).toBe('404 not_found attemptId');
    expect(await refused(people.admin, 'GET', one(4711))).toBe('404 not_found attemptId');
    expect(await refused(people.otherAdmin, 'GET', one(all[1]?.id))).toBe('404 lesson_not_found');
    expect(await refused(people.admin, 'GET', `${admin}/attempts?cursor=x`)).toBe('400 validation_failed cursor');
    const elsewhere = await plant.lesson(await plant.course(), { title: 'Quiz' });
    expect(
      (await send(people.super, 'GET', `/api/admin/lessons/${elsewhere}/quiz/attempts/${all[0]?.id}`)).status,
    ).toBe(404);
  });

  test('[U9] a person reads their own attempts on any device, and nobody else’s', async () => {
    const { people, right, wrong, submit, rewrite, send, learner } = await started();
    const own = async (who: string) =>
      ((await send(who, 'GET', `${learner}/attempts`)).body as OwnQuizAttempts).attempts;
    await submit(people.member, wrong);
    await submit(people.learner, right);
    await rewrite();
    expect(await own(people.member)).toMatchObject([
      { score: 0, passed: false, questions: [{ questionText: 'Old?', isRight: false }] },
    ]);
    expect(await own(people.learner)).toMatchObject([{ score: 100, passed: true }]);
    expect(await own(people.super)).toEqual([]);
    expect((await send(null, 'GET', `${learner}/attempts`)).status).toBe(401);
  });

  test('[U9] an attempt whose questions were not stored says so', async () => {
    const { people, right, submit, listed, send, admin, db } = await started();
    await submit(people.member, right);
    await db.delete(db.tables.quizVersions);
    const [attempt] = (await listed()).attempts;
    const told = (await send(people.admin, 'GET', `${admin}/attempts/${attempt?.id}`)).body as QuizAttempt;
    expect(told).toEqual({ attempt, questions: null });
  });
});
