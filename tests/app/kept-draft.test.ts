// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { keepDraft, keptDraft, takeOutDrafts } from '#app/kept-draft.ts';

afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
});

test('[Y23] at a sign-out the drafts of closed pages are taken out, of this person alone', () => {
  keepDraft('maren', 101, { reflection: 'What went well' });
  keepDraft('maren', 102, { reflection: 'And what did not' });
  keepDraft('ole', 101, { reflection: 'Mine' });
  expect(takeOutDrafts('maren')).toEqual([
    { lessonId: 101, draft: { reflection: 'What went well' } },
    { lessonId: 102, draft: { reflection: 'And what did not' } },
  ]);
  expect(takeOutDrafts('maren')).toEqual([]);
  expect(keptDraft('ole', 101)).toEqual({ reflection: 'Mine' });
});

test('[S7] a newer draft wins over that of a closed page', () => {
  keepDraft('maren', 101, { reflection: 'Old' });
  expect(keptDraft('maren', 101, '2999-01-01T00:00:00.000Z')).toBeUndefined();
  expect(keptDraft('maren', 101, '2001-01-01T00:00:00.000Z')).toEqual({ reflection: 'Old' });
});

test('[Y23] where local storage is forbidden nothing breaks', () => {
  vi.stubGlobal('localStorage', undefined);
  expect(() => keepDraft('maren', 101, { reflection: 'Lost' })).not.toThrow();
  expect([keptDraft('maren', 101), takeOutDrafts('maren')]).toEqual([undefined, []]);
  vi.unstubAllGlobals();
});
