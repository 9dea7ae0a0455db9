// Reads people to enroll from CSV text. Loaded on demand, because of the parser.
import type { EnrollmentImport } from '#sync/contract/enrollment-import.ts';
import { BULK_LIMIT } from '#sync/contract/organization.ts';
import { type Row, readRows } from '../frame/read-rows.ts';

/** A row to judge, with its line in the text, counted from 1. */
export type EnrollmentLine = EnrollmentImport['rows'][number] & { line: number };

type EnrollmentList = { lines: EnrollmentLine[]; error?: undefined } | { error: string };

/** A longer cell is invalid anyway; a limit here keeps the server from refusing all rows. */
const MOST_CHARACTERS = 1000;
const IN_ORDER = { email: 0, due: 1, by: -1 };

/** Reads the columns email and due, by a heading in any order and beside others, as in an exported list of learners. */
export function readEnrollments(text: string): EnrollmentList {
  const read = readRows(text, MOST_CHARACTERS);
  if (read.error !== undefined) return read;
  const heading = headingIn(read.rows[0]);
  const { email, due, by } = heading ?? IN_ORDER;
  const lines = (heading ? read.rows.slice(1) : read.rows).map(({ cells, line }) => ({
    line,
    email: cells[email] ?? '',
    ...(cells[due] && { due: cells[due] }),
    ...(cells[by] === 'Themselves' && { isOwn: true }),
  }));
  if (lines.length === 0) return { error: 'There are no rows in it.' };
  if (lines.length > BULK_LIMIT) return { error: tooMany(lines.length) };
  return { lines };
}

const tooMany = (rows: number) =>
  `These are ${rows.toLocaleString('en')} rows. At most ${BULK_LIMIT.toLocaleString('en')} people can be enrolled at a time: please split the list.`;

function headingIn(first: Row | undefined): typeof IN_ORDER | undefined {
  const names = first?.cells.map((cell) => cell.toLowerCase().replace(/[^a-z]/g, '')) ?? [];
  const email = names.findIndex((name) => ['email', 'emailaddress', 'mail'].includes(name));
  const at = (...named: string[]) => names.findIndex((name) => named.includes(name));
  return email < 0 ? undefined : { email, due: at('due', 'dueon', 'duedate'), by: at('by') };
}
