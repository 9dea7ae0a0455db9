// Reads people to enroll from CSV text. Loaded on demand, because of the parser.
import type { EnrollmentImport } from '#sync/contract/enrollment-import.ts';
import { BULK_LIMIT } from '#sync/contract/organization.ts';
import { cellsBeyond, readPeople } from '../lists/read-rows.ts';

/** A row to judge, with its line in the text, counted from 1. */
export type EnrollmentLine = EnrollmentImport['rows'][number] & { line: number };

/** `unread` are the columns of a heading that say nothing of an enrollment. */
type EnrollmentList = { lines: EnrollmentLine[]; unread: string[]; error?: undefined } | { error: string };

/** A longer cell is invalid anyway; a limit here keeps the server from refusing all rows. */
const MOST_CHARACTERS = 1000;
const IN_ORDER = { due: 1, by: -1 };

/** Reads the columns email and due, by a heading in any order and beside others, as in an exported list of learners. */
export function readEnrollments(text: string): EnrollmentList {
  const read = readPeople(text, MOST_CHARACTERS);
  if (read.error !== undefined) return read;
  const { titles, emailAt: email } = read;
  const { due, by } = titles ? placeIn(titles) : IN_ORDER;
  const lines = read.rows.map(({ cells, line }) => ({
    line,
    email: cells[email] ?? '',
    ...(cells[due] && { due: cells[due] }),
    ...(cells[by] === 'Themselves' && { isOwn: true }),
  }));
  if (lines.length === 0) return { error: 'There are no rows in it.' };
  if (lines.length > BULK_LIMIT) return { error: tooMany(lines.length) };
  const isUnread = (title: string, at: number) => title !== '' && ![email, due, by].includes(at);
  const beyond = cellsBeyond(read.rows, (at) => (titles ? Boolean(titles[at]) : [email, due].includes(at)));
  return { lines, unread: [...(titles?.filter(isUnread) ?? []), ...beyond] };
}

const tooMany = (rows: number) =>
  `These are ${rows.toLocaleString('en')} rows. At most ${BULK_LIMIT.toLocaleString('en')} people can be enrolled at a time: please split the list.`;

function placeIn(titles: readonly string[]): typeof IN_ORDER {
  const names = titles.map((title) => title.toLowerCase().replace(/[^a-z]/g, ''));
  const at = (...named: string[]) => names.findIndex((name) => named.includes(name));
  return { due: at('due', 'dueon', 'duedate', 'deadline'), by: at('by') };
}
