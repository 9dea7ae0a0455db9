import { describe, expect, test } from 'vitest';
import { courseTotals, mergeRanges, UnitChange, watchedPercent } from '#sync/contract/progress.ts';

describe('[P1] percent and points of a course', () => {
  const lessons = [
    { id: 1, points: 10 },
    { id: 2, points: 20 },
    { id: 3, points: 10 },
  ];

  test('nothing done', () => {
    expect(courseTotals(lessons, () => false)).toEqual({ percentComplete: 0, pointsEarned: 0, totalPoints: 40 });
  });

  test('the percent is rounded down', () => {
    expect(courseTotals(lessons, (id) => id < 3)).toEqual({ percentComplete: 66, pointsEarned: 30, totalPoints: 40 });
  });

  test('100 only when every lesson is completed', () => {
    const many = Array.from({ length: 201 }, (_, id) => ({ id, points: 1 }));
    expect(courseTotals(many, (id) => id !== 0).percentComplete).toBe(99);
    expect(courseTotals(many, () => true).percentComplete).toBe(100);
  });

  test('a course without lessons is at 0', () => {
    expect(courseTotals([], () => true).percentComplete).toBe(0);
  });
});

describe('[Y12] watched seconds', () => {
  test('overlapping and touching ranges become one', () => {
    expect(
      mergeRanges(
        [
          [0, 10],
          [20, 30],
        ],
        [
          [10, 15],
          [25, 40],
        ],
      ),
    ).toEqual([
      [0, 15],
      [20, 40],
    ]);
  });

  test('empty and reversed ranges are dropped', () => {
    expect(
      mergeRanges(
        [
          [5, 5],
          [9, 3],
        ],
        [],
      ),
    ).toEqual([]);
  });

  test('merging leaves its arguments as they were', () => {
    const before: [number, number][] = [[0, 10]];
    mergeRanges(before, [[5, 20]]);
    expect(before).toEqual([[0, 10]]);
  });

  test('gaps never count: 600 seconds, each alone, are 10 percent of 6,000', () => {
    const pieces = Array.from({ length: 600 }, (_, index): [number, number] => [index * 10, index * 10 + 1]);
    expect(watchedPercent(pieces, 6_000)).toBe(10);
    let reported: [number, number][] = [];
    for (const piece of pieces) reported = mergeRanges(reported, [piece]);
    expect(reported).toHaveLength(500);
    expect(watchedPercent(reported, 6_000)).toBeLessThanOrEqual(10);
  });

  test('playing the same seconds twice counts once', () => {
    expect(
      watchedPercent(
        [
          [0, 10],
          [0, 10],
        ],
        20,
      ),
    ).toBe(50);
  });

  test('seconds beyond the end do not count', () => {
    expect(watchedPercent([[0, 500]], 20)).toBe(100);
    expect(watchedPercent([[30, 60]], 20)).toBe(0);
  });

  test('a video of unknown length is never watched', () => {
    expect(watchedPercent([[0, 10]], 0)).toBe(0);
    expect(watchedPercent([[0, 10]], Number.NaN)).toBe(0);
  });
});

describe('[P2] the body of a progress report', () => {
  test.each([
    ['an unknown status', { lessonId: 5, status: 'done' }],
    ['a lesson id that is a word', { lessonId: 'five', status: 'completed' }],
    ['a negative lesson id', { lessonId: -5, status: 'completed' }],
    ['a huge lesson id', { lessonId: 2 ** 40, status: 'completed' }],
    ['no status', { lessonId: 5 }],
    ['a negative seen rev', { lessonId: 5, status: 'not_started', seenRev: -1 }],
    ['a reflection above 20,000 characters', { lessonId: 5, status: 'completed', reflection: 'x'.repeat(20_001) }],
    ['more watched ranges than allowed', { lessonId: 5, status: 'in_progress', watched: Array(501).fill([0, 1]) }],
    ['an infinite position', { lessonId: 5, status: 'in_progress', positionSeconds: Number.POSITIVE_INFINITY }],
  ])('%s is refused', (_, body) => {
    expect(UnitChange.safeParse(body).success).toBe(false);
  });

  test('the largest allowed body is accepted', () => {
    const body = {
      lessonId: 5,
      status: 'completed',
      reflection: 'x'.repeat(20_000),
      positionSeconds: 0,
      watched: [[0, 1]],
    };
    expect(UnitChange.safeParse(body).success).toBe(true);
  });
});
