// A quiz with several authors: its order, who is late, many at once, and whose it is.
import { expect, test } from 'vitest';
import type { AdminQuiz } from '#sync/contract/quiz-authoring.ts';
import { onEveryEngine } from '#tests/fixtures/db.ts';
import { choice, openQuizAuthoring } from './quiz-authors.ts';

onEveryEngine('authors of one quiz', (openDb) => {
  const started = () => openQuizAuthoring(openDb);

  test('[U9] an order names every question once, or is refused whole', async () => {
    const { add, read, send, refused, people, path } = await started();
    const made = [];
    for (const text of ['One?', 'Two?', 'Three?']) made.push((await add(choice(text, 'a', 'b'))).id);
    const [one = 0, two = 0, three = 0] = made;
    const order = (questionIds: unknown) => refused(people.admin, 'PUT', `${path}/order`, { questionIds });
    for (const wrong of [
      [one, two],
      [one, two, two],
      [one, two, three, 4711],
      [one, two, three, three],
    ])
      expect(await order(wrong)).toBe('422 order_not_whole questionIds');
    expect(await order([])).toBe('400 validation_failed questionIds');
    expect(await order(['x'])).toBe('400 validation_failed questionIds.0');
    expect((await read()).questions.map(({ id }) => id)).toEqual(made);
    const answer = (await send(people.admin, 'PUT', `${path}/order`, { questionIds: [three, one, two] }))
      .body as AdminQuiz;
    expect(answer.questions.map(({ id, orderIndex }) => [id, orderIndex])).toEqual([
      [three, 1],
      [one, 2],
      [two, 3],
    ]);
    expect(await read()).toEqual(answer);
  });

  test('[U9] of two authors the later one is refused, and nothing of theirs is stored', async () => {
    const { add, change, read, send, people } = await started();
    const question = await add(choice('Which?', 'a', 'b'));
    const first = await change(question.id, { questionText: 'First', seenUpdatedAt: question.updatedAt });
    const late = { questionText: 'Second', seenUpdatedAt: question.updatedAt };
    expect(await send(people.super, 'PUT', `/api/admin/quiz/questions/${question.id}`, late)).toMatchObject({
      status: 409,
      body: { code: 'question_changed' },
    });
    expect((await read()).questions).toEqual([first]);
  });

  test('[U9] many authors at once leave whole questions, each number once', async () => {
    const { add, read, send, people, path } = await started();
    const question = await add(choice('Which?', 'a', 'b', 'c', 'd'));
    const marks = question.answers.flatMap(({ id, answer_text: answerText }) =>
      [people.admin, people.super].map((who) =>
        send(who, 'PUT', `/api/admin/quiz/answers/${id}`, { answerText, isCorrect: true }),
      ),
    );
    const removals = question.answers.map(({ id }) => send(people.super, 'DELETE', `/api/admin/quiz/answers/${id}`));
    const additions = Array.from({ length: 6 }, (_, n) =>
      send(people.admin, 'POST', `${path}/questions`, choice(`New ${n}?`, 'a', 'b')),
    );
    const told = await Promise.all([...marks, ...removals, ...additions]);
    expect(told.filter(({ status }) => status >= 500)).toEqual([]);
    const { questions } = await read();
    const left = questions.find(({ id }) => id === question.id);
    expect(left?.answers.filter((answer) => answer.is_correct)).toHaveLength(1);
    expect(left?.answers.length).toBeGreaterThanOrEqual(2);
    expect(questions.map(({ orderIndex }) => orderIndex)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });

  test('[U9] a quiz of another organization is not there, by lesson, question or answer; a deleted lesson neither', async () => {
    const { add, refused, people, path, db, read } = await started();
    const question = await add(choice('Which?', 'a', 'b'));
    const [answer] = question.answers;
    const theirs = people.otherAdmin;
    const written = { answerText: 'x', isCorrect: true };
    expect(await refused(theirs, 'GET', path)).toBe('404 lesson_not_found');
    expect(await refused(theirs, 'POST', `${path}/questions`, choice('New?', 'a', 'b'))).toBe('404 lesson_not_found');
    expect(await refused(theirs, 'PUT', `/api/admin/quiz/questions/${question.id}`, { points: 2 })).toBe(
      '404 question_not_found',
    );
    expect(await refused(theirs, 'PUT', `/api/admin/quiz/answers/${answer?.id}`, written)).toBe('404 answer_not_found');
    expect(await refused(people.member, 'GET', path)).toBe('403 access_denied');
    expect((await read()).questions).toEqual([question]);
    await db.update(db.tables.lessons).set({ retiredAt: new Date() });
    expect(await refused(people.admin, 'GET', path)).toBe('404 lesson_not_found');
    expect(await refused(people.admin, 'PUT', `/api/admin/quiz/answers/${answer?.id}`, written)).toBe(
      '404 answer_not_found',
    );
  });
});
