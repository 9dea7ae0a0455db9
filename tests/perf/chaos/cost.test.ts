import { expect, test } from 'vitest';
import { addCost, costOf, effectsBetween, noCost } from './cost.ts';

const fine = { begun: 3, confirmed: 3, missing: 0, effects: 3 };

test('a run in which everything arrived once costs nothing, also with a tap that was killed before its word', () => {
  expect(costOf(fine)).toEqual({ lost: 0, doubled: 0 });
  expect(costOf({ ...fine, confirmed: 2 })).toEqual({ lost: 0, doubled: 0 });
  expect(costOf({ ...fine, confirmed: 2, effects: 2 })).toEqual({ lost: 0, doubled: 0 });
});

test('a tap that was said to be saved and had no effect is lost', () => {
  expect(costOf({ ...fine, effects: 2 })).toEqual({ lost: 1, doubled: 0 });
});

test('an entry that the server lacks is lost, once', () => {
  expect(costOf({ ...fine, missing: 1 })).toEqual({ lost: 1, doubled: 0 });
  expect(costOf({ ...fine, missing: 1, effects: 2 })).toEqual({ lost: 1, doubled: 0 });
});

test('an effect beyond the taps is doubled', () => {
  expect(costOf({ ...fine, effects: 4 })).toEqual({ lost: 0, doubled: 1 });
});

test('effects are revisions and attempts since the run began', () => {
  expect(effectsBetween(undefined, { rev: 1, attempts: 0 })).toBe(1);
  expect(effectsBetween({ rev: 3, attempts: 2 }, { rev: 3, attempts: 4 })).toBe(2);
});

test('costs of runs add up', () => {
  expect(addCost({ lost: 1, doubled: 0, strays: 0 }, { lost: 1, doubled: 2, strays: 3 })).toEqual({
    lost: 2,
    doubled: 2,
    strays: 3,
  });
  expect(noCost()).toEqual({ lost: 0, doubled: 0, strays: 0 });
});
