import { expect, test } from 'vitest';
import { readByteRange } from '#sync/contract/byte-range.ts';

test.each([
  ['bytes=0-1', { first: 0, last: 1, isOpen: false }],
  ['BYTES=5-600', { first: 5, last: 99, isOpen: false }],
  ['bytes=98-', { first: 98, last: 99, isOpen: true }],
  ['bytes=-1', { first: 99, last: 99, isOpen: false }],
  ['bytes=-500', { first: 0, last: 99, isOpen: false }],
  ['bytes=100-', 'unsatisfiable'],
  ['bytes=5-2', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=-', 'whole'],
  ['bytes=0-1,5-6', 'whole'],
  ['items=0-1', 'whole'],
  [undefined, 'whole'],
])('%s of 100 bytes', (header, range) => {
  expect(readByteRange(header, 100)).toEqual(range);
});
