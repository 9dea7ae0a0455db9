import { expect, test } from 'vitest';
import {
  changeWords,
  moneyWords,
  percentWords,
  secondsWords,
  wholeSeconds,
} from '#app/admin/insights/figure-labels.ts';

test('[N3] a change has its sign: percent whole, stars with one decimal', () => {
  expect([changeWords(12, '%'), changeWords(-3, '%'), changeWords(0, '%')]).toEqual(['+12%', '-3%', '0%']);
  expect([changeWords(0.2, ''), changeWords(-1, ''), changeWords(0, '')]).toEqual(['+0.2', '-1.0', '0.0']);
});

test('[N1] durations are whole seconds, rounded', () => {
  expect([wholeSeconds(1_499), wholeSeconds(1_500), wholeSeconds(0)]).toEqual([1, 2, 0]);
  expect(secondsWords(3_600_000)).toBe('3,600 s');
});

test('[N3] revenue is money, rates are whole percent', () => {
  expect([moneyWords(0), moneyWords(123_456_789), percentWords(33.4)]).toEqual(['$0.00', '$1,234,567.89', '33%']);
});
