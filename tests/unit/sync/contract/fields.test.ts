import { expect, test } from 'vitest';
import { isUuid, percentDone, roundedPercent } from '#sync/contract/fields.ts';

test('work is at 100 percent only when all of it is done', () => {
  expect([percentDone(0, 1000), percentDone(999, 1000), percentDone(1000, 1000), percentDone(0, 0)]).toEqual([
    0, 99, 100, 0,
  ]);
});

test('a share is rounded to the nearest percent', () => {
  expect([roundedPercent(1, 3), roundedPercent(2, 3), roundedPercent(0, 0)]).toEqual([33, 67, 0]);
});

test('a UUID is one in lower case and nothing around it', () => {
  const id = '0b9a3c1e-52f4-4c1d-8d0a-6f2e7b1c9a55';
  expect([id, `${id}\n`, ` ${id}`, id.toUpperCase(), id.slice(1)].map(isUuid)).toEqual([
    true,
    false,
    false,
    false,
    false,
  ]);
});
