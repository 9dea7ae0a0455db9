// A quiz as its authors write it: the rules of a question hold after every single call, on either database.
import { expect, test } from 'vitest';
import { type AdminQuestion, MOST_ANSWERS } from '#sync/contract/quiz-authoring.ts';
import { onEveryEngine } from '#tests/fixtures/db.ts';
import { choice, idOf, key, openQuizAuthoring } from './quiz-authors.ts';

const NONE_CORRECT = 'Please mark at least one answer as correct.';

onEveryEngine('writing a quiz', (openDb) => {
  const started = () => openQuizAuthoring(openDb);

  test('[U9] a question is added behind the last one; answers without text are dropped, points are 1', async () => {
    const { add, read, acts, courseId, ours } = await started();
    expect((await read()).questions).toEqual([]);
    const { points: _default, ...plain } = choice(' Which tool? ', ' Laser ', ' ', 'Tape', '');
    const first = await add(plain);
    expect(first).toMatchObject({ questionText: 'Which tool?', points: 1, orderIndex: 1, explanation: null });
    expect(key(first)).toBe('Laser* Tape');
    const second = await add({ ...choice('Why?', 'a', 'b'), points: 10, explanation: ' So. ' });
    expect(second).toMatchObject({ points: 10, orderIndex: 2, explanation: 'So.' });
    expect((await read()).questions).toEqual([first, second]);
    expect((await acts())[0]).toMatchObject({
      action: 'course.quiz_question_created',
      subject: String(courseId),
      organizationId: ours,
      details: { lesson: 'Module Quiz', question: 'Why?' },
    });
  });

  test.each([
    ['no question', { questionText: '  ' }, 'questionText', 'Please enter the question.'],
    ['no points', { points: 0 }, 'points', 'Points must be a whole number from 1 to 10.'],
    ['an unknown kind', { questionType: 'essay' }, 'questionType', /^Question type must be/],
    ['no correct answer', { answers: pair(false, false) }, 'answers', NONE_CORRECT],
    ['one answer', { answers: pair(true, false).slice(0, 1) }, 'answers', 'A question needs at least 2 answers.'],
    ['two correct answers of a single choice', { answers: pair(true, true) }, 'answers', /Only one answer/],
    ['the same answer twice', choice('Which?', ' Laser  meter', 'Laser meter '), 'answers', /: "Laser meter"\.$/],
    ['21 answers', { answers: Array(MOST_ANSWERS + 1).fill({ text: 'x', isCorrect: true }) }, 'answers', /at most 20/],
    ['a text that is too long', { questionText: 'x'.repeat(2_001) }, 'questionText', /at most 2,000/],
    [
      'an answer that is too long',
      { answers: [...pair(true, false), { text: 'x'.repeat(1_001), isCorrect: false }] },
      'answers.2.text',
      /./,
    ],
  ])('[U9] a new question with %s is refused by its field', async (_what, wrong, field, message) => {
    const { send, people, path, read } = await started();
    const answer = await send(people.admin, 'POST', `${path}/questions`, { ...choice('Which?', 'a', 'b'), ...wrong });
    expect(answer).toMatchObject({ status: 400, body: { code: 'validation_failed', field } });
    expect(answer.body.message).toMatch(message);
    expect((await read()).questions).toEqual([]);
  });

  test('[U9] a whole question changes at once: answers by their position, new ones added, left-out ones retired', async () => {
    const { add, change, read, db } = await started();
    const old = await add(choice('Old?', 'a', 'b', 'c'));
    const [a, c] = [idOf(old, 'a'), idOf(old, 'c')];
    const changed = await change(old.id, {
      questionText: 'New?',
      questionType: 'multiple_choice',
      points: 3,
      explanation: 'Because.',
      answers: [
        { id: c, text: 'C', isCorrect: true },
        { id: a, text: 'a', isCorrect: false },
        { text: 'd', isCorrect: true },
      ],
      seenUpdatedAt: old.updatedAt,
    });
    expect(changed).toMatchObject({ questionText: 'New?', points: 3, explanation: 'Because.' });
    expect([key(changed), idOf(changed, 'C'), idOf(changed, 'a')]).toEqual(['C* a d*', c, a]);
    expect((await read()).questions).toEqual([changed]);
    const rows = await db.select().from(db.tables.quizAnswers);
    expect(rows.filter(({ retiredAt }) => retiredAt !== null).map(({ answerText }) => answerText)).toEqual(['b']);
    expect(await change(old.id, { explanation: null })).toMatchObject({ points: 3, explanation: null });
  });

  test('[U9] a change that would break a question changes nothing of it', async () => {
    const { add, read, refused, people } = await started();
    const question = await add(choice('Which?', 'a', 'b'));
    const other = await add(choice('Other?', 'x', 'y'));
    const [a, b] = [idOf(question, 'a'), idOf(question, 'b')];
    const put = (answers: unknown) =>
      refused(people.admin, 'PUT', `/api/admin/quiz/questions/${question.id}`, { questionText: 'Changed', answers });
    const one = { id: a, text: 'a', isCorrect: true };
    expect(await put([one])).toBe('400 validation_failed answers');
    expect(
      await put([
        { ...one, isCorrect: false },
        { id: b, text: 'b', isCorrect: false },
      ]),
    ).toBe('400 validation_failed answers');
    expect(await put([one, { id: b, text: ' ', isCorrect: false }])).toBe('400 validation_failed answers.1.text');
    expect(await put([one, { id: a, text: 'b', isCorrect: false }])).toBe('404 answer_not_found answers.1.id');
    expect(await put([one, { id: idOf(other, 'x'), text: 'x', isCorrect: false }])).toBe(
      '404 answer_not_found answers.1.id',
    );
    expect((await read()).questions).toEqual([question, other]);
  });

  test('[U9] the specified order of single calls moves the key of a single choice: question, answers by position, new ones', async () => {
    const { add, change, kept, read } = await started();
    const old = await add(choice('Old?', 'a', 'b'));
    const answer = (text: string) => `/api/admin/quiz/answers/${idOf(old, text)}`;
    const steps: AdminQuestion[] = [
      await change(old.id, { questionText: 'New?', questionType: 'single_choice', points: 2, explanation: '' }),
      await kept('PUT', answer('a'), { answerText: 'A', isCorrect: false }),
      await kept('PUT', answer('b'), { answerText: 'B', isCorrect: true }),
      await kept('POST', `/api/admin/quiz/questions/${old.id}/answers`, { answerText: 'C', isCorrect: false }),
    ];
    expect(steps.map(key)).toEqual(['a* b', 'A* b', 'A B*', 'A B* C']);
    expect((await read()).questions).toEqual([steps.at(-1)]);
    const moved = await kept('POST', `/api/admin/quiz/questions/${old.id}/answers`, {
      answerText: 'D',
      isCorrect: true,
    });
    expect(key(moved)).toBe('A B C D*');
  });

  test('[U9] a multiple choice that becomes a single choice keeps its first correct answer until its answers follow', async () => {
    const { add, change, kept } = await started();
    const old = await add({ ...choice('Which?', 'a', 'b', 'c'), questionType: 'multiple_choice' });
    const b = `/api/admin/quiz/answers/${idOf(old, 'b')}`;
    const c = `/api/admin/quiz/answers/${idOf(old, 'c')}`;
    await kept('PUT', b, { answerText: 'b', isCorrect: true });
    expect(key(await kept('PUT', c, { answerText: 'c', isCorrect: true }))).toBe('a* b* c*');
    expect(key(await change(old.id, { questionType: 'single_choice' }))).toBe('a* b c');
    expect(key(await kept('PUT', c, { answerText: 'c', isCorrect: true }))).toBe('a b c*');
    expect(key(await change(old.id, { questionType: 'multiple_choice' }))).toBe('a b c*');
  });

  test('[U9] no single call leaves a question without a mark or with fewer than two answers', async () => {
    const { add, send, refused, kept, read, people } = await started();
    const many = await add({ ...choice('Which?', 'a', 'b', 'c'), questionType: 'multiple_choice' });
    const at = (text: string) => `/api/admin/quiz/answers/${idOf(many, text)}`;
    const unmark = await send(people.admin, 'PUT', at('a'), { answerText: 'a', isCorrect: false });
    expect(unmark).toMatchObject({ status: 400, body: { field: 'isCorrect', message: NONE_CORRECT } });
    const remove = await send(people.admin, 'DELETE', at('a'));
    expect(remove).toMatchObject({ status: 400, body: { field: 'answers', message: NONE_CORRECT } });
    expect(await refused(people.admin, 'PUT', at('b'), { answerText: ' ', isCorrect: false })).toBe(
      '400 validation_failed answerText',
    );
    expect(key(await kept('DELETE', at('c')))).toBe('a* b');
    expect(await refused(people.admin, 'DELETE', at('b'))).toBe('400 validation_failed answers');
    expect(await refused(people.admin, 'DELETE', at('c'))).toBe('404 answer_not_found');
    expect(await refused(people.admin, 'PUT', at('c'), { answerText: 'c', isCorrect: true })).toBe(
      '404 answer_not_found',
    );
    expect((await read()).questions.map(key)).toEqual(['a* b']);
  });

  test('[U9] a deleted question is no longer asked, and its row stays', async () => {
    const { add, read, send, refused, people, db } = await started();
    const question = await add(choice('Which?', 'a', 'b'));
    const path = `/api/admin/quiz/questions/${question.id}`;
    expect(await send(people.admin, 'DELETE', path)).toMatchObject({
      status: 200,
      body: { message: expect.any(String) },
    });
    expect((await read()).questions).toEqual([]);
    expect(await db.select().from(db.tables.quizQuestions)).toHaveLength(1);
    for (const [method, to] of [
      ['DELETE', path],
      ['PUT', path],
      ['POST', `${path}/answers`],
    ] as const)
      expect(await refused(people.admin, method, to, { answerText: 'x', isCorrect: true })).toBe(
        '404 question_not_found',
      );
    expect(await refused(people.admin, 'DELETE', `/api/admin/quiz/answers/${question.answers[0]?.id}`)).toBe(
      '404 answer_not_found',
    );
  });

  test('[U9] every change of a question, an answer or the key alone changes the version, also within one millisecond', async () => {
    const { add, change, kept, version, send, people, path } = await started();
    const question = await add(choice('Which?', 'a', 'b', 'c'));
    const other = await add(choice('Other?', 'x', 'y'));
    const at = (text: string) => `/api/admin/quiz/answers/${idOf(question, text)}`;
    const versions = [await version()];
    const after = async (change: Promise<unknown>) => {
      await change;
      versions.push(await version());
    };
    await after(kept('PUT', at('b'), { answerText: 'b', isCorrect: true }));
    await after(kept('PUT', at('a'), { answerText: 'a', isCorrect: true }));
    await after(kept('PUT', at('b'), { answerText: 'b', isCorrect: true }));
    await after(change(question.id, { explanation: 'So.' }));
    await after(kept('PUT', at('c'), { answerText: 'C', isCorrect: false }));
    await after(kept('DELETE', at('c')));
    await after(
      kept('POST', `/api/admin/quiz/questions/${question.id}/answers`, { answerText: 'd', isCorrect: false }),
    );
    await after(send(people.admin, 'PUT', `${path}/order`, { questionIds: [other.id, question.id] }));
    await after(send(people.admin, 'DELETE', `/api/admin/quiz/questions/${other.id}`));
    expect(new Set(versions).size).toBe(versions.length);
    await change(question.id, { explanation: 'So.' });
    expect(await version()).toBe(versions.at(-1));
  });
});

function pair(...correct: boolean[]) {
  return correct.map((isCorrect, at) => ({ text: `Answer ${at}`, isCorrect }));
}
