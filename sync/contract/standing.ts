// How people stand in what they learn. The server has one condition for each, the screens one word.

/** Behind is who has less than this of a course that is due within so many days. */
export const BEHIND_BELOW_PERCENT = 50;
export const BEHIND_DAYS = 7;

/** Without progress for so long someone is inactive, in whatever course. */
export const INACTIVE_DAYS = 30;

/** In any list of people. */
export const PEOPLE_STANDINGS = ['not-started', 'overdue', 'behind', 'inactive'] as const;
/** Among the people of a course, whose completion is one thing. */
export const COURSE_STANDINGS = ['not-completed', ...PEOPLE_STANDINGS, 'completed'] as const;
export type Standing = (typeof COURSE_STANDINGS)[number];
