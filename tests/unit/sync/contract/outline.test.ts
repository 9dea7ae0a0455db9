// The places of lessons in a course (P-9).
import { expect, test } from 'vitest';
import { groupLessons, OTHER_GROUP_ID, OTHER_GROUP_TITLE, orderIndexesOf } from '#sync/contract/authoring.ts';

// The ranges of the sample course (P-9).
const STANDARD = [
  [1, 4],
  [5, 8],
  [9, 13],
  [14, 18],
  [19, 23],
  [24, 27],
  [28, 31],
].map(([startLessonIndex = 0, endLessonIndex = 0], n) => {
  return { id: n + 1, title: `Module ${n + 1}`, orderIndex: n + 1, startLessonIndex, endLessonIndex };
});
const at = (...indexes: number[]) => indexes.map((orderIndex) => ({ id: 1000 + orderIndex, orderIndex }));
const groupsOf = (...indexes: number[]) => groupLessons({ modules: STANDARD, lessons: at(...indexes) });

test('[U4] each lesson is in the module whose range includes its index', () => {
  const groups = groupsOf(1, 4, 5, 8, 9, 13, 14, 18, 19, 23, 24, 27, 28, 31, 32, 0);
  expect(groups.map(({ id, lessons }) => [id, lessons.map(({ orderIndex }) => orderIndex)])).toEqual([
    [1, [1, 4]],
    [2, [5, 8]],
    [3, [9, 13]],
    [4, [14, 18]],
    [5, [19, 23]],
    [6, [24, 27]],
    [7, [28, 31]],
    [OTHER_GROUP_ID, [0, 32]],
  ]);
  expect(groups.at(-1)).toMatchObject({ id: 999, title: OTHER_GROUP_TITLE, module: null });
});

test('[U4] without modules every lesson is outside them, by index, then by age', () => {
  const [only, ...none] = groupLessons({ modules: [], lessons: [...at(3, 1), { id: 5, orderIndex: 3 }] });
  expect([only?.lessons.map(({ id }) => id), none]).toEqual([[1001, 5, 1003], []]);
});

test('[U4] modules come in the order of their ranges, whatever order they are sent in', () => {
  const ids = groupLessons({ modules: [...STANDARD].reverse(), lessons: [] }).map(({ id }) => id);
  expect(ids).toEqual([1, 2, 3, 4, 5, 6, 7, OTHER_GROUP_ID]);
});

test('[U5] after a reorder modules begin at 1, 5, 9, 14, 19, 24 and 28', () => {
  const indexes = orderIndexesOf(groupsOf(3, 7, 8, 13, 18, 23, 26, 27, 31));
  expect(indexes.map(({ orderIndex }) => orderIndex)).toEqual([1, 5, 6, 9, 14, 19, 24, 25, 28]);
  expect(indexes.map(({ lessonId }) => lessonId - 1000)).toEqual([3, 7, 8, 13, 18, 23, 26, 27, 31]);
});

test.each([
  ['32, when they stand at 32', [32, 33], 32],
  ['32, when they stand below', [0, 40], 32],
  ['their smallest index, when that is larger', [41, 45], 41],
])('[U5] lessons outside every module begin at %s', (_, indexes, start) => {
  const [first, second] = orderIndexesOf(groupsOf(...indexes));
  expect([first?.orderIndex, second?.orderIndex]).toEqual([start, start + 1]);
});

test('[U5] without modules they begin at 1, or at their smallest index', () => {
  const starts = (...indexes: number[]) =>
    orderIndexesOf(groupLessons({ modules: [], lessons: at(...indexes) })).map((one) => one.orderIndex);
  expect(starts(1, 5)).toEqual([1, 2]);
  expect(starts(0, 5)).toEqual([1, 2]);
  expect(starts(7, 9)).toEqual([7, 8]);
  expect(starts()).toEqual([]);
});
