import { describe, expect, test } from 'vitest';
import { differences } from '#app/admin/forms/use-edited.ts';
import {
  changePayload,
  formError,
  formOf,
  NEW_FORM,
  newPayload,
  pairsOf,
  type QuestionForm,
  withMark,
  withNewAnswer,
  withoutAnswer,
  withText,
  withType,
} from '#app/admin/quizzes/question-form.ts';
import { gradeHere } from '#app/admin/quizzes/quiz-preview.tsx';
import type { AdminQuestion } from '#sync/contract/quiz-authoring.ts';

const question: AdminQuestion = {
  id: 7,
  questionText: 'Which?',
  questionType: 'single_choice',
  points: 2,
  explanation: null,
  orderIndex: 1,
  updatedAt: '2026-01-01T00:00:00.000Z',
  answers: [
    { id: 1, answer_text: 'a', is_correct: true, order_index: 1 },
    { id: 2, answer_text: 'b', is_correct: false, order_index: 2 },
    { id: 3, answer_text: 'c', is_correct: false, order_index: 3 },
  ],
};
const form = formOf(question);
const shown = ({ answers }: QuestionForm) =>
  answers.map(({ text, isCorrect }) => `${text}${isCorrect ? '*' : ''}`).join(' ');
const NONE_CORRECT = 'Please mark at least one answer as correct.';
const NO_TEXT = 'All answers must have text.';

describe('[U9] a question while it is written', () => {
  test('marking one answer of a single choice unmarks the others, of a multiple choice it does not', () => {
    expect(shown(withMark(form, 1, true))).toBe('a b* c');
    expect(shown(withMark(withType(form, 'multiple_choice'), 1, true))).toBe('a* b* c');
    const both = withMark(withType(form, 'multiple_choice'), 2, true);
    expect(shown(withType(both, 'single_choice'))).toBe('a* b c');
  });

  test('True/False brings its two answers where nothing is written yet, and takes nothing away', () => {
    expect(shown(withType(NEW_FORM, 'true_false'))).toBe('True False');
    expect(shown(withType(withType(NEW_FORM, 'true_false'), 'single_choice'))).toBe(' ');
    expect(shown(withType(withText(NEW_FORM, 0, 'Yes'), 'true_false'))).toBe('Yes ');
    expect(shown(withType(form, 'true_false'))).toBe('a* b c');
  });

  test('two answers always stay, and each line keeps its own key', () => {
    expect(shown(withoutAnswer(form, 0))).toBe('b c');
    expect(withoutAnswer(withoutAnswer(form, 0), 1).answers).toHaveLength(2);
    const keys = withNewAnswer(withoutAnswer(form, 0)).answers.map(({ key }) => key);
    expect(keys).toEqual([1, 2, 3]);
  });

  test.each([
    ['nothing marked', withMark(form, 0, false), NONE_CORRECT],
    ['an answer without text', withText(form, 1, '  '), NO_TEXT],
    ['the same answer twice', withText(form, 1, ' a '), 'Two answers are the same: "a".'],
    ['points beyond ten', { ...form, points: '11' }, 'Points must be a whole number from 1 to 10.'],
    ['points that are no number', { ...form, points: '1e1' }, 'Points must be a whole number from 1 to 10.'],
    ['everything as it should be', form, undefined],
  ])('a changed question with %s', (_what, written, error) => expect(formError(written, false)).toBe(error));

  test('of a new question empty answers are dropped, but not a marked one, and two must be left', () => {
    expect(formError(withText(form, 1, ''), true)).toBeUndefined();
    expect(formError(withText(form, 0, ''), true)).toBe(NO_TEXT);
    expect(formError(withText(withText(form, 1, ''), 2, ''), true)).toBe(NO_TEXT);
    expect(formError(NEW_FORM, true)).toBe(NONE_CORRECT);
  });

  test('is sent whole; an answer that somebody else has taken out meanwhile goes as a new one', () => {
    expect(newPayload(form)).toMatchObject({ points: 2, answers: [{ text: 'a', isCorrect: true }, {}, {}] });
    const theirs = { ...question, updatedAt: 'later', answers: question.answers.slice(0, 1) };
    expect(changePayload(form, theirs)).toMatchObject({
      seenUpdatedAt: 'later',
      answers: [
        { id: 1, text: 'a', isCorrect: true },
        { text: 'b', isCorrect: false },
        { text: 'c', isCorrect: false },
      ],
    });
    expect(changePayload(form, theirs).answers?.[1]).not.toHaveProperty('id');
  });

  test('knows whether there is anything to lose', () => {
    expect(differences(formOf(question), form)).toEqual({});
    expect(differences(withMark(withMark(form, 1, true), 0, true), form)).toEqual({});
    expect(Object.keys(differences(withText(form, 1, 'B'), form))).toEqual(['answers']);
    expect(differences({ ...form, explanation: 'So.' }, form)).toEqual({ explanation: 'So.' });
  });

  test('is shown beside the version of somebody else, with the marks of its answers', () => {
    const theirs = withText(withMark({ ...form, points: '3' }, 1, true), 2, 'd');
    expect(pairsOf(form, form)).toEqual([]);
    expect(pairsOf(form, theirs)).toEqual([
      { label: 'Points', mine: '2', theirs: '3' },
      { label: 'Answers', mine: 'Correct: a\nb\nc', theirs: 'a\nCorrect: b\nd' },
    ]);
  });
});

test('[U9] a preview is graded by points, rounded down, and passed only when everything is right', () => {
  const other = { ...question, id: 8, points: 1 };
  expect(gradeHere([question, other], { 7: '1', 8: ['2'] })).toMatchObject({ score: 66, passed: false });
  expect(gradeHere([question, other], { 7: '1', 8: ['1'] })).toMatchObject({ score: 100, passed: true });
  expect(gradeHere([question], {})).toMatchObject({ score: 0, passed: false });
});
