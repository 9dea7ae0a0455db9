import { expect, test } from 'vitest';
import {
  formatChange,
  formatMoney,
  formatPercent,
  formatSeconds,
  formatSpan,
  middleHalf,
  wholeSeconds,
} from '#app/admin/insights/figure-labels.ts';

test('half of the people take so long, where there are enough people for a half', () => {
  const minutes = 60_000;
  const half = (people: number, from: number, to: number) =>
    middleHalf({ people, lowerQuartile: from * minutes, median: from * minutes, upperQuartile: to * minutes });
  expect(half(1, 7, 7)).toBe('Of 1 person');
  expect(half(9, 7, 7)).toBe('Half need about 7 min');
  expect(half(9, 7, 40)).toBe('Half need 7 min to 40 min');
});

test('[N3] a change has its sign: percent whole, stars with one decimal', () => {
  expect([formatChange(12, '%'), formatChange(-3, '%'), formatChange(0, '%')]).toEqual(['+12%', '-3%', '0%']);
  expect([formatChange(0.2, ''), formatChange(-1, ''), formatChange(0, '')]).toEqual(['+0.2', '-1.0', '0.0']);
});

test('[N1] durations are whole seconds, rounded', () => {
  expect([wholeSeconds(1_499), wholeSeconds(1_500), wholeSeconds(0)]).toEqual([1, 2, 0]);
  expect(formatSeconds(3_600_000)).toBe('3,600 s');
});

test('[N3] revenue is money, rates are whole percent', () => {
  expect([formatMoney(0), formatMoney(123_456_789), formatPercent(33.4)]).toEqual(['$0.00', '$1,234,567.89', '33%']);
});

test('a span of time is said in its largest sensible unit', () => {
  const MINUTE = 60_000;
  expect(
    [0, 59 * MINUTE, 60 * MINUTE, 47 * 60 * MINUTE, 48 * 60 * MINUTE, 30 * 24 * 60 * MINUTE].map(formatSpan),
  ).toEqual(['0 min', '59 min', '1 h', '47 h', '2 days', '30 days']);
});
