// What the screens say of courses, lessons, certificates and files. What of this the server says, it says in its own words.
import { plural, t } from '@lingui/core/macro';
import { type CertificateEnd, isRunningOut, validityOf } from '#sync/contract/certificate.ts';
import { type Lesson, lessonKind, PROJECT_MINUTES } from '#sync/contract/lesson.ts';
import { i18n, locale } from './language.ts';

const DAY_MS = 86_400_000;

const hoursAndMinutes = (minutes: number): string => {
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  return t({ message: `${hours}h ${rest}m`, comment: 'hours and minutes: 1h 35m' });
};

/** Whole minutes as '1h 35m', '2h' or '35m'. */
export function courseDurationLabel(minutes: number): string {
  const hours = Math.floor(minutes / 60);
  if (hours === 0) return t({ message: `${minutes}m`, comment: 'minutes: 35m' });
  return minutes % 60 === 0 ? t({ message: `${hours}h`, comment: 'hours: 2h' }) : hoursAndMinutes(minutes);
}

/** Seconds as 'N min', rounded up, and from an hour on as 'Xh Ym'. */
export function lessonDurationLabel(seconds: number): string {
  const minutes = Math.max(1, Math.ceil(seconds / 60));
  return minutes < 60 ? t`${minutes} min` : hoursAndMinutes(minutes);
}

const questionsLabel = (count: number): string =>
  count === 0 ? t`No questions yet` : plural(count, { one: '# question', other: '# questions' });

/** The label on the right of a row in the side list. */
export function lessonLabel(lesson: Lesson): string {
  switch (lessonKind(lesson)) {
    case 'quiz':
      return questionsLabel(lesson.questionCount ?? 3);
    case 'exam':
      return questionsLabel(lesson.questionCount ?? 20);
    case 'capstone':
      return t`${PROJECT_MINUTES} min project`;
    default:
      return lessonDurationLabel(lesson.duration);
  }
}

/** 'November 21, 2026': the same date in every time zone. */
export const certificateDate = (at: string): string =>
  new Intl.DateTimeFormat(i18n.locale === 'en' ? 'en' : locale, { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(at),
  );

/** 'Valid until November 23, 2027', 'Expires in 12 days, on ...', 'Expired on ...', 'Revoked on ...'; undefined for a certificate without an end. */
export function validityWords(certificate: CertificateEnd, today: string): string | undefined {
  const { validUntil, revokedAt } = certificate;
  const revoked = revokedAt && certificateDate(revokedAt);
  if (revoked) return t`Revoked on ${revoked}`;
  if (!validUntil) return undefined;
  const end = certificateDate(validUntil);
  if (validityOf(certificate, today) === 'expired') return t`Expired on ${end}`;
  if (!isRunningOut(validUntil, today)) return t`Valid until ${end}`;
  const days = Math.round((Date.parse(validUntil) - Date.parse(today)) / DAY_MS);
  if (days === 0) return t`Expires today, ${end}`;
  return plural(days, { one: `Expires in # day, on ${end}`, other: `Expires in # days, on ${end}` });
}

/** A size in bytes: '450 kB', '4.6 MB', '120 MB', '1.2 GB', which no line end divides. */
export function sizeLabel(bytes: number): string {
  if (bytes >= 1e9) return `${figure(bytes / 1e9, 1)}\u00a0GB`;
  if (bytes >= 1e7) return `${figure(bytes / 1e6, 0)}\u00a0MB`;
  if (bytes >= 1e6) return `${figure(bytes / 1e6, 1)}\u00a0MB`;
  return `${Math.ceil(bytes / 1e3)}\u00a0kB`;
}

const figure = (size: number, digits: number) =>
  size.toLocaleString(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits });
