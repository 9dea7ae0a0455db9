import * as z from 'zod/mini';
import { wholeNumber } from './fields.ts';
import { monthNamed } from './month-names.ts';

// Due dates are calendar days: a course is due until the end of that day.

/** The last day that is taken: days and months are added to it, and a year of five digits no longer compares as a text. */
const LAST_DAY = '2999-12-31';

/** A calendar day such as '2026-12-03'. Days are compared as texts. */
export const Day = z.iso
  .date('Choose a day such as 2026-12-03.')
  .check(z.refine((day) => day <= LAST_DAY, 'Choose a day in the year 2999 or before.'));

const EXAMPLE = 'Write a day such as 2026-12-03.';
/** A time of day behind a day, as spreadsheets add it. */
const TIME = String.raw`(?:[T ]\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?: ?[ap]m)?Z?)?`;

type ReadDay = { day: string; reason?: undefined } | { day?: undefined; reason: string };

/**
 * The day that a text from a spreadsheet can only mean: '2027-03-09', also with a time behind it, '31.01.2027', '9-Mar-27', 'March 9, 2027',
 * 'Dienstag, 9. März 2027', '1/31/2027'. Otherwise why it is none: '3/9/2027' may be two days.
 */
export function readDay(text: string): ReadDay {
  const typed = text.trim();
  const match = (pattern: string) => new RegExp(`^${pattern}${TIME}$`, 'i').exec(typed)?.slice(1) ?? [];
  const [isoYear, isoMonth, isoDay] = match(String.raw`(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})`);
  if (isoYear) return dayIn(isoYear, isoMonth, isoDay);
  const [dottedDay, dottedMonth, dottedYear] = match(String.raw`(\d{1,2})\. ?(\d{1,2})\. ?(\d{4}|\d{2})`);
  if (dottedDay) return dayIn(dottedYear, dottedMonth, dottedDay);
  const [first, second, year] = match(String.raw`(\d{1,2})[/-](\d{1,2})[/-](\d{4}|\d{2})`);
  if (first) {
    const days = [dayIn(year, second, first), dayIn(year, first, second)].flatMap(({ day }) => day ?? []);
    const [one, other = one] = days;
    if (!one) return { reason: EXAMPLE };
    return one === other ? { day: one } : { reason: `${typed} can be two days. Write ${other} or ${one}.` };
  }
  const named = dayOfNames(typed.replace(new RegExp(`${TIME}$`, 'i'), ''));
  if (named) return named;
  if (/^\d{5}$/.test(typed)) return { reason: `${typed} is how a spreadsheet counts days. ${EXAMPLE}` };
  return { reason: EXAMPLE };
}

/** A day and a year around the name of a month: undefined for any other text. */
function dayOfNames(typed: string): ReadDay | undefined {
  const { month, numbers } = monthNamed(typed) ?? {};
  if (!month || !numbers) return undefined;
  const [day, year] = (numbers[0]?.length ?? 0) > 2 ? numbers.toReversed() : numbers;
  return dayIn(year, String(month), day);
}

/** A year of two digits is one of this century. */
function dayIn(year = '', month = '', day = ''): ReadDay {
  const text = `${year.length === 2 ? `20${year}` : year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return Day.safeParse(text).success ? { day: text } : { reason: EXAMPLE };
}

export const DUE_DAYS_LIMIT = 730;

/** What a call that enrolls people says about their due date. */
export const DUE_FIELDS = {
  /** The last day; null removes a due date, and without both fields it stays as it is. */
  dueOn: z.optional(z.nullable(Day)),
  /** Instead: so many days after the enrollment. */
  dueInDays: z.optional(wholeNumber(`Days must be a whole number from 1 to ${DUE_DAYS_LIMIT}.`, 1, DUE_DAYS_LIMIT)),
};
export const DueForm = z.object(DUE_FIELDS);
export type Due = { dueOn?: string | null | undefined; dueInDays?: number | undefined };

/** What a call that enrolls people, or renews for them, says besides whom. */
export const ENROLLING_FIELDS = {
  ...DUE_FIELDS,
  /** Whoever is enrolled or renewed, or gets another due date, is told by email. */
  sendEmail: z.optional(z.boolean()),
};
export type Enrolling = Due & { sendEmail?: boolean | undefined };

/** Body of POST /api/admin/courses/{id}/enroll-everyone: all in an organization or a group, and those who join it later. */
export const EveryoneEnrollment = z.object({
  organizationId: z.uuid('Please select an organization first.'),
  /** This group of it alone. */
  groupId: z.optional(z.uuid()),
  andLater: z.boolean(),
  ...ENROLLING_FIELDS,
});
export type EveryoneEnrollment = z.infer<typeof EveryoneEnrollment>;

/** Body of PUT /api/admin/courses/{id}/auto-enrollments: another due date, or none, for those who join from now on. */
export const ChangedRule = z.object({ organizationId: z.uuid(), groupId: z.optional(z.uuid()), ...DUE_FIELDS });
export type ChangedRule = z.infer<typeof ChangedRule>;

const formats = new Map<string | undefined, Intl.DateTimeFormat>();

/** The calendar day of a moment: in the time zone named, or without one where this device is. */
export function dayOf(at: Date, timeZone?: string): string {
  let format = formats.get(timeZone);
  if (!format) {
    const digits = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
    format = new Intl.DateTimeFormat('en-US', { ...digits, calendar: 'gregory', timeZone });
    formats.set(timeZone, format);
  }
  const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, value]));
  return `${parts.get('year')?.padStart(4, '0')}-${parts.get('month')}-${parts.get('day')}`;
}

/** The day so many months after this one: the last of its month where that has fewer days. */
export function addMonths(day: string, months: number): string {
  const at = new Date(`${day}T00:00:00Z`);
  const date = at.getUTCDate();
  at.setUTCMonth(at.getUTCMonth() + months, 1);
  const last = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 0)).getUTCDate();
  at.setUTCDate(Math.min(date, last));
  return at.toISOString().slice(0, 10);
}

/** So many times 24 hours before a moment. */
export const daysBefore = (moment: Date, days: number): Date => new Date(moment.getTime() - days * 86_400_000);

/** The day so many days after this one. */
export function addDays(day: string, days: number): string {
  const at = new Date(`${day}T00:00:00Z`);
  at.setUTCDate(at.getUTCDate() + days);
  return at.toISOString().slice(0, 10);
}

/** The days on which a course is reminded of that is due on this one. */
export const reminderDays = (dueOn: string, { before, after }: { before: number[]; after: number[] }): string[] => [
  ...before.map((days) => addDays(dueOn, -days)),
  ...after.map((days) => addDays(dueOn, days)),
];
