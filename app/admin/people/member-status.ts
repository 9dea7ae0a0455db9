// Who of an organization needs a word from its admin. Pure, on the rows of the server.
import type { MemberRow } from '#sync/contract/organization.ts';

/** With courses left and less than this on average, somebody is behind. */
export const BEHIND_BELOW_PERCENT = 50;
const INACTIVE_DAYS = 30;
const DAY_MS = 86_400_000;

export type Standing = 'not-started' | 'behind' | 'inactive';

/** Whether a member stands so at `now` (unix milliseconds); nobody without a course is behind or has not started. */
export function standsAs({ progressStats, lastActivityAt, createdAt }: MemberRow, standing: Standing, now: number) {
  const { averageCompletion, completedCourses, inProgressCourses, notStartedCourses } = progressStats;
  switch (standing) {
    case 'not-started':
      return notStartedCourses > 0 && completedCourses === 0 && inProgressCourses === 0;
    case 'behind':
      return notStartedCourses + inProgressCourses > 0 && averageCompletion < BEHIND_BELOW_PERCENT;
    case 'inactive':
      // Whoever came yesterday is not late.
      return now - Date.parse(lastActivityAt ?? createdAt) > INACTIVE_DAYS * DAY_MS;
  }
}

const TITLES: Record<Standing, string> = {
  'not-started': 'Not started',
  behind: 'Behind',
  inactive: 'Inactive 30 days',
};

export const STANDINGS = Object.entries(TITLES).map(([standing, title]) => ({ standing: standing as Standing, title }));
