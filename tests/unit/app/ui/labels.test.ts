import { expect, test } from 'vitest';
import { counted } from '#app/ui/labels.ts';

test('a count is followed by its noun, and is grouped from a thousand on', () => {
  expect(counted(0, 'lesson')).toBe('0 lessons');
  expect(counted(1, 'lesson')).toBe('1 lesson');
  expect(counted(2, 'person', 'people')).toBe('2 people');
  expect(counted(999, 'learner')).toBe('999 learners');
  expect(counted(1204, 'learner')).toBe('1,204 learners');
});
