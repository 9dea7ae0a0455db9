// What overdue and behind mean (decision 184), for queries that have `course_progress`.
import { and, gte, isNull, lt, lte, type SQL, sql } from 'drizzle-orm';
import { addDays } from '#sync/contract/due.ts';
import { BEHIND_BELOW_PERCENT, BEHIND_DAYS } from '#sync/contract/organization.ts';
import type { Tables } from '../db/schema.ts';

export type DueState = 'overdue' | 'behind';

export function isInState({ courseProgress, courses }: Tables, state: DueState, today: string): SQL | undefined {
  const { courseId, dueOn, completedAt, percent } = courseProgress;
  // A course that is a draft again cannot be completed.
  const isPublished = sql`exists (select 1 from ${courses} where ${courses.id} = ${courseId} and ${courses.isPublished})`;
  if (state === 'overdue') return and(lt(dueOn, today), isNull(completedAt), isPublished);
  const isSoon = and(gte(dueOn, today), lte(dueOn, addDays(today, BEHIND_DAYS)));
  return and(isSoon, isNull(completedAt), lt(percent, BEHIND_BELOW_PERCENT), isPublished);
}
