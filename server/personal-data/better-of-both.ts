// What becomes of two accounts' work in the same lesson, quiz, course, or round of a course.
import { mergeRanges, REFLECTION_LIMIT } from '#sync/contract/progress.ts';
import type { Tables } from '../db/schema.ts';

type PastRound = Tables['pastRounds']['$inferSelect'];
type UnitRow = Tables['unitProgress']['$inferSelect'];
type Figures = Tables['quizFigures']['$inferSelect'];
type CourseRow = Tables['courseProgress']['$inferSelect'];

const RANK = { not_started: 0, in_progress: 1, completed: 2 };
export const earliest = (...dates: (Date | null)[]) =>
  dates.filter((date) => date !== null).sort((a, b) => a.getTime() - b.getTime())[0] ?? null;
const latest = (...dates: (Date | null)[]) =>
  dates.filter((date) => date !== null).sort((a, b) => b.getTime() - a.getTime())[0] ?? null;

/** The better progress of two accounts in one lesson: nothing that was reached, watched or written is lost. */
export function betterUnit<Unit extends UnitRow>(kept: Unit, gone: Unit): Unit {
  const newest = gone.updatedAt > kept.updatedAt ? gone : kept;
  const written = [...new Set([kept.reflection, gone.reflection].filter((text) => text?.trim()))];
  return {
    ...kept,
    status: RANK[gone.status] > RANK[kept.status] ? gone.status : kept.status,
    completedAt: earliest(kept.completedAt, gone.completedAt),
    positionSeconds: newest.positionSeconds ?? kept.positionSeconds ?? gone.positionSeconds,
    watched: mergeRanges(kept.watched, gone.watched),
    reflection: written.length > 0 ? written.join('\n\n').slice(0, REFLECTION_LIMIT) : null,
    updatedAt: newest.updatedAt,
    // Devices of both accounts see a change.
    rev: Math.max(kept.rev, gone.rev) + 1,
  };
}

/** The round is over since the first of both renewals, and completed if either completed it. */
export const betterRound = (kept: PastRound, gone: PastRound): PastRound => ({
  ...kept,
  percent: Math.max(kept.percent, gone.percent),
  pointsEarned: Math.max(kept.pointsEarned, gone.pointsEarned),
  totalPoints: Math.max(kept.totalPoints, gone.totalPoints),
  enrolledAt: earliest(kept.enrolledAt, gone.enrolledAt) ?? kept.enrolledAt,
  completedAt: earliest(kept.completedAt, gone.completedAt),
  lastActivityAt: latest(kept.lastActivityAt, gone.lastActivityAt),
  endedAt: earliest(kept.endedAt, gone.endedAt) ?? kept.endedAt,
});

/** The figures of all attempts of both; the first try is the earlier one. */
export function sumOf(a: Figures, b: Figures): Figures {
  const [first] = [a, b]
    .filter(({ firstAttemptAt }) => firstAttemptAt !== null)
    .sort((one, other) => Number(one.firstAttemptAt) - Number(other.firstAttemptAt));
  return {
    ...a,
    attempts: a.attempts + b.attempts,
    passed: a.passed + b.passed,
    scoreSum: a.scoreSum + b.scoreSum,
    durationMsSum: a.durationMsSum + b.durationMsSum,
    timedAttempts: a.timedAttempts + b.timedAttempts,
    lastAttemptAt: latest(a.lastAttemptAt, b.lastAttemptAt) ?? a.lastAttemptAt,
    firstAttemptAt: first?.firstAttemptAt ?? null,
    firstPassed: first?.firstPassed ?? null,
  };
}

/** One enrollment of two, with the first due date. */
export const betterCourse = (kept: CourseRow, gone: CourseRow): CourseRow => ({
  ...kept,
  status: kept.completedAt || gone.completedAt ? 'completed' : kept.status,
  isAssigned: kept.isAssigned || gone.isAssigned,
  enrolledBy: kept.enrolledBy ?? gone.enrolledBy,
  enrolledAt: earliest(kept.enrolledAt, gone.enrolledAt) ?? kept.enrolledAt,
  dueOn: [kept.dueOn, gone.dueOn].filter((day) => day !== null).sort()[0] ?? null,
  remindedAt: latest(kept.remindedAt, gone.remindedAt),
  reminderId: latest(kept.remindedAt, gone.remindedAt) === kept.remindedAt ? kept.reminderId : gone.reminderId,
  completedAt: earliest(kept.completedAt, gone.completedAt),
  lastActivityAt: latest(kept.lastActivityAt, gone.lastActivityAt),
});
