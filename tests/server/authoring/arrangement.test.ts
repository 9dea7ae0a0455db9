// Where everything stands after a change, by numbers alone (P-8 and P-9).

import { expect, test } from 'vitest';
import { moveLesson, renumber } from '#server/authoring/outline/arrangement.ts';
import { groupLessons } from '#sync/contract/authoring.ts';

const OPEN = { from: null, to: null };

function laid(ranges: [number, number][], indexes: number[]) {
  const modules = ranges.map(([startLessonIndex, endLessonIndex], n) => {
    return { id: n + 1, title: `M${n + 1}`, orderIndex: n + 1, startLessonIndex, endLessonIndex };
  });
  return groupLessons({ modules, lessons: indexes.map((orderIndex) => ({ id: 100 + orderIndex, orderIndex })) });
}

const told = ({ lessons, modules, window }: ReturnType<typeof renumber>) => ({
  lessons: lessons.map(({ id, orderIndex }) => `${id - 100}>${orderIndex}`).join(' '),
  modules: modules.map((one) => `${one.startLessonIndex}-${one.endLessonIndex}`).join(' '),
  window: `${window.from}-${window.to}`,
});

test('[Z9] lessons in their right places stay there', () => {
  expect(
    told(
      renumber(
        laid(
          [
            [1, 2],
            [3, 4],
          ],
          [1, 2, 3, 7],
        ),
        { from: 2, to: 4 },
      ),
    ),
  ).toEqual({
    lessons: '1>1 2>2 3>3 7>7',
    modules: '1-2 3-4',
    window: '2-4',
  });
});

test('[Z9] a full module grows by the lesson that is moved into it, and all behind it moves on', () => {
  const groups = laid(
    [
      [1, 2],
      [3, 4],
      [7, 8],
    ],
    [1, 2, 3, 4, 7, 10],
  );
  const lesson = { id: 110, orderIndex: 10 };
  expect(told(renumber(moveLesson(groups, lesson, 1), { from: 3, to: 8 }))).toEqual({
    lessons: '1>1 2>2 10>3 3>4 4>5 7>8',
    modules: '1-3 4-5 8-9',
    window: '4-9',
  });
  expect(told(renumber(moveLesson(groups, lesson, 2), { from: 3, to: 4 })).window).toBe('3-5');
  expect(told(renumber(moveLesson(groups, lesson, 3), { from: 3, to: 4 }))).toMatchObject({
    lessons: '1>1 2>2 3>3 4>4 7>7 10>8',
    window: '3-4',
  });
});

test('[Z9] lessons outside every module move on with the modules before them', () => {
  const groups = laid(
    [
      [1, 1],
      [2, 2],
    ],
    [1, 2, 8, 9],
  );
  expect(told(renumber(moveLesson(groups, { id: 102, orderIndex: 2 }, 1), OPEN)).lessons).toBe('1>1 2>2 8>9 9>10');
});

test('[Z9] a lesson that leaves all modules moves behind them, and out of a window that ends with them', () => {
  const groups = laid([[1, 4]], [1, 2]);
  expect(told(renumber(moveLesson(groups, { id: 101, orderIndex: 1 }, null), { from: 1, to: 4 }))).toEqual({
    lessons: '2>1 1>5',
    modules: '1-4',
    window: '1-4',
  });
});

test('[Z9] lessons between modules go behind them, and stay in the window', () => {
  const groups = laid(
    [
      [1, 2],
      [5, 6],
    ],
    [1, 3, 4, 5, 9],
  );
  expect(told(renumber(groups, { from: 1, to: 6 }))).toEqual({
    lessons: '1>1 5>5 3>7 4>8 9>9',
    modules: '1-2 5-6',
    window: '1-8',
  });
  expect(told(renumber(groups, { from: 4, to: 6 })).window).toBe('4-6');
});

test('[Z9] two lessons with one index, as an older version may have left them, get different ones', () => {
  const groups = groupLessons({
    modules: [],
    lessons: [
      { id: 101, orderIndex: 1 },
      { id: 102, orderIndex: 1 },
    ],
  });
  expect(renumber(groups, OPEN).lessons.map(({ orderIndex }) => orderIndex)).toEqual([1, 2]);
});
