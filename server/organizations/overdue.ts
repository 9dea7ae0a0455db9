// Where an admin may want to help. Counts and the lists behind them ask by the same conditions, so that they agree.
import { and, eq, gte, isNotNull, isNull, lt, lte, or, type SQL, sql } from 'drizzle-orm';
import { addDays } from '#sync/contract/due.ts';
import { BEHIND_BELOW_PERCENT, BEHIND_DAYS, INACTIVE_DAYS } from '#sync/contract/organization.ts';
import type { Tables } from '../db/schema.ts';

export type DueState = 'overdue' | 'behind';

/** What overdue and behind mean (decision 184), for queries that have `course_progress`. */
export function isInState({ courseProgress, courses }: Tables, state: DueState, today: string): SQL | undefined {
  const { courseId, dueOn, completedAt, percent } = courseProgress;
  // A course that is a draft again cannot be completed.
  const isPublished = sql`exists (select 1 from ${courses} where ${courses.id} = ${courseId} and ${courses.isPublished})`;
  if (state === 'overdue') return and(lt(dueOn, today), isNull(completedAt), isPublished);
  const isSoon = and(gte(dueOn, today), lte(dueOn, addDays(today, BEHIND_DAYS)));
  return and(isSoon, isNull(completedAt), lt(percent, BEHIND_BELOW_PERCENT), isPublished);
}

const DAY_MS = 86_400_000;

/**
 * Whether the course of an enrollment was begun: by the choice of someone who was not assigned to it, else by the first thing done in it, a
 * lesson or a quiz that was handed in, after a renewal in the present round. For queries that have `course_progress`.
 */
export function hasBegun({ courseProgress, unitProgress, quizAttempts, lessons }: Tables): SQL | undefined {
  const { userId, courseId, isAssigned, completedAt, lastActivityAt, round } = courseProgress;
  // The activity of a later round may be that of a round before it.
  const isUnitBegun = sql`exists (select 1 from ${unitProgress} where ${unitProgress.userId} = ${userId}
    and ${unitProgress.courseId} = ${courseId} and ${unitProgress.status} <> 'not_started')`;
  const isQuizTaken = sql`exists (select 1 from ${quizAttempts} join ${lessons} on ${lessons.id} = ${quizAttempts.lessonId}
    where ${quizAttempts.userId} = ${userId} and ${lessons.courseId} = ${courseId} and ${quizAttempts.round} = ${round})`;
  const isActive = and(isNotNull(lastActivityAt), or(eq(round, 1), isUnitBegun, isQuizTaken));
  return or(eq(isAssigned, false), isNotNull(completedAt), isActive);
}

/**
 * Who has begun no course, and who has made no progress for INACTIVE_DAYS (decision 176), for queries that have `profiles`.
 * Who joined lately is not inactive yet, and admins are counted only once they are enrolled in a course (decision 184). With a course, not started is who has not begun that one; nobody is
 * inactive in one course alone.
 */
export function isOfStanding(
  tables: Tables,
  standing: 'not-started' | 'inactive',
  now: Date,
  course?: number,
): SQL | undefined {
  const { profiles, courseProgress } = tables;
  const { userId, courseId, lastActivityAt } = courseProgress;
  const hasNone = (rows: SQL | undefined) =>
    sql`not exists (select 1 from ${courseProgress} where ${and(eq(userId, profiles.id), rows)})`;
  const isEnrolled = sql`exists (select 1 from ${courseProgress} where ${eq(userId, profiles.id)})`;
  const isLearning = or(and(eq(profiles.isOrgAdmin, false), eq(profiles.isSuperAdmin, false)), isEnrolled);
  if (standing === 'not-started') {
    const isOfCourse = course === undefined ? undefined : eq(courseId, course);
    return and(isLearning, hasNone(and(isOfCourse, hasBegun(tables))));
  }
  const since = new Date(now.getTime() - INACTIVE_DAYS * DAY_MS);
  return and(isLearning, lt(profiles.createdAt, since), hasNone(gte(lastActivityAt, since)));
}
