// The filter of lists of people by how they stand in what they learn.
import { COURSE_STANDINGS, PEOPLE_STANDINGS, STANDING_WORDS, type Standing } from '#sync/contract/standing.ts';

const optionsOf = <One extends Standing>(standings: readonly One[]): readonly (readonly [One | '', string])[] => [
  ['', 'Everyone'],
  ...standings.map((standing) => [standing, STANDING_WORDS[standing]] as const),
];

const SHOWS: Readonly<Record<Standing, string>> = {
  ...{ 'not-started': 'progress', 'not-completed': 'progress', completed: 'completed' },
  ...{ overdue: 'due', behind: 'due', inactive: 'activity' },
};

export const BY_STANDING = { key: 'standing', label: 'Show', options: optionsOf(PEOPLE_STANDINGS), shows: SHOWS };

/** Among the people of one course. */
export const BY_STATE = { key: 'state', label: 'Show', options: optionsOf(COURSE_STANDINGS), shows: SHOWS };
