import { expect, test } from 'vitest';
import { groupLabel } from '#app/admin/lessons/outline.ts';
import { isQuizTitle } from '#sync/contract/lesson.ts';
import { aModule } from './outline.ts';

test('[Z9] a module in a choice says how full it is, and when it is off', () => {
  const [module, off] = [aModule(), aModule({ isEnabled: false })];
  expect(groupLabel({ title: 'Boots', lessons: [1], module })).toBe('Boots (1 lesson)');
  expect(groupLabel({ title: 'Boots', lessons: [], module: off })).toBe('Boots (empty, off)');
  expect(groupLabel({ title: 'Other/New Lessons', lessons: [1, 2], module: null })).toBe(
    'Other/New Lessons (2 lessons)',
  );
});

test.each([
  ['Quiz 1', true],
  ['FINAL EXAM', true],
  ['Self-assessment', true],
  ['Capstone', false],
  ['Walking the path', false],
])('[U9] a lesson called %s has a quiz panel: %s', (title, isQuiz) => {
  expect(isQuizTitle(title)).toBe(isQuiz);
});
