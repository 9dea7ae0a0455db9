// Questions out of a file: every row is judged with its reason, and all are taken in or none.
import { describe, expect, test } from 'vitest';
import { validateImportRows } from '#server/authoring/quizzes/import-questions.ts';
import type { AdminQuiz, QuestionImportAnswer } from '#sync/contract/quiz-authoring.ts';
import { openAdministration } from '#tests/fixtures/administration.ts';
import { onEveryEngine } from '#tests/fixtures/db.ts';

const row = (fields: Partial<Parameters<typeof validateImportRows>[0][number]> = {}) => ({
  questionText: 'Which?',
  answers: ['a', 'b', '', 'd'],
  correct: '1',
  ...fields,
});

describe('[U9] a row of a file', () => {
  const validated = (fields: Parameters<typeof row>[0]) => validateImportRows([row(fields)], [])[0];
  const key = (fields: Parameters<typeof row>[0]) => {
    const judged = validated(fields);
    if (!judged || judged.fault) return `${judged?.fault.field}: ${judged?.fault.reason}`;
    const { draft } = judged;
    const marks = draft.answers.map(({ answerText, isCorrect }) => `${answerText}${isCorrect ? '*' : ''}`);
    return `${draft.questionType} ${draft.points} ${marks.join(' ')}`;
  };

  test.each([
    ['a number', { correct: '2' }, 'single_choice 1 a b* d'],
    ['a letter', { correct: ' d ' }, 'single_choice 1 a b d*'],
    ['several', { correct: 'A; 2' }, 'multiple_choice 1 a* b* d'],
    ['several of a named kind', { questionType: 'Multiple Choice', correct: '1, 4' }, 'multiple_choice 1 a* b d*'],
    [
      'the words of an answer',
      { answers: ['a red wall', 'no'], correct: 'A Red Wall' },
      'single_choice 1 a red wall* no',
    ],
    [
      'true or false without answers',
      { questionType: 'true_false', answers: ['', ''], correct: 'false' },
      'true_false 1 True False*',
    ],
    ['points', { points: ' 10 ' }, 'single_choice 10 a* b d'],
    ['one mark of a multiple choice', { questionType: 'multiple', correct: 'a' }, 'multiple_choice 1 a* b d'],
  ])('is taken with %s', (_what, fields, outcome) => expect(key(fields)).toBe(outcome));

  test.each([
    ['no question', { questionText: ' ' }, 'questionText: Please enter the question.'],
    ['no key', { correct: ' ; ' }, 'correct: Please mark at least one answer as correct.'],
    ['a key that is empty', { correct: '' }, 'correct: Please mark at least one answer as correct.'],
    ['a key beyond the answers', { correct: '7' }, 'correct: "7" does not name one answer of this row. Use A, B, C.'],
    ['a key on an empty cell', { correct: '3' }, 'correct: "3" does not name one answer of this row. Use A, B, C.'],
    [
      'a number that is a place and another answer',
      { answers: ['2', '1'], correct: '1' },
      'correct: "1" does not name one answer of this row. Use A, B, C.',
    ],
    [
      'two keys of a single choice',
      { questionType: 'single', correct: '1;2' },
      'correct: Only one answer of this question can be correct.',
    ],
    ['one answer', { answers: ['a', ' '], correct: '1' }, 'answers: A question needs at least 2 answers.'],
    ['the same answer twice', { answers: ['a', 'b', 'a '] }, 'answers: Two answers are the same: "a".'],
    ['21 answers', { answers: Array(21).fill('x') }, 'answers: A question may have at most 20 answers.'],
    [
      'an unknown kind',
      { questionType: 'essay' },
      'questionType: The type must be single_choice, multiple_choice or true_false.',
    ],
    ['too many points', { points: '11' }, 'points: Points must be a whole number from 1 to 10.'],
    ['no number of points', { points: 'two' }, 'points: Points must be a whole number from 1 to 10.'],
    [
      'a long text',
      { questionText: 'x'.repeat(2_001) },
      'questionText: The question may have at most 2,000 characters.',
    ],
    ['a long answer', { answers: ['a', 'x'.repeat(1_001)] }, 'answers: An answer may have at most 1,000 characters.'],
  ])('is refused with %s', (_what, fields, outcome) => expect(key(fields)).toBe(outcome));

  test('twice in a file is refused the second time; 201 questions are one too many', () => {
    const twice = validateImportRows([row(), row({ questionText: ' which? ' })], []);
    expect(twice.map(({ fault }) => fault?.field)).toEqual([undefined, 'questionText']);
    const many = validateImportRows(
      Array.from({ length: 201 }, (_, n) => row({ questionText: `Question ${n}` })),
      [],
    );
    expect(many.filter(({ fault }) => fault)).toHaveLength(1);
    expect(many[200]?.fault?.reason).toBe('A quiz may have at most 200 questions.');
  });
});

onEveryEngine('importing questions', (openDb) => {
  async function started() {
    const all = await openAdministration(openDb);
    const { plant, send, people, ours } = all;
    const lessonId = await plant.lesson(await plant.course({ organizationId: ours }), { title: 'Exam' });
    const path = `/api/admin/lessons/${lessonId}/quiz`;
    const take = async (rows: unknown[], dryRun = false) =>
      (await send(people.admin, 'POST', `${path}/import`, { dryRun, rows })).body as QuestionImportAnswer;
    const asked = async () =>
      ((await send(people.admin, 'GET', path)).body as AdminQuiz).questions.map(({ questionText }) => questionText);
    return { ...all, path, take, asked };
  }

  test('[U9] a dry run stores nothing, then all rows are added behind the present questions', async () => {
    const { take, asked, acts } = await started();
    const rows = Array.from({ length: 120 }, (_, n) => row({ questionText: `Question ${n}` }));
    expect(await take(rows, true)).toMatchObject({ dryRun: true, taken: 120, refused: 0 });
    expect(await asked()).toEqual([]);
    expect(await take(rows)).toMatchObject({ dryRun: false, taken: 120, refused: 0 });
    expect(await take([row({ questionText: 'Last' })])).toMatchObject({ taken: 1 });
    expect(await asked()).toEqual([...rows.map(({ questionText }) => questionText), 'Last']);
    expect((await acts()).map(({ action, details }) => [action, details])).toEqual([
      ['course.quiz_imported', { lesson: 'Exam', questions: 1 }],
      ['course.quiz_imported', { lesson: 'Exam', questions: 120 }],
    ]);
  });

  test('[U9] with one bad row none is imported; each row has its reason', async () => {
    const { take, asked } = await started();
    const rows = [row({ questionText: 'Good?' }), row({ questionText: 'Bad?', correct: '9' })];
    const outcome = {
      rows: [
        { row: 1, questionText: 'Good?', field: null, reason: null },
        { row: 2, questionText: 'Bad?', field: 'correct', reason: expect.stringContaining('"9"') },
      ],
    };
    expect(await take(rows, true)).toMatchObject({ ...outcome, taken: 1, refused: 1 });
    expect(await take(rows)).toMatchObject({ ...outcome, taken: 0, refused: 1 });
    expect(await asked()).toEqual([]);
  });

  test('[U9] a file sent twice adds its questions once', async () => {
    const { take, asked } = await started();
    const both = await Promise.all([take([row()]), take([row()])]);
    expect(both.map(({ taken }) => taken).sort()).toEqual([0, 1]);
    expect(await asked()).toEqual(['Which?']);
  });

  test('[U9] no rows and too many are refused before any row is validated', async () => {
    const { refused, people, path } = await started();
    const send = (rows: unknown) => refused(people.admin, 'POST', `${path}/import`, { dryRun: true, rows });
    expect(await send([])).toBe('400 validation_failed rows');
    expect(await send(Array(201).fill(row()))).toBe('400 validation_failed rows');
    expect(await send([{ questionText: 7 }])).toBe('400 validation_failed rows.0.questionText');
  });
});
