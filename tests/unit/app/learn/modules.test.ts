import { describe, expect, test } from 'vitest';
import { gradedLater, groupByModule, lengthToGo, notFinished, whatIsLeft } from '#app/learn/modules.ts';
import type { Lesson } from '#sync/contract/lesson.ts';
import type { Unit } from '#sync/contract/progress.ts';
import { aLesson, aUnit } from '#tests/factories.ts';

const state = (lesson: Partial<Lesson>, unit: Partial<Unit> = {}) => ({
  lesson: aLesson(lesson),
  unit: aUnit(unit),
  waiting: false,
  lastSeq: 0,
});
const done = { status: 'completed' } as const;
const scan = { id: 7, title: 'Executing a High-Quality Scan' };

describe('[Y25d] lessons by module', () => {
  test('begin a group where the module changes, and count what is completed', () => {
    const groups = groupByModule([
      state({ id: 1, module: { id: 6, title: 'Orientation' } }, done),
      state({ id: 2, module: scan }, done),
      state({ id: 3, module: scan }),
      state({ id: 4, module: null }),
    ]);
    expect(groups.map(({ title, lessons, completed }) => [title, lessons.length, completed])).toEqual([
      ['Orientation', 1, 1],
      ['Executing a High-Quality Scan', 2, 1],
      ['More lessons', 1, 0],
    ]);
  });

  test('are one list without a title in a course without modules, and from a server that names none', () => {
    for (const module of [null, undefined]) {
      const lessons = [state({ id: 1, module }), state({ id: 2, module })];
      expect(groupByModule(lessons)).toEqual([{ key: 1, title: undefined, lessons, completed: 0 }]);
    }
    expect(groupByModule([])).toEqual([]);
  });
});

test.each([
  [[5], 'Not finished: Lesson 5'],
  [[5, 6, 7], 'Not finished: Lessons 5 to 7'],
  [[1, 3, 5, 6], 'Not finished: Lessons 1, 3, and 5 to 6'],
  [[1, 3, 5, 7, 9, 10], 'Not finished: Lessons 1, 3, 5, and 3 more'],
])('lessons %j that were left out are named', (numbers, words) => {
  expect(notFinished(numbers.map((orderIndex) => state({ orderIndex })))).toBe(words);
});

describe('how long it takes', () => {
  test('the sum is that of the minutes on the rows, without what is completed', () => {
    const seconds = [125, 125, 61].map((duration, id) => state({ id, duration }));
    expect(whatIsLeft(seconds)).toBe('8 min');
    expect(whatIsLeft([...seconds, state({ duration: 6000 }, done)])).toBe('8 min left');
    expect(whatIsLeft([state({}, done)])).toBeUndefined();
  });

  test('a project counts with the hour that its label names, an exam with its own length', () => {
    const project = state({ title: 'Capstone: a house', duration: 0 });
    const exam = state({ title: 'Final Exam', duration: 1200, questionCount: 20 });
    expect(whatIsLeft([exam, project])).toBe('1h 20m');
    expect(lengthToGo(project)).toBe('60 min project');
    expect(lengthToGo(exam)).toBe('20 questions');
  });

  test('an answered quiz takes no time any more, and waits to be graded', () => {
    const [quiz, exam] = [5, 30].map((orderIndex) => ({ ...state({ orderIndex }), isAnswered: true }));
    if (!quiz || !exam) throw new Error('Two are needed.');
    expect(whatIsLeft([quiz, state({}, done)])).toBe('1 to be graded');
    expect(whatIsLeft([quiz, exam, state({ duration: 61 })])).toBe('2 min left, 2 to be graded');
    expect(gradedLater([quiz])).toBe('Lesson 5 is graded when you are online.');
    expect(gradedLater([quiz, exam])).toBe('Lessons 5 and 30 are graded when you are online.');
  });

  test('a video that was begun has what is left of it', () => {
    const video = { videoUrl: '/media/a', duration: 250 };
    expect(lengthToGo(state(video))).toBe('5 min');
    expect(lengthToGo(state(video, { status: 'in_progress', positionSeconds: 92 }))).toBe('3 min left');
  });
});
