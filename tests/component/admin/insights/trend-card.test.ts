import { expect, test } from 'vitest';
import { trendHeadline } from '#app/admin/insights/trend-card.tsx';

const headline = (now: number, before: number, range: '30d' | '90d' | '1y' = '30d') => {
  const from = '2026-11-01T00:00:00.000Z';
  // In two steps each, one of them without any.
  const points = [now, 0].map((enrollments) => ({ from, enrollments, completions: 0 }));
  return trendHeadline({ range, points, earlier: [0, before].map((enrollments) => ({ from, enrollments })) });
};

test('[N3] a headline compares the enrollments with those of as long a time before', () => {
  expect(headline(112, 98)).toBe('112 enrollments in the last 30 days, 14% more than in the 30 days before.');
  expect(headline(1, 3, '90d')).toBe('1 enrollment in the last 13 weeks, 67% fewer than in the 13 weeks before.');
  expect(headline(1001, 1000, '1y')).toMatch('1,001 enrollments in the last 12 months, 1% more than in the 12 months');
  expect(headline(7, 7)).toBe('7 enrollments in the last 30 days, as many as in the 30 days before.');
  expect(headline(8, 4)).toBe('8 enrollments in the last 30 days, twice as many as in the 30 days before.');
  expect(headline(10, 4)).toBe('10 enrollments in the last 30 days, 2.5 times as many as in the 30 days before.');
});

test('[N3] a headline says where there is nothing to compare', () => {
  expect(headline(112, 0)).toBe('112 enrollments in the last 30 days, none in the 30 days before.');
  expect(headline(0, 12)).toBe('No enrollments in the last 30 days, 12 in the 30 days before.');
  expect(headline(0, 0)).toBe('No enrollments in the last 30 days or the 30 days before.');
});
