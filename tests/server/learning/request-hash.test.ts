import { expect, test } from 'vitest';
import { canonicalJson, requestHash } from '#server/learning/apply-once.ts';
import type { Operation } from '#sync/contract/operation.ts';

const unit = (body: object): Operation => ({
  opId: 'any',
  kind: 'unit',
  body: { lessonId: 5, status: 'not_started', ...body },
});

test('[Y9] two spellings of one body are the same text', () => {
  const text = '{"a":true,"b":[1,{"c":"é\\"","d":null}]}';
  expect(canonicalJson({ b: [1, { d: null, c: 'é"' }], a: true, gone: undefined })).toBe(text);
});

test('[Y9, Y11] a seenRev that rose while the Reset waited is the same use of the key', () => {
  expect(requestHash(unit({ seenRev: 1 }))).toBe(requestHash(unit({ seenRev: 7 })));
  expect(requestHash({ ...unit({}), opId: 'other' })).toBe(requestHash(unit({})));
});

test('[Y9] another kind, lesson, value or answer is another use', () => {
  const quiz = (lessonId: number, answers: Record<string, string | string[]>): Operation => ({
    opId: 'any',
    kind: 'quiz',
    lessonId,
    body: { answers },
  });
  const hashes = [
    requestHash(unit({})),
    requestHash(unit({ status: 'completed' })),
    requestHash(unit({ lessonId: 6 })),
    requestHash(unit({ reflection: '' })),
    requestHash(unit({ watched: [[0, 1]] })),
    requestHash(quiz(5, { 1: '2' })),
    requestHash(quiz(5, { 1: ['2'] })),
    requestHash(quiz(5, { 12: '' })),
    requestHash(quiz(6, { 1: '2' })),
    requestHash({ opId: 'any', kind: 'enroll', courseId: 5 }),
  ];
  expect(new Set(hashes).size).toBe(hashes.length);
});
