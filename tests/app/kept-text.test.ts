// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { keepText, keptText, takeOutTexts } from '#app/kept-text.ts';

afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
});

test('[Y23] at a sign-out the texts of closed pages are taken out, of this person alone', () => {
  keepText('maren', 101, 'What went well');
  keepText('maren', 102, 'And what did not');
  keepText('ole', 101, 'Mine');
  expect(takeOutTexts('maren')).toEqual([
    { lessonId: 101, text: 'What went well' },
    { lessonId: 102, text: 'And what did not' },
  ]);
  expect(takeOutTexts('maren')).toEqual([]);
  expect(keptText('ole', 101)).toBe('Mine');
});

test('[S7] a newer draft wins over the text of a closed page', () => {
  keepText('maren', 101, 'Old');
  expect(keptText('maren', 101, '2999-01-01T00:00:00.000Z')).toBeUndefined();
  expect(keptText('maren', 101, '2001-01-01T00:00:00.000Z')).toBe('Old');
});

test('[Y23] where local storage is forbidden nothing breaks', () => {
  vi.stubGlobal('localStorage', undefined);
  expect(() => keepText('maren', 101, 'Lost')).not.toThrow();
  expect([keptText('maren', 101), takeOutTexts('maren')]).toEqual([undefined, []]);
  vi.unstubAllGlobals();
});
