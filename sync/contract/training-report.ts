// The report of one sheet: is an organization compliant? (decision 355). The page and the PDF say it in these words.
import { addDays } from './due.ts';
import { roundedPercent } from './fields.ts';

/** The report compares with so many days before, looks as far ahead, and its steps are as long. */
export const REPORT_DAYS = 30;
export const REPORT_STEPS = 6;
/** So many rows and columns fit on the sheet. */
export const REPORT_GROUPS = 10;
export const REPORT_COURSES = 5;

/** Of a group, below this a course is weak, and from there on it is well. */
export const WEAK_BELOW = 70;
export const WELL_FROM = 90;

/** People of whom something is required, and those of them who have it. */
export type Share = { people: number; valid: number };

export type ReportRow = Share & {
  /** Null for the people in no group. */
  id: string | null;
  name: string;
  /** By the report's courses; null where nobody is required to take it. */
  cells: (Share | null)[];
  /** REPORT_DAYS ago; null where nothing was required then. */
  before: Share | null;
  hasLead: boolean;
};

/** Response of GET /api/analytics/report. Days are calendar days such as '2026-11-30'. */
export type TrainingReport = {
  organization: { id: string; name: string /** Its people are invented. */; isSample?: boolean };
  today: string;
  /** How many people there are, and in how many groups. */
  people: number;
  groups: number;
  /** The people of whom something is required, each once: whoever is valid in all of it, has a certificate that expired, is overdue, or none of these. */
  standings: Record<'valid' | 'training' | 'overdue' | 'expired', number>;
  /** REPORT_STEPS of REPORT_DAYS, today last. */
  trend: { day: string; share: Share | null }[];
  /** The required courses with the most people, at most REPORT_COURSES. */
  courses: { id: number; title: string }[];
  otherCourses: number;
  /** Worst first, at most REPORT_GROUPS. */
  rows: ReportRow[];
  otherGroups: number;
  all: Omit<ReportRow, 'id' | 'name' | 'hasLead'>;
  /** In the last REPORT_DAYS, and in those before. */
  lately: {
    certificates: [now: number, before: number];
    active: number;
    joined: number;
    left: number;
    expired: number;
    renewed: number;
    /** The group that lost most. */
    fell: { name: string; points: number; hasLead: boolean } | null;
  };
  /** What ends or is due in the next REPORT_DAYS, by course, the first day first. */
  soon: { kind: 'ends' | 'due'; course: string; people: number; from: string; to: string }[];
  otherSoon: number;
  /** At most three, the lowest pass rate first. `was` and `now` are the shares of passed first tries of the last two steps. */
  quizzes: {
    lessonId: number;
    title: string;
    course: string;
    passRate: number;
    was: number | null;
    now: number | null;
  }[];
};

/** In whole percent; all of several is said of all alone. */
export const shareOf = ({ people, valid }: Share): number =>
  valid < people ? Math.min(99, roundedPercent(valid, people)) : 100;

/** How many points a share has risen; null without one before. */
export const risen = (now: Share, before: Share | null): number | null => before && shareOf(now) - shareOf(before);

const day = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', timeZone: 'UTC' });
const date = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' });

/** 'Dec 3' */
export const shortDay = (text: string): string => day.format(new Date(text));
/** 'December 3, 2026' */
export const longDay = (text: string): string => date.format(new Date(text));

const plural = (count: number, noun: string, nouns = `${noun}s`) => (count === 1 ? noun : nouns);
const figure = (count: number) => count.toLocaleString('en');

/** A line of the sheet: what stands before it, its words in bold, and the rest of them. */
export type ReportLine = { before: string; bold: string; rest: string };

export const STANDINGS_OF_REPORT = ['valid', 'training', 'overdue', 'expired'] as const;
export const STANDING_IN_REPORT = { valid: 'valid', training: 'in training', overdue: 'overdue', expired: 'expired' };

/** '100 of 124 people, up 6 points in 30 days' */
export function headline({ all }: TrainingReport): string {
  const change = risen(all, all.before);
  const told = `${figure(all.valid)} of ${figure(all.people)} ${plural(all.people, 'person', 'people')}`;
  if (all.people === 0) return 'No one has a required course yet';
  if (change === null) return told;
  if (change === 0) return `${told}, as ${REPORT_DAYS} days ago`;
  const points = Math.abs(change);
  return `${told}, ${change > 0 ? 'up' : 'down'} ${points} ${plural(points, 'point')} in ${REPORT_DAYS} days`;
}

export function latelyLines({ lately }: TrainingReport): ReportLine[] {
  const { certificates, active, joined, left, expired, renewed, fell } = lately;
  const lines: [count: number, bold: string, rest: string][] = [
    [
      certificates[0],
      plural(certificates[0], 'certificate earned', 'certificates earned'),
      ` (${figure(certificates[1])} in the ${REPORT_DAYS} days before)`,
    ],
    [active, plural(active, 'person active', 'people active'), ', with any progress'],
    [joined, plural(joined, 'person joined', 'people joined'), `, ${figure(left)} left`],
    [
      expired,
      plural(expired, 'certificate expired', 'certificates expired'),
      `, ${figure(renewed)} of them renewed since`,
    ],
  ];
  return [
    ...lines.map(([count, bold, rest]) => ({ before: figure(count), bold, rest })),
    ...(fell
      ? [{ before: `-${fell.points}`, bold: `points in ${fell.name}`, rest: fell.hasLead ? '' : '; it has no lead' }]
      : []),
  ];
}

export function soonLines({ soon, otherSoon }: TrainingReport): ReportLine[] {
  const lines = soon.map(({ kind, course, people, from, to }) => ({
    before: shortDay(from),
    bold:
      kind === 'ends'
        ? `${figure(people)} ${plural(people, 'certificate')}`
        : `${figure(people)} ${plural(people, 'person', 'people')}`,
    rest: `${wordsOf(kind, people)} ${course}${from === to ? '' : `, until ${shortDay(to)}`}`,
  }));
  return otherSoon > 0
    ? [...lines, { before: '', bold: '', rest: `and ${figure(otherSoon)} more in other courses` }]
    : lines;
}

function wordsOf(kind: 'ends' | 'due', people: number): string {
  if (kind === 'ends') return people === 1 ? ' ends:' : ' end:';
  return people === 1 ? ' is due in' : ' are due in';
}

/** What the figures mean, below them. */
export function footnotes({ organization, today, people, all, otherCourses, otherGroups }: TrainingReport): string[] {
  const uncounted = people - all.people;
  const more = [
    otherGroups > 0 && `${figure(otherGroups)} more ${plural(otherGroups, 'group')}`,
    otherCourses > 0 && `${figure(otherCourses)} more ${plural(otherCourses, 'course')}`,
  ].filter(Boolean);
  return [
    `Valid: holds a certificate that is valid on ${longDay(today)} for every required course, one that an admin, a group or an invitation enrolled them in. Earlier days count today's people and courses as they were then. -: not required.`,
    ...(uncounted > 0
      ? [
          `${figure(uncounted)} ${plural(uncounted, 'person has', 'people have')} no required course and ${plural(uncounted, "isn't", "aren't")} counted.`,
        ]
      : []),
    ...(more.length > 0 ? [`Not shown, but counted: ${more.join(' and ')}.`] : []),
    ...(organization.isSample ? ['Sample data: these people are invented.'] : []),
  ];
}

/** '43%, was 58%': passed first tries, where there were any. */
export function firstTries({ was, now }: TrainingReport['quizzes'][number]): string {
  if (now === null) return `No first tries in the last ${REPORT_DAYS} days`;
  return `${now}% passed on the first try${was === null ? '' : `, ${was}% in the ${REPORT_DAYS} days before`}`;
}

/** The last day that the report looks ahead to. */
export const aheadOf = (today: string): string => addDays(today, REPORT_DAYS);
