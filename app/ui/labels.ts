import { plural, t } from '@lingui/core/macro';
import type { LessonKind } from '#sync/contract/lesson.ts';
import { i18n, locale } from './language.ts';

/** '1 lesson', '1,204 learners', '2 people'. The first number format takes 40 ms on a cheap phone: only long counts have one. */
export function counted(count: number, noun: string, nouns = noun === 'person' ? 'people' : `${noun}s`): string {
  return `${count < 1000 ? count : count.toLocaleString(locale)} ${count === 1 ? noun : nouns}`;
}

/** A label within a sentence, such as the 'courses' of 'Search courses'. German writes its nouns large there too. */
export const inSentence = (label: string) => (i18n.locale === 'de' ? label : label.toLocaleLowerCase(locale));

/** '1:05' or '1:02:05' from seconds: a position in a video, or its length. */
export function clockLabel(seconds: number): string {
  const whole = Math.max(0, Math.floor(Number.isFinite(seconds) ? seconds : 0));
  const pad = (part: number) => String(part).padStart(2, '0');
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor((whole % 3600) / 60);
  const rest = pad(whole % 60);
  return hours > 0 ? `${hours}:${pad(minutes)}:${rest}` : `${minutes}:${rest}`;
}

const STEPS: [limitSeconds: number, unitSeconds: number, unit: Intl.RelativeTimeFormatUnit][] = [
  [3600, 60, 'minute'],
  [86_400, 3600, 'hour'],
  [30 * 86_400, 86_400, 'day'],
  [365 * 86_400, 30 * 86_400, 'month'],
];

/** 'just now', '5 minutes ago', '2 days ago' from an ISO time; a clock that runs ahead never says 'in 3 minutes'. */
export function agoWords(at: string, now = Date.now()): string {
  const seconds = Math.max(0, (now - Date.parse(at)) / 1000);
  if (seconds < 60) return t`just now`;
  const format = new Intl.RelativeTimeFormat(locale, { numeric: 'always' });
  const [, unitSeconds, unit] = STEPS.find(([limit]) => seconds < limit) ?? ([0, 365 * 86_400, 'year'] as const);
  return format.format(-Math.floor(seconds / unitSeconds), unit);
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Making a format takes longer than using it a hundred times. */
function written(at: Date, options: Intl.DateTimeFormatOptions): string {
  const key = JSON.stringify(options);
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale, options);
  formats.set(key, format);
  return format.format(at);
}

/** Every date is '3 Dec', with its year when that is not this one. */
const dateIn = (year: number, now: Date): Intl.DateTimeFormatOptions => ({
  day: 'numeric',
  month: 'short',
  year: year === now.getFullYear() ? undefined : 'numeric',
});

/** For a calendar day such as '2026-12-03'. */
export function dayWords(day: string, now = new Date()): string {
  return written(new Date(`${day}T00:00:00Z`), { ...dateIn(Number(day.slice(0, 4)), now), timeZone: 'UTC' });
}

/** For a moment, its day by the calendar of this device. */
export function dateWords(at: string | Date, now = new Date()): string {
  const then = new Date(at);
  return written(then, dateIn(then.getFullYear(), now));
}

/** The time of day today, date and time before. */
export function momentWords(at: string | number, now = new Date()): string {
  const then = new Date(at);
  if (then.toDateString() === now.toDateString()) return written(then, { timeStyle: 'short' });
  return written(then, { ...dateIn(then.getFullYear(), now), hour: 'numeric', minute: '2-digit' });
}

/** 'Due 3 Dec', and of a day that has passed '8 days late'; `today` is a calendar day, too. */
export function dueWords(dueOn: string, today: string): string {
  const late = Math.round((Date.parse(today) - Date.parse(dueOn)) / 86_400_000);
  const day = dayWords(dueOn);
  return late > 0 ? plural(late, { one: '# day late', other: '# days late' }) : t`Due ${day}`;
}

export const KIND_LABELS: Record<LessonKind, string> = {
  ...{ video: t`Video`, text: t`Text`, quiz: t`Quiz`, exam: t`Exam`, capstone: t`Capstone` },
  ...{ document: t`Document`, audio: t`Audio` },
};
