import { expect, test } from 'vitest';
import { axisTop, percentOf } from '#app/admin/insights/scale.ts';

test.each([
  [0, 2],
  [2, 2],
  [3, 4],
  [5, 10],
  [11, 20],
  [41, 100],
  [400, 400],
  [1_001, 2_000],
])('an axis up to %d ends at %d, and its half is a whole number', (most, top) => {
  expect(axisTop(most)).toBe(top);
  expect(Number.isInteger(top / 2)).toBe(true);
});

test('a part stays inside the plot, also of nothing', () => {
  expect([percentOf(1, 4), percentOf(5, 4), percentOf(-1, 4), percentOf(1, 0)]).toEqual([25, 100, 0, 0]);
});
