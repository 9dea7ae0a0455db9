import { expect, test } from 'vitest';
import { countLabel } from '#app/admin/lessons/outline.ts';
import { anOutline } from './outline.ts';

test('[U4] the number of lessons says how many of them learners do not see', () => {
  const { lessons } = anOutline({ modules: [], lessons: [1, 2, 3] });
  expect(countLabel({ lessons })).toBe('3 lessons');
  const [one, ...others] = lessons.map((lesson) => ({ ...lesson, isVisible: false }));
  expect(countLabel({ lessons: one ? [one] : [] })).toBe('1 lesson, 1 hidden');
  expect(countLabel({ lessons: [...lessons, ...others] })).toBe('5 lessons, 2 hidden');
});
