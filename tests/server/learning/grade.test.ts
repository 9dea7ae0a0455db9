import { expect, test } from 'vitest';
import { gradeQuiz, type KeyedQuestion } from '#server/learning/grade.ts';

const question = (id: number, more: Partial<KeyedQuestion> = {}): KeyedQuestion => ({
  id,
  questionType: 'single_choice',
  points: 1,
  explanation: null,
  answers: [
    { id: id * 10, isCorrect: true },
    { id: id * 10 + 1, isCorrect: false },
  ],
  ...more,
});

test('the score is the points share in whole percent, rounded down', () => {
  const questions = [question(1), question(2), question(3)];
  expect(gradeQuiz(questions, { 1: '10', 2: '20', 3: '31' })).toMatchObject({ score: 66, passed: false });
  expect(gradeQuiz(questions, { 1: '10', 2: '20', 3: '30' })).toMatchObject({ score: 100, passed: true });
  expect(gradeQuiz(questions, { 1: '11', 2: '21', 3: '31' })).toMatchObject({ score: 0, passed: false });
});

test('multiple choice is right only with the whole correct set, in any order and however often named', () => {
  const both = question(1, {
    questionType: 'multiple_choice',
    answers: [10, 11, 12].map((id) => ({ id, isCorrect: id !== 11 })),
  });
  const passed = (value: string | string[]) => gradeQuiz([both], { 1: value }).passed;
  expect([passed(['12', '10']), passed(['10', '12', '12'])]).toEqual([true, true]);
  expect([passed(['10']), passed('10'), passed(['10', '11', '12'])]).toEqual([false, false, false]);
});

test('a wrong answer worth nothing is no pass and no 100', () => {
  const free = question(2, { points: 0 });
  expect(gradeQuiz([question(1), free], { 1: '10', 2: '21' })).toMatchObject({ score: 99, passed: false });
  expect(gradeQuiz([free], { 2: '20' })).toMatchObject({ score: 100, passed: true });
  expect(gradeQuiz([free], { 2: '21' })).toMatchObject({ score: 0, passed: false });
});
