import { expect, test } from 'vitest';
import { PART_BYTES } from '#sync/contract/media.ts';
import { resolveRange } from '#sync/downloads/byte-ranges.ts';

const file = (sizeBytes: number, partBytes = 10) => ({
  etag: '"x"',
  contentType: 'video/mp4',
  sizeBytes,
  partBytes,
  parts: Math.ceil(sizeBytes / partBytes),
  captions: null,
});

test.each([
  ['bytes=0-1', 0, 1, [{ n: 0, from: 0, to: 1 }]],
  [
    'bytes=8-11',
    8,
    11,
    [
      { n: 0, from: 8, to: 9 },
      { n: 1, from: 0, to: 1 },
    ],
  ],
  [
    'bytes=9-20',
    9,
    20,
    [
      { n: 0, from: 9, to: 9 },
      { n: 1, from: 0, to: 9 },
      { n: 2, from: 0, to: 0 },
    ],
  ],
  ['bytes=10-19', 10, 19, [{ n: 1, from: 0, to: 9 }]],
  ['bytes=24-', 24, 24, [{ n: 2, from: 4, to: 4 }]],
  ['bytes=20-99', 20, 24, [{ n: 2, from: 0, to: 4 }]],
  [
    'bytes=-6',
    19,
    24,
    [
      { n: 1, from: 9, to: 9 },
      { n: 2, from: 0, to: 4 },
    ],
  ],
  [
    'bytes=-99',
    0,
    24,
    [
      { n: 0, from: 0, to: 9 },
      { n: 1, from: 0, to: 9 },
      { n: 2, from: 0, to: 4 },
    ],
  ],
])('%s of 25 bytes in parts of ten', (header, first, last, slices) => {
  expect(resolveRange(header, file(25))).toEqual({ first, last, isWhole: false, slices });
});

test.each(['bytes=25-', 'bytes=99-100', 'bytes=9-3', 'bytes=-0'])('%s does not exist', (header) => {
  expect(resolveRange(header, file(25))).toBe('unsatisfiable');
});

test.each([null, '', 'bytes=', 'bytes=-', 'bytes=a-b', 'bytes=0-1,5-6'])(
  '%s does not count: the whole file',
  (header) => {
    const cut = resolveRange(header, file(25));
    expect(cut).toMatchObject({ first: 0, last: 24, isWhole: true });
    expect(cut !== 'unsatisfiable' && cut.slices.map(({ n }) => n)).toEqual([0, 1, 2]);
  },
);

test('an open-ended range returns at most 4 MiB, a closed one what was requested', () => {
  const video = file(100 * 1024 * 1024, PART_BYTES);
  expect(resolveRange('bytes=0-', video)).toMatchObject({ first: 0, last: 4 * 1024 * 1024 - 1 });
  const inTheMiddle = resolveRange(`bytes=${PART_BYTES - 1}-`, video);
  expect(inTheMiddle !== 'unsatisfiable' && inTheMiddle.slices.map(({ n }) => n)).toEqual([0, 1]);
  expect(resolveRange('bytes=0-9999999', video)).toMatchObject({ first: 0, last: 9_999_999 });
});

test('an empty file is an empty response', () => {
  expect(resolveRange(null, file(0))).toEqual({ first: 0, last: -1, isWhole: true, slices: [] });
  expect(resolveRange('bytes=0-', file(0))).toBe('unsatisfiable');
});
