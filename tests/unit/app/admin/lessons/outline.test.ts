import { expect, test } from 'vitest';
import {
  countLabel,
  formOfModule,
  groupLabel,
  lengthLabel,
  moduleChange,
  reordered,
} from '#app/admin/lessons/outline.ts';
import { moved } from '#app/ui/form/sortable-list.tsx';
import { groupLessons, OTHER_GROUP_ID } from '#sync/contract/authoring.ts';
import { needsPassedAttempt } from '#sync/contract/lesson.ts';
import { aModule, anAdminLesson, anOutline } from './outline.ts';

test('[U4] the number of lessons says how many of them learners do not see', () => {
  const { lessons } = anOutline({ modules: [], lessons: [1, 2, 3] });
  expect(countLabel({ lessons })).toBe('3 lessons');
  const [one, ...others] = lessons.map((lesson) => ({ ...lesson, isVisible: false }));
  expect(countLabel({ lessons: one ? [one] : [] })).toBe('1 lesson, 1 hidden');
  expect(countLabel({ lessons: [...lessons, ...others] })).toBe('5 lessons, 2 hidden');
});

test('[Z9] a module in a choice says how full it is, and when it is off', () => {
  const [module, off] = [aModule(), aModule({ isEnabled: false })];
  expect(groupLabel({ title: 'Boots', lessons: [1], module })).toBe('Boots (1 lesson)');
  expect(groupLabel({ title: 'Boots', lessons: [], module: off })).toBe('Boots (empty, off)');
  expect(groupLabel({ title: 'Other', lessons: [1, 2], module: null })).toBe('Other (2 lessons)');
});

test.each([
  ['Quiz 1', true],
  ['FINAL EXAM', true],
  ['Self-assessment', true],
  ['Capstone', false],
])('[U9] a lesson called %s has a quiz panel: %s', (title, isQuiz) => {
  expect(needsPassedAttempt({ title, videoUrl: null })).toBe(isQuiz);
});

test.each([
  ['Boots', 0, null, '1 min'],
  ['Boots', 61, null, '2 min'],
  ['Boots', 4000, null, '1h 7m'],
  ['Quiz: Boots', 0, 0, 'No questions yet'],
  ['Final exam', 0, 20, '20 questions'],
  ['Final exam', 600, 20, '10 min'],
  ['Capstone', 1200, null, '60 min project'],
])('[U4] a lesson called %s of %s seconds with %s questions reads %s', (title, duration, questionCount, label) => {
  expect(lengthLabel(anAdminLesson({ title, duration, questionCount }))).toBe(label);
});

test('[Z9] only what was changed of a module is sent', () => {
  const initial = formOfModule(aModule({ title: 'Boots' }), 2);
  const changed = { title: 'Ladders', isEnabled: false };
  expect(moduleChange({ ...initial, ...changed }, initial)).toEqual(changed);
  expect(moduleChange({ ...initial, place: '1' }, initial)).toEqual({ place: 1 });
  expect(moduleChange(initial, initial)).toEqual({});
});

const placesOf = (lessons: readonly { id: number; orderIndex: number }[]) =>
  lessons.map(({ id, orderIndex }) => [id, orderIndex]);

test('[U5] a lesson put elsewhere in its module gets that index, and the others of the module close up', () => {
  const outline = anOutline({
    modules: [
      [1, 4],
      [5, 8],
    ],
    lessons: [1, 2, 3, 5, 6],
  });
  const [first] = groupLessons(outline);
  const next = reordered(outline, first?.id ?? 0, moved(first?.lessons ?? [], 0, 2));
  expect(placesOf(next.outline.lessons)).toEqual([
    [2, 1],
    [3, 2],
    [1, 3],
    [5, 5],
    [6, 6],
  ]);
});

test('[U5] what is sent names every lesson of the course once', () => {
  const outline = anOutline({ modules: [[5, 8]], lessons: [5, 6, 40, 41] });
  const other = groupLessons(outline).find(({ id }) => id === OTHER_GROUP_ID);
  const { order } = reordered(outline, OTHER_GROUP_ID, moved(other?.lessons ?? [], 1, 0));
  expect(order).toEqual([
    { lessonId: 5, orderIndex: 5 },
    { lessonId: 6, orderIndex: 6 },
    { lessonId: 41, orderIndex: 40 },
    { lessonId: 40, orderIndex: 41 },
  ]);
});

test('[U5] lessons that stay where they are stay the same objects, so that their rows are not drawn again', () => {
  const outline = anOutline({
    modules: [
      [1, 4],
      [5, 8],
    ],
    lessons: [1, 2, 5, 6],
  });
  const [first] = groupLessons(outline);
  const next = reordered(outline, first?.id ?? 0, moved(first?.lessons ?? [], 0, 1));
  expect(next.outline.lessons.slice(2)).toEqual(outline.lessons.slice(2));
  expect(next.outline.lessons[2]).toBe(outline.lessons[2]);
});

test.each([
  [0, 3, ['b', 'c', 'd', 'a']],
  [3, 0, ['d', 'a', 'b', 'c']],
  [1, 2, ['a', 'c', 'b', 'd']],
  [2, 2, ['a', 'b', 'c', 'd']],
  [9, 0, ['a', 'b', 'c', 'd']],
])('the item at %i put to %i', (from, to, expected) => {
  expect(moved(['a', 'b', 'c', 'd'], from, to)).toEqual(expected);
});
