// Formats of figures on the analytics screens.
import { plural, t } from '@lingui/core/macro';
import type { TimeToComplete } from '#sync/contract/analytics.ts';
import { locale } from '../../ui/language.ts';

const money = new Intl.NumberFormat(locale, { style: 'currency', currency: 'USD' });

export const formatCount = (count: number) => count.toLocaleString(locale);

export const formatPercent = (percent: number) => `${Math.round(percent)}%`;

/** Whole seconds (R-N1). */
export const wholeSeconds = (milliseconds: number) => Math.round(milliseconds / 1000);
export const formatSeconds = (milliseconds: number) => t`${formatCount(wholeSeconds(milliseconds))} s`;

/** '40 min', '5 h' or '12 days': a span of time in its largest sensible unit. */
export function formatSpan(milliseconds: number): string {
  const minutes = Math.round(milliseconds / 60_000);
  if (minutes < 60) return t`${minutes} min`;
  const hours = Math.round(minutes / 60);
  if (hours < 48) return t`${hours} h`;
  return plural(Math.round(hours / 24), { one: '# day', other: '# days' });
}

export const formatMoney = (cents: number) => money.format(cents / 100);

/** '+12%', '-3%', '+0.2', '0%': a change with its sign. */
export function formatChange(change: number, unit: '%' | ''): string {
  const sign = change > 0 ? '+' : change < 0 ? '-' : '';
  const digits = unit === '%' ? 0 : 1;
  return `${sign}${Math.abs(change).toFixed(digits)}${unit}`;
}

const FEWEST_WITH_HALVES = 4;

/** 'Half need 2 h to 3 days': the middle half of the people, between the quartiles, where there are enough people for one. */
export function middleHalf({ people, lowerQuartile, upperQuartile }: TimeToComplete): string {
  if (people < FEWEST_WITH_HALVES) return plural(people, { one: 'Of # person', other: 'Of # people' });
  const [from, to] = [formatSpan(lowerQuartile), formatSpan(upperQuartile)];
  return from === to ? t`Half need about ${from}` : t`Half need ${from} to ${to}`;
}
