// Pages of a list that stay in place while rows are added: the cursor names the row after which the next page begins.
import { and, asc, type Column, count, desc, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { COUNT_LIMIT, foldText, MAX_ID, UUID_FORM } from '#sync/contract/fields.ts';
import { Refusal } from '#sync/contract/refusal.ts';
import type { Db } from '../db/client.ts';

/** How the parts of a cursor are written. PostgreSQL reads no time with more digits than a year of four has. */
const CURSOR_PARTS = {
  number: String.raw`(\d{1,10})`,
  time: String.raw`(\d{1,14})`,
  text: '(.*)',
  uuid: `(${UUID_FORM})`,
};

/** The parts of a cursor in their order; undefined without a cursor. Refuses a text that is no cursor of this kind. */
export function readCursor(
  cursor: string | undefined,
  ...kinds: (keyof typeof CURSOR_PARTS)[]
): (string | undefined)[] | undefined {
  if (!cursor) return undefined;
  const found = new RegExp(`^${kinds.map((kind) => CURSOR_PARTS[kind]).join('_')}$`, 's').exec(cursor);
  const parts = found?.slice(1);
  const isTooLarge = kinds.some((kind, n) => kind === 'number' && Number(parts?.[n]) > MAX_ID);
  if (!parts || isTooLarge)
    throw new Refusal('validation_failed', { field: 'cursor' }, 'cursor: is not one that this list gave out');
  return parts;
}

/** The query of a list in pages; the contract's `AdminPage`. */
export interface Page {
  cursor?: string | undefined;
  limit: number;
}

/** The order of a list: columns of times, numbers or texts that are never null, and the id that tells equal ones apart. */
interface Order {
  by: Column | Column[];
  /** A uuid or a number. */
  id: Column;
  isAscending?: boolean;
}

/** The order and the start of a page, newest or last first. It reads one row more, which shows whether there is a next page. */
export function pageBy({ by, id, isAscending = false }: Order, { cursor, limit }: Page) {
  const columns = [by, id].flat();
  const kinds = columns.map((column) => {
    if (column.dataType === 'date') return 'time';
    if (column.dataType === 'number') return 'number';
    return column === id ? 'uuid' : 'text';
  });
  const last = readCursor(cursor, ...kinds)?.map((part, n) => {
    if (kinds[n] === 'time') return sql.param(new Date(Number(part)), columns[n]);
    return sql.param(kinds[n] === 'number' ? Number(part) : part, columns[n]);
  });
  const further = isAscending ? sql`>` : sql`<`;
  const after = last && sql`(${sql.join(columns, sql`, `)}) ${further} (${sql.join(last, sql`, `)})`;
  const direction = isAscending ? asc : desc;
  return { after, order: columns.map((column) => direction(column)), rows: limit + 1, limit };
}

/** The cursor of a row: the values of its order and its id. */
export const cursorAt = (...values: (Date | number | string)[]): string =>
  values.map((value) => (value instanceof Date ? value.getTime() : value)).join('_');

/** The page out of rows that were read with one row more, and the cursor of the next page. */
export function toPage<Row>(rows: Row[], limit: number, cursorOf: (row: Row) => string) {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return { page, nextCursor: rows.length > limit && last !== undefined ? cursorOf(last) : null };
}

/** How many rows of this table match, at most one more than COUNT_LIMIT: the `total` of a list. */
export async function countUpTo({ queries }: Db, table: PgTable, where: SQL | undefined): Promise<number> {
  const some = queries
    .select({ one: sql`1`.as('one') })
    .from(table)
    .where(where)
    .limit(COUNT_LIMIT + 1)
    .as('some');
  const [row] = await queries.select({ rows: count() }).from(some);
  return row?.rows ?? 0;
}

/**
 * A page of rows that are all here, ordered by a text without regard to case and accents, alike on both engines: for lists of
 * a few thousand.
 */
export function pageByText<Row extends { id: number | string }>(
  rows: Row[],
  { textOf, isAscending }: { textOf: (row: Row) => string; isAscending: boolean },
  { cursor, limit, idKind }: Page & { idKind: 'number' | 'uuid' },
) {
  const keyOf = (row: Row) => [textKey(textOf(row)), row.id];
  const { page, nextCursor } = pageByKeys(rows, { keyOf, kinds: ['text', idKind], isAscending }, { cursor, limit });
  return { ids: page.map(({ id }): Row['id'] => id), nextCursor };
}

/** The same by several values, the last of which tells equal rows apart. Texts are keys that `textKey` made. */
export function pageByKeys<Row>(
  rows: Row[],
  { keyOf, kinds, isAscending }: { keyOf: (row: Row) => Key; kinds: readonly KeyKind[]; isAscending: boolean },
  { cursor, limit }: Page,
) {
  const direction = isAscending ? 1 : -1;
  const compare = (a: Key, b: Key): number => {
    const at = kinds.findIndex((kind, n) => compareParts(kind, a[n], b[n]) !== 0);
    return direction * compareParts(kinds[at], a[at], b[at]);
  };
  const keyed = rows.map((row) => ({ row, key: keyOf(row) }));
  keyed.sort((a, b) => compare(a.key, b.key));
  const last = readCursor(cursor, ...kinds)?.map((part = '', n) => (kinds[n] === 'number' ? Number(part) : part));
  const left = last ? keyed.filter(({ key }) => compare(key, last) > 0) : keyed;
  const { page, nextCursor } = toPage(left.slice(0, limit + 1), limit, ({ key }) => cursorAt(...key));
  return { page: page.map(({ row }) => row), nextCursor };
}

type Key = (number | string)[];
type KeyKind = 'number' | 'text' | 'uuid';

function compareParts(kind: KeyKind | undefined, a: number | string = '', b: number | string = ''): number {
  if (kind === 'text') return texts.compare(String(a), String(b));
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** What a text is ordered by in a list whose rows are all here. */
export const textKey = (text: string): string => foldText(text).slice(0, KEY_LENGTH);

const texts = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
/** As much of a text as its place in the order needs. */
const KEY_LENGTH = 64;

export const ageCursor = (row: { createdAt: Date; id: string }): string => cursorAt(row.createdAt, row.id);

/** The cursor of a list by id; undefined without one. */
export function numberCursor(cursor: string | undefined): number | undefined {
  const [number] = readCursor(cursor, 'number') ?? [];
  return number === undefined ? undefined : Number(number);
}

/** The condition that every word of the search occurs in a column of folded text: for lists of a few thousand. */
export function containsWords(column: Column, search: string): SQL | undefined {
  const words = foldText(search).split(/\s+/).filter(Boolean);
  return and(...words.map((word) => sql`${column} like ${`%${word.replaceAll(/[\\%_]/g, '\\$&')}%`} escape '\\'`));
}

/** Whether every word of the search occurs in one of these texts: for lists of a few rows, so that both engines find the same. */
export function textMatches(texts: string[], search: string): boolean {
  const text = foldText(texts.join(' '));
  return foldText(search)
    .split(/\s+/)
    .every((word) => text.includes(word));
}
