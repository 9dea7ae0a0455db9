// The filter of lists of people by how they stand in what they learn.
import { t } from '@lingui/core/macro';
import {
  BEHIND_BELOW_PERCENT,
  COURSE_STANDINGS,
  INACTIVE_DAYS,
  PEOPLE_STANDINGS,
  type Standing,
} from '#sync/contract/standing.ts';

const STANDING_WORDS: Readonly<Record<Standing, string>> = {
  'not-completed': t`Not completed`,
  'not-started': t`Not started`,
  overdue: t`Overdue`,
  behind: t`Behind (due in a week, under ${BEHIND_BELOW_PERCENT}%)`,
  inactive: t`Inactive for ${INACTIVE_DAYS} days`,
  completed: t`Completed`,
};

const optionsOf = <One extends Standing>(standings: readonly One[]): readonly (readonly [One | '', string])[] => [
  ['', t`Everyone`],
  ...standings.map((standing) => [standing, STANDING_WORDS[standing]] as const),
];

const SHOWS: Readonly<Record<Standing, string>> = {
  ...{ 'not-started': 'progress', 'not-completed': 'progress', completed: 'completed' },
  ...{ overdue: 'due', behind: 'due', inactive: 'activity' },
};

export const BY_STANDING = { key: 'standing', label: t`Show`, options: optionsOf(PEOPLE_STANDINGS), shows: SHOWS };

/** Among the people of one course. */
export const BY_STATE = { key: 'state', label: t`Show`, options: optionsOf(COURSE_STANDINGS), shows: SHOWS };
