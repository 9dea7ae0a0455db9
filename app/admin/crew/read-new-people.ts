// Reads people without an email address: a name on each line, or CSV text with a heading.
import { NEW_PEOPLE_LIMIT, type NewPeople } from '#sync/contract/crew.ts';
import { foldText } from '#sync/contract/fields.ts';
import { GROUPS_LIMIT } from '#sync/contract/group.ts';
import { readRows } from '../lists/read-rows.ts';

type NewPerson = NewPeople['rows'][number];

/** `unread` are the columns of a heading that say nothing of a new person. */
type NewPeopleList = { people: NewPerson[]; unread: string[]; error?: undefined } | { error: string };

/** A longer cell is invalid anyway; a limit here keeps the server from refusing all rows. */
const MOST_CHARACTERS = 1000;

const HEADINGS: Record<string, 'name' | 'number' | 'groups' | 'course'> = {
  name: 'name',
  fullname: 'name',
  number: 'number',
  personnelnumber: 'number',
  group: 'groups',
  groups: 'groups',
  course: 'course',
};

const fieldOf = (title: string) => HEADINGS[foldText(title).replace(/[^a-z]/g, '')];

export function readNewPeople(text: string): NewPeopleList {
  const read = readRows(text, MOST_CHARACTERS);
  const titles = (read.error === undefined && read.rows[0]?.cells) || [];
  const columns = titles.map(fieldOf);
  // Without a heading each line is a name, whatever is in it.
  if (read.error !== undefined || !columns.includes('name')) {
    const lines = text.split(/\r\n|\r|\n/).map((line) => line.trim().slice(0, MOST_CHARACTERS));
    return within(
      lines.filter(Boolean).map((name) => ({ name })),
      [],
    );
  }
  const cellIn = (cells: string[], field: string) => cells[columns.indexOf(field as 'name')] ?? '';
  const people = read.rows.slice(1).map(({ cells }): NewPerson => {
    const [number, course] = [
      columns.includes('number') && cellIn(cells, 'number'),
      columns.includes('course') && cellIn(cells, 'course'),
    ];
    const groups = columns.includes('groups')
      ? cellIn(cells, 'groups')
          .split(/[,;]/)
          .map((name) => name.trim())
          .filter(Boolean)
      : [];
    return {
      name: cellIn(cells, 'name'),
      ...(number && { number }),
      ...(course && { course }),
      ...(groups.length > 0 && { groups: groups.slice(0, GROUPS_LIMIT + 1) }),
    };
  });
  return within(
    people,
    titles.filter((title, at) => title !== '' && !columns[at]),
  );
}

function within(people: NewPerson[], unread: string[]): NewPeopleList {
  if (people.length <= NEW_PEOPLE_LIMIT) return { people, unread };
  const most = NEW_PEOPLE_LIMIT.toLocaleString('en');
  return {
    error: `These are ${people.length.toLocaleString('en')} rows. At most ${most} people can be added at a time: please split the list.`,
  };
}
