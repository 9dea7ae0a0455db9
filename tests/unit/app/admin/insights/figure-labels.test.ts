import { expect, test } from 'vitest';
import {
  formatChange,
  formatMoney,
  formatPercent,
  formatSeconds,
  wholeSeconds,
} from '#app/admin/insights/figure-labels.ts';

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
