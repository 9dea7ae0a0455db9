// Reads people to invite from CSV text (R-Z6).

import { t } from '@lingui/core/macro';
import { GROUPS_LIMIT } from '#sync/contract/group.ts';
import { INVITATIONS_LIMIT, type InvitationImport } from '#sync/contract/invitation.ts';
import { locale } from '../../ui/language.ts';
import { cellsBeyond, type Row, readPeople } from '../lists/read-rows.ts';
import { namesOfGroups } from './group-names.ts';

/** A row to validate, with its line in the text, counted from 1. */
export type Guest = InvitationImport['rows'][number] & { line: number };

/** `error` says in a sentence why nothing is sent; `unread` are the columns of a heading that say nothing of an invitation. */
export type GuestList = { guests: Guest[]; unread: string[]; error?: undefined } | { error: string };

/** A longer cell is invalid anyway; a limit here keeps the server from refusing all rows. */
const MOST_CHARACTERS = 1000;
/** A cell with all groups that there can be. */
const MOST_OF_GROUPS = GROUPS_LIMIT * 200;

const HEADINGS: Record<string, Exclude<keyof Place, 'email'>> = {
  role: 'role',
  course: 'courseId',
  courseid: 'courseId',
  group: 'group',
  groups: 'groups',
};
const IN_ORDER: Place = { email: 0, role: 1, courseId: 2, groups: 3 };

type Place = { email: number } & Partial<Record<'role' | 'courseId' | 'group' | 'groups', number | undefined>>;

/** Reads what `readPeople` reads; a heading may put the columns email, role, courseId and groups, or group, in any order. */
export function readGuests(text: string): GuestList {
  const read = readPeople(text, MOST_OF_GROUPS);
  if (read.error !== undefined) return read;
  const { titles, emailAt } = read;
  const place = titles ? placeIn(titles, emailAt) : IN_ORDER;
  const guests = read.rows.map((line) => guestIn(line, place));
  if (guests.length === 0) return { error: t`There are no rows in it.` };
  if (guests.length > INVITATIONS_LIMIT) return { error: tooMany(guests.length) };
  const isUnread = (title: string, at: number) => title !== '' && at !== emailAt && fieldOf(title) === undefined;
  const columns = titles ?? Object.keys(IN_ORDER);
  const beyond = cellsBeyond(read.rows, (at) => Boolean(columns[at]));
  return { guests, unread: [...(titles?.filter(isUnread) ?? []), ...beyond] };
}

const tooMany = (rows: number) =>
  t`These are ${rows.toLocaleString(locale)} rows. At most ${INVITATIONS_LIMIT.toLocaleString(locale)} people can be invited at a time: please split the list.`;

const fieldOf = (title: string): Exclude<keyof Place, 'email'> | undefined =>
  HEADINGS[title.toLowerCase().replace(/[^a-z]/g, '')];

/** The columns that a heading names. */
function placeIn(titles: readonly string[], email: number): Place {
  const names = titles.map(fieldOf);
  const at = (name: Exclude<keyof Place, 'email'>) => (names.includes(name) ? names.indexOf(name) : undefined);
  return { email, role: at('role'), courseId: at('courseId'), group: at('group'), groups: at('groups') };
}

function guestIn({ cells, line }: Row, place: Place): Guest {
  const whole = (at: number | undefined) => (at === undefined ? '' : (cells[at] ?? ''));
  const cell = (at: number | undefined) => whole(at).slice(0, MOST_CHARACTERS);
  const [role, courseId, group] = [cell(place.role), cell(place.courseId), cell(place.group)];
  const groups = namesOfGroups(whole(place.groups)).map((name) => name.slice(0, MOST_CHARACTERS));
  return {
    ...{ line, email: cell(place.email) },
    ...(role && { role }),
    ...(courseId && { courseId }),
    ...(group && { group }),
    // One more than there can be is refused in its row.
    ...(groups.length > 0 && { groups: groups.slice(0, GROUPS_LIMIT + 1) }),
  };
}
