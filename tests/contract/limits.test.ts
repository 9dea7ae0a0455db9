// The limits of a tap say the same as the shapes of the wire: what is saved on a device must be what the server takes.
import { describe, expect, test } from 'vitest';
import { areStars, isChangeInLimits, isSubmissionInLimits } from '#sync/contract/limits.ts';
import { UnitChange } from '#sync/contract/progress.ts';
import { QuizSubmission } from '#sync/contract/quiz.ts';
import { CourseRating } from '#sync/contract/rating.ts';

const ranges = (count: number) => Array.from({ length: count }, (_, i) => [i, i + 0.5]);
const numbers = [-1, 0, 0.5, 1, 5, 6, 1_000_000, 1_000_001, 2_147_483_647, 2_147_483_648, Number.NaN, Infinity];
const change = { lessonId: 5, status: 'in_progress' };

const changes: object[] = [
  change,
  ...['not_started', 'completed', 'done', ''].map((status) => ({ ...change, status })),
  ...numbers.flatMap((n) => [
    { ...change, lessonId: n },
    { ...change, seenRev: n },
    { ...change, positionSeconds: n },
    { ...change, watched: [[0, n]] },
  ]),
  ...[[], [[1]], [[1, 2, 3]], ranges(500), ranges(501)].map((watched) => ({ ...change, watched })),
  ...[0, 20_000, 20_001].map((length) => ({ ...change, reflection: 'x'.repeat(length) })),
];

const week = 7 * 24 * 3600 * 1000;
const submissions: object[] = [
  ...[{}, { 1: '2' }, { one: '2' }, { 1: 'two' }, { 1: '' }, { 1: '12345678901' }].map((answers) => ({ answers })),
  ...[0, 50, 51].map((count) => ({ answers: { 1: Array.from({ length: count }, () => '7') } })),
  { answers: { 1: ['7', 'x'] } },
  ...[0, 100, 101].map((length) => ({ answers: {}, quizVersion: 'v'.repeat(length) })),
  ...[-1, 0, 0.5, week, week + 1, Number.NaN].map((durationMs) => ({ answers: {}, durationMs })),
];

describe('[Y7] what a tap may carry is what the wire takes', () => {
  test.each(changes)('change %j', (body) => {
    expect(isChangeInLimits(body as UnitChange)).toBe(UnitChange.safeParse(body).success);
  });

  test.each(submissions)('submission %j', (body) => {
    expect(isSubmissionInLimits(body as QuizSubmission)).toBe(QuizSubmission.safeParse(body).success);
  });

  test.each(numbers)('%d stars', (stars) => {
    expect(areStars(stars)).toBe(CourseRating.safeParse({ stars }).success);
  });
});
