// How people stand in what they learn. Lists, filters, counts, charts, reminders and webhooks ask by these conditions alone, so that they agree.
import { and, eq, gte, isNotNull, isNull, lt, lte, not, or, type SQL, sql } from 'drizzle-orm';
import { addDays, daysBefore } from '#sync/contract/due.ts';
import { BEHIND_BELOW_PERCENT, BEHIND_DAYS, INACTIVE_DAYS, type Standing } from '#sync/contract/standing.ts';
import type { Tables } from '../db/schema.ts';

/** Something to complete by a day: a course that is a draft again cannot be completed. For queries that have `course_progress`, as `row`. */
export function isDue({ courseProgress, courses }: Tables, row = sql`${courseProgress}`): SQL {
  // Not `exists`: PostgreSQL would read everybody before it sorts.
  const isPublished = sql`(select ${courses}.is_published from ${courses} where ${courses}.id = ${row}.course_id)`;
  return sql`(${row}.due_on is not null and ${row}.completed_at is null and ${isPublished})`;
}

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

/** How someone stands in the course of an enrollment, for queries that have `course_progress`. Nobody is inactive in one course alone. */
export function isEnrolledAs(tables: Tables, standing: Exclude<Standing, 'inactive'>, today: string): SQL | undefined {
  const { dueOn, completedAt, percent } = tables.courseProgress;
  switch (standing) {
    case 'overdue':
      return and(lt(dueOn, today), isDue(tables));
    case 'behind': {
      const isSoon = and(gte(dueOn, today), lte(dueOn, addDays(today, BEHIND_DAYS)));
      return and(isSoon, lt(percent, BEHIND_BELOW_PERCENT), isDue(tables));
    }
    case 'not-started':
      return sql`not ${hasBegun(tables)}`;
    case 'not-completed':
      return isNull(completedAt);
    case 'completed':
      return isNotNull(completedAt);
  }
}

/**
 * Who has begun no course, or not this one, for queries that have `profiles`. Admins are counted only once they are enrolled in a
 * course.
 */
export function hasNotStarted(tables: Tables, course?: number): SQL | undefined {
  const isOfCourse = course === undefined ? undefined : eq(tables.courseProgress.courseId, course);
  return and(isLearner(tables), not(isEnrolled(tables, and(isOfCourse, hasBegun(tables)))));
}

/** Who has made no progress for INACTIVE_DAYS, whoever joined lately left out. For queries that have `profiles`. */
export function isInactive(tables: Tables, now: Date): SQL | undefined {
  const since = daysBefore(now, INACTIVE_DAYS);
  const isActive = isEnrolled(tables, gte(tables.courseProgress.lastActivityAt, since));
  return and(isLearner(tables), lt(tables.profiles.createdAt, since), not(isActive));
}

function isLearner(tables: Tables): SQL | undefined {
  const { isOrgAdmin, isSuperAdmin } = tables.profiles;
  return or(and(eq(isOrgAdmin, false), eq(isSuperAdmin, false)), isEnrolled(tables));
}

/** Who has such an enrollment, for queries that have `profiles`. */
export function isEnrolled({ courseProgress, profiles }: Tables, where?: SQL): SQL {
  const isTheirs = eq(courseProgress.userId, profiles.id);
  return sql`exists (select 1 from ${courseProgress} where ${and(isTheirs, where)})`;
}
