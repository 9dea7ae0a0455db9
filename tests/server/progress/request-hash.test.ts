import { expect, test } from 'vitest';
import { canonicalJson, requestHash } from '#server/progress/request-hash.ts';

test('[Y9] two spellings of one body are the same text', () => {
  expect(canonicalJson({ b: [1, { d: null, c: 'é"' }], a: true, gone: undefined })).toBe(
    '{"a":true,"b":[1,{"c":"é\\"","d":null}]}',
  );
  expect(requestHash('/x', { a: 1, b: 2 })).toBe(requestHash('/x', { b: 2, a: 1 }));
});

test('[Y9] another path, value, kind of value or place is another use', () => {
  const hashes = [
    requestHash('/x', { a: 1 }),
    requestHash('/y', { a: 1 }),
    requestHash('/x', { a: '1' }),
    requestHash('/x', { a: [1] }),
    requestHash('/x', { a: { 0: 1 } }),
    requestHash('/x', { a: 2 }),
  ];
  expect(new Set(hashes).size).toBe(hashes.length);
});
