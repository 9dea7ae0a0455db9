// Formats of figures on the analytics screens.

const money = new Intl.NumberFormat('en', { style: 'currency', currency: 'USD' });

export const formatCount = (count: number) => count.toLocaleString('en');

export const formatPercent = (percent: number) => `${Math.round(percent)}%`;

/** Whole seconds, as the specification asks. */
export const wholeSeconds = (milliseconds: number) => Math.round(milliseconds / 1000);
export const formatSeconds = (milliseconds: number) => `${formatCount(wholeSeconds(milliseconds))} s`;

export const formatMoney = (cents: number) => money.format(cents / 100);

/** '+12%', '-3%', '+0.2', '0%': a change with its sign. */
export function formatChange(change: number, unit: '%' | ''): string {
  const sign = change > 0 ? '+' : change < 0 ? '-' : '';
  const digits = unit === '%' ? 0 : 1;
  return `${sign}${Math.abs(change).toFixed(digits)}${unit}`;
}
