import { expect, test } from 'vitest';
import { lengthLabel } from '#app/admin/lessons/outline.ts';
import { anAdminLesson } from './outline.ts';

test.each([
  ['Boots', 0, null, '1 min'],
  ['Boots', 61, null, '2 min'],
  ['Boots', 4000, null, '1h 7m'],
  ['Quiz: Boots', 0, 0, 'No questions yet'],
  ['Final exam', 0, 1, '1 question'],
  ['Final exam', 0, 20, '20 questions'],
  ['Final exam', 600, 20, '10 min'],
  ['Capstone', 0, null, '60 min project'],
  ['Capstone', 1200, null, '60 min project'],
])('[U4] a lesson called %s of %s seconds with %s questions reads %s', (title, duration, questionCount, label) => {
  expect(lengthLabel({ ...anAdminLesson(1), title, duration, questionCount, videoUrl: null })).toBe(label);
});
