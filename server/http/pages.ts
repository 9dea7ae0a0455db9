// Pages of a list that stay in place while rows are added: the cursor says after which row the next page begins.
import { type Column, desc, type SQL, sql } from 'drizzle-orm';
import { foldText } from '#sync/contract/course.ts';
import { Refusal } from '#sync/contract/refusal.ts';

export const DEFAULT_PAGE = 100;

/** A time in a cursor, in milliseconds: no more digits than a year of four has, beyond which PostgreSQL reads none. */
export const CURSOR_TIME = String.raw`(\d{1,14})`;
/** A uuid in a cursor. */
export const CURSOR_UUID = String.raw`([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})`;
const AGE_CURSOR = new RegExp(`^${CURSOR_TIME}_${CURSOR_UUID}$`);

/** What a list is asked with; the contract's `AdminPage`. */
export interface Page {
  cursor?: string | undefined;
  limit?: number | undefined;
}

/** A list by age, newest first: its columns of time and of uuid. */
interface ByAge {
  at: Column;
  id: Column;
}

/** The order and the beginning of a page of a list by age; one row more is read, which tells whether there is a next page. */
export function pageByAge({ at, id }: ByAge, { cursor, limit = DEFAULT_PAGE }: Page) {
  let after: SQL | undefined;
  if (cursor) {
    const place = AGE_CURSOR.exec(cursor);
    if (!place) throw badCursor();
    const since = sql.param(new Date(Number(place[1])), at);
    after = sql`(${at}, ${id}) < (${since}, ${sql.param(place[2], id)})`;
  }
  return { after, order: [desc(at), desc(id)], rows: limit + 1, limit };
}

/** The rows of a page that was read with one row more, and the cursor of the next. */
export function cut<Row>(rows: Row[], limit: number, cursorOf: (row: Row) => string) {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return { page, nextCursor: rows.length > limit && last !== undefined ? cursorOf(last) : null };
}

/** The cursor of a row in a list by age. */
export function ageCursor(row: { createdAt: Date; id: string }): string {
  return `${row.createdAt.getTime()}_${row.id}`;
}

/** A cursor that is a whole number, as lists by id use it; undefined without one. */
export function numberCursor(cursor: string | undefined): number | undefined {
  if (!cursor) return undefined;
  if (!/^\d{1,10}$/.test(cursor) || Number(cursor) > 2_147_483_647) throw badCursor();
  return Number(cursor);
}

export function badCursor(): Refusal {
  return new Refusal('validation_failed', { field: 'cursor' }, 'cursor: is not one that this list gave out');
}

/** True when every word of the search occurs in one of these columns, which hold lower-case text. Undefined without words. */
export function holdsWords(columns: (Column | SQL)[], search: string | undefined): SQL | undefined {
  const words = (search ?? '').toLowerCase().split(/\s+/).filter(Boolean).slice(0, 10);
  if (words.length === 0) return undefined;
  const all = words.map((word) => {
    const pattern = `%${word.replaceAll(/[\\%_]/g, '\\$&')}%`;
    const any = columns.map((column) => sql`${column} like ${pattern} escape '\\'`);
    return sql`(${sql.join(any, sql` or `)})`;
  });
  return sql.join(all, sql` and `);
}

/** The same for few rows whose text is not kept in lower case: judged here, so that both engines find the same. */
export function wordsIn(texts: string[], search: string): boolean {
  const text = foldText(texts.join(' '));
  return foldText(search)
    .split(/\s+/)
    .every((word) => text.includes(word));
}
