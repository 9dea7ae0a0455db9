import { expect, test } from 'vitest';
import { reordered } from '#app/admin/lessons/outline.ts';
import { moved } from '#app/ui/form/sortable-list.tsx';
import { groupLessons, OTHER_GROUP_ID } from '#sync/contract/authoring.ts';
import { anOutline } from './outline.ts';

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
