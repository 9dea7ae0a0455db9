// What overdue and behind mean (decision 184), for queries that have `course_progress`.
import { and, gte, isNull, lt, lte, type SQL } from 'drizzle-orm';
import { addDays } from '#sync/contract/due.ts';
import { BEHIND_BELOW_PERCENT, BEHIND_DAYS } from '#sync/contract/organization.ts';
import type { Tables } from '../db/schema.ts';

export type DueState = 'overdue' | 'behind';

export function isInState({ courseProgress }: Tables, state: DueState, today: string): SQL | undefined {
  const { dueOn, completedAt, percent } = courseProgress;
  if (state === 'overdue') return and(lt(dueOn, today), isNull(completedAt));
  const isSoon = and(gte(dueOn, today), lte(dueOn, addDays(today, BEHIND_DAYS)));
  return and(isSoon, isNull(completedAt), lt(percent, BEHIND_BELOW_PERCENT));
}
