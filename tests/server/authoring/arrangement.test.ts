// Where everything stands after a change, by numbers alone (P-8 and P-9).

import { expect, test } from 'vitest';
import { moveLesson, renumber } from '#server/authoring/outline/arrangement.ts';
import { groupLessons } from '#sync/contract/authoring.ts';

const OPEN = { from: null, to: null };

/** Modules by their ranges, such as '1-2 5-6', and lessons by their indexes. */
function laid(ranges: string, indexes: string) {
  const modules = ranges.split(' ').map((range, n) => {
    const [startLessonIndex = 0, endLessonIndex = 0] = range.split('-').map(Number);
    return { id: n + 1, title: `M${n + 1}`, orderIndex: n + 1, startLessonIndex, endLessonIndex };
  });
  const lessons = indexes.split(' ').map((index) => ({ id: 100 + Number(index), orderIndex: Number(index) }));
  return groupLessons({ modules, lessons });
}

/** Where each lesson goes, the ranges, and the window. */
const told = ({ lessons, modules, window }: ReturnType<typeof renumber>) => [
  lessons.map(({ id, orderIndex }) => `${id - 100}>${orderIndex}`).join(' '),
  modules.map((one) => `${one.startLessonIndex}-${one.endLessonIndex}`).join(' '),
  `${window.from}-${window.to}`,
];

test('[Z9] lessons in their right places stay there', () => {
  const settled = renumber(laid('1-2 3-4', '1 2 3 7'), { from: 2, to: 4 });
  expect(told(settled)).toEqual(['1>1 2>2 3>3 7>7', '1-2 3-4', '2-4']);
});

test('[Z9] a full module grows by the lesson that is moved into it, and all behind it moves on', () => {
  const groups = laid('1-2 3-4 7-8', '1 2 3 4 7 10');
  const moved = (moduleId: number, window: { from: number; to: number }) =>
    told(renumber(moveLesson(groups, { id: 110, orderIndex: 10 }, moduleId), window));
  expect(moved(1, { from: 3, to: 8 })).toEqual(['1>1 2>2 10>3 3>4 4>5 7>8', '1-3 4-5 8-9', '4-9']);
  expect(moved(2, { from: 3, to: 4 })[2]).toBe('3-5');
  expect(moved(3, { from: 3, to: 4 })).toEqual(['1>1 2>2 3>3 4>4 7>7 10>8', '1-2 3-4 7-8', '3-4']);
});

test('[Z9] lessons outside every module move on with the modules before them', () => {
  const moved = moveLesson(laid('1-1 2-2', '1 2 8 9'), { id: 102, orderIndex: 2 }, 1);
  expect(told(renumber(moved, OPEN))[0]).toBe('1>1 2>2 8>9 9>10');
});

test('[Z9] a lesson that leaves all modules moves behind them, and out of a window that ends with them', () => {
  const moved = moveLesson(laid('1-4', '1 2'), { id: 101, orderIndex: 1 }, null);
  expect(told(renumber(moved, { from: 1, to: 4 }))).toEqual(['2>1 1>5', '1-4', '1-4']);
});

test('[Z9] lessons between modules go behind them, and stay in the window', () => {
  const groups = laid('1-2 5-6', '1 3 4 5 9');
  expect(told(renumber(groups, { from: 1, to: 6 }))).toEqual(['1>1 5>5 3>7 4>8 9>9', '1-2 5-6', '1-8']);
  expect(told(renumber(groups, { from: 4, to: 6 }))[2]).toBe('4-6');
});
