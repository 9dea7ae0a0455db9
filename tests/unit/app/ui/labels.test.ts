import { expect, test } from 'vitest';
import { counted, dateWords, dayWords, momentWords } from '#app/ui/labels.ts';

test('a count is followed by its noun, and is grouped from a thousand on', () => {
  expect(counted(0, 'lesson')).toBe('0 lessons');
  expect(counted(1, 'lesson')).toBe('1 lesson');
  expect(counted(2, 'person', 'people')).toBe('2 people');
  expect(counted(999, 'learner')).toBe('999 learners');
  expect(counted(1204, 'learner')).toBe('1,204 learners');
});

test('every date is a day and a month, with its year when that is not this one', () => {
  const now = new Date(2026, 10, 26, 12);
  expect(dateWords(new Date(2026, 7, 4, 12), now)).toBe(dayWords('2026-08-04', now));
  expect(dateWords(new Date(2026, 7, 4, 12), now)).not.toContain('2026');
  expect(dateWords(new Date(2025, 7, 4, 12), now)).toBe(dayWords('2025-08-04', now));
  expect(dateWords(new Date(2025, 7, 4, 12), now)).toContain('2025');
  const before = momentWords(new Date(2026, 7, 4, 12, 5).toISOString(), now);
  expect(before).toContain(dayWords('2026-08-04', now));
  expect(momentWords(new Date(2026, 10, 26, 9, 5).toISOString(), now)).not.toContain('26');
});
