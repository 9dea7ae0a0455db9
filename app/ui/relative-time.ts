// Times as people say them, in their own language and zone.

const STEPS: [limitSeconds: number, unitSeconds: number, unit: Intl.RelativeTimeFormatUnit][] = [
  [3600, 60, 'minute'],
  [86_400, 3600, 'hour'],
  [30 * 86_400, 86_400, 'day'],
  [365 * 86_400, 30 * 86_400, 'month'],
];

/** 'just now', '5 minutes ago', '2 days ago' from an ISO time; a clock that runs ahead never says 'in 3 minutes'. */
export function agoWords(at: string, now = Date.now()): string {
  const seconds = Math.max(0, (now - Date.parse(at)) / 1000);
  if (seconds < 60) return 'just now';
  const format = new Intl.RelativeTimeFormat(undefined, { numeric: 'always' });
  const [, unitSeconds, unit] = STEPS.find(([limit]) => seconds < limit) ?? ([0, 365 * 86_400, 'year'] as const);
  return format.format(-Math.floor(seconds / unitSeconds), unit);
}

/** The time of day today, date and time before, from an ISO time. */
export function momentWords(at: string, now = new Date()): string {
  const then = new Date(at);
  const isToday = then.toDateString() === now.toDateString();
  return new Intl.DateTimeFormat(
    undefined,
    isToday ? { timeStyle: 'short' } : { dateStyle: 'medium', timeStyle: 'short' },
  ).format(then);
}
