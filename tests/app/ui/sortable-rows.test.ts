import { expect, test } from 'vitest';
import { givesWay, placeReached, type Rows, restAt, within } from '#app/ui/sortable-rows.ts';

/** Four rows of 50, 100, 50 and 50 pixels, of which the one at `from` is dragged. */
const rows = (from: number, to = from): Rows => ({ tops: [0, 50, 150, 200], heights: [50, 100, 50, 50], from, to });

test.each([
  ['[U5] a row gives way once the middle of it is passed, downwards', 0, 49, 0],
  ['[U5] a row gives way once the middle of it is passed, downwards', 0, 51, 1],
  ['[U5] a row gives way once the middle of it is passed, downwards', 0, 130, 2],
  ['[U5] upwards it is the upper edge that counts', 3, -20, 3],
  ['[U5] upwards it is the upper edge that counts', 3, -30, 2],
  ['[U5] upwards it is the upper edge that counts', 3, -101, 1],
  ['[U5] no further than the ends', 3, -9000, 0],
  ['[U5] no further than the ends', 0, 9000, 3],
])('%s: from %i by %i pixels to %i', (_why, from, delta, to) => {
  expect(placeReached(rows(from), delta)).toBe(to);
});

test('[U5] the dragged row does not leave its list', () => {
  expect(within(rows(1), -500)).toBe(-50);
  expect(within(rows(1), 500)).toBe(100);
  expect(within(rows(1), 20)).toBe(20);
});

test('[U5] put down, the rows fill the list without a gap, whatever their heights', () => {
  for (const [from, to] of [
    [0, 2],
    [3, 0],
    [1, 3],
    [2, 1],
  ] as const) {
    const moved = rows(from, to);
    const ends = moved.tops
      .map((top, place) => ({
        top: top + (place === from ? restAt(moved, to) : givesWay(moved, place)),
        height: moved.heights[place] ?? 0,
      }))
      .sort((a, b) => a.top - b.top);
    expect(ends[0]?.top).toBe(0);
    for (const [place, { top, height }] of ends.entries()) expect(ends[place + 1]?.top ?? 250).toBe(top + height);
  }
});

test('[U5] at each place where the keys put it, the row stands there', () => {
  for (const to of [0, 1, 2, 3]) expect(placeReached(rows(1), restAt(rows(1), to))).toBe(to);
});
