// Parses lists of people from CSV text, or as mail programs write addresses. Loaded on demand, because of the parser.
import { plural, t } from '@lingui/core/macro';
import { parse } from 'papaparse';
import { csvValueOf } from '#sync/contract/csv.ts';
import { isEmail, typedEmail } from '#sync/contract/email.ts';
import { foldText } from '#sync/contract/fields.ts';

/** A row that is not blank, with the line of the text it was found in, counted from 1. */
export type Row = { cells: string[]; line: number };

/**
 * Reads commas, semicolons, tabs or bars, or what a first line such as 'sep=;' names; cells are trimmed and cut at `longest` characters. `error`
 * says in a sentence why not.
 */
export function readRows(text: string, longest: number): { rows: Row[]; error?: undefined } | { error: string } {
  const [first, delimiter] = /^\uFEFF?sep=(.)[^\S\r\n]*(?:\r\n|\r|\n)/i.exec(text) ?? [''];
  const { data, errors } = parse<string[]>(text.slice(first.length).trimEnd(), {
    ...(delimiter ? { delimiter } : { delimitersToGuess: [',', ';', '\t', '|'] }),
  });
  const above = first ? 1 : 0;
  const quotes = errors.find(({ type }) => type === 'Quotes');
  if (quotes) return { error: openQuotation(text, first.length + (quotes.index ?? 0)) };
  const rows = data
    .map((cells, at) => ({
      cells: cells.map((cell) => csvValueOf(cell.trim()).slice(0, longest)),
      line: at + 1 + above,
    }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''));
  return { rows };
}

/** `at` is where the quotation begins: an open one takes in the lines behind it, up to the next quotation mark. */
function openQuotation(text: string, at: number): string {
  const line = text.slice(0, at).split(/\r\n|\r|\n/).length;
  const [words = ''] = text.slice(at, at + 30).split(/[\r\n]/);
  if (words === '') return t`Line ${line}: the quotation mark before the end of the line is not closed.`;
  return t`Line ${line}: the quotation mark before ${words} is not closed.`;
}

/** `titles` are the cells of the heading, where there is one; `emailAt` is the column of the addresses. */
type People = { rows: Row[]; titles?: string[] | undefined; emailAt: number; error?: undefined };

/** So many rows may be above a heading, as reports have them. */
const MOST_ABOVE = 10;

/** Reads a list of people: by a heading wherever its addresses are, below the lines that a report puts above it, or addresses alone. */
export function readPeople(text: string, longest: number): People | { error: string } {
  const written = readAddresses(text);
  if (written) return { rows: written, emailAt: 0 };
  const read = readRows(text, longest);
  if (read.error !== undefined) return read;
  const { rows } = read;
  // No title has the sign: a row with it that is no address, as with mixed separators, stays a row and is refused as one.
  const hasAddress = ({ cells }: Row) => cells.some((cell) => cell.includes('@'));
  const countIn = (below: readonly Row[], column: number) =>
    below.filter(({ cells }) => isAddress(cells[column] ?? '')).length;
  const from = rows.findIndex(hasAddress);
  const above = rows.slice(0, from === -1 ? MOST_ABOVE : from);
  const at = above.findLastIndex(({ cells }) => cells.some(isTitle));
  const named = above[at];
  if (named) {
    const below = rows.slice(at + 1);
    const columns = named.cells.flatMap((cell, column) => (isTitle(cell) ? [column] : []));
    // 'Email sent on' stands beside 'Email address'.
    const [emailAt = 0] = columns.toSorted((a, b) => countIn(below, b) - countIn(below, a));
    return { rows: below, titles: named.cells, emailAt };
  }
  const [first] = rows;
  if (!first || rows.length < 2 || hasAddress(first) || first.cells.filter((cell) => cell !== '').length < 2)
    return { rows, emailAt: 0 };
  const below = rows.slice(1);
  const counts = first.cells.map((_, column) => countIn(below, column));
  const most = Math.max(...counts);
  if (2 * most > below.length && most > 0) return { rows: below, titles: first.cells, emailAt: counts.indexOf(most) };
  const titles = first.cells.filter((cell) => cell !== '').join(', ');
  return { error: t`No column is called email; yours are ${titles}.` };
}

const isAddress = (cell: string) => isEmail(typedEmail(cell));
/** 'Email', 'E-Mail-Adresse', 'Adresse e-mail', 'Correo electrónico'. */
const isTitle = (cell: string) =>
  !cell.includes('@') && /mail|correo|courriel|epost/.test(foldText(cell).replace(/[^a-z]/g, ''));

/** 'Ada <ada@x.example>', with or without a name in quotation marks, or an address alone. */
const ADDRESS =
  /(?:"[^"\n]{0,200}"|[^<>;\n"@]{0,200}?)\s{0,9}<\s{0,9}([^<>\s@]{1,64}@[^<>\s]{1,255})\s{0,9}>|([^\s<>;,|"@]{1,64}@[^\s<>;,|"]{1,255})/g;

/** A text of nothing but addresses as mail programs write them, several in a line or with names; undefined for any other. */
function readAddresses(text: string): Row[] | undefined {
  if (text.length > MOST_WRITTEN || text.replace(ADDRESS, '').replace(/[\s;,|\uFEFF]+/g, '') !== '') return undefined;
  const found = [...text.matchAll(ADDRESS)].map(({ 1: inner, 2: alone, index, 0: whole }) => ({
    cells: [inner ?? alone ?? ''],
    line: text.slice(0, index + whole.length).split(/\r\n|\r|\n/).length,
  }));
  return found.length > new Set(found.map(({ line }) => line)).size || text.includes('<') ? found : undefined;
}
/** What a person pastes out of the line of recipients. */
const MOST_WRITTEN = 200_000;

const MOST_NAMED = 5;

/** What no column holds, by its line: cells behind the last column, or below an empty title. */
export function cellsBeyond(rows: readonly Row[], isColumn: (at: number) => boolean): string[] {
  const beyond = rows.flatMap(({ cells, line }) => {
    const words = cells.filter((cell, at) => cell !== '' && !isColumn(at));
    const found = words.join(', ').slice(0, 60);
    return words.length > 0 ? [t`${found} (line ${line})`] : [];
  });
  const more = beyond.length - MOST_NAMED;
  return more > 0 ? [...beyond.slice(0, MOST_NAMED), plural(more, { one: 'and # more', other: 'and # more' })] : beyond;
}
