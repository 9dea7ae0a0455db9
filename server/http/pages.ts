// Pages of a list that stay in place while rows are added: the cursor names the row after which the next page begins.
import { type Column, desc, type SQL, sql } from 'drizzle-orm';
import { foldText, MAX_ID, UUID_FORM } from '#sync/contract/fields.ts';
import { Refusal } from '#sync/contract/refusal.ts';

/** How the parts of a cursor are written. PostgreSQL reads no time with more digits than a year of four has. */
const CURSOR_PARTS = { number: String.raw`(\d{1,10})`, time: String.raw`(\d{1,14})`, uuid: `(${UUID_FORM})` };

/** The parts of a cursor in their order; undefined without a cursor. Refuses a text that is no cursor of this kind. */
export function readCursor(
  cursor: string | undefined,
  ...kinds: (keyof typeof CURSOR_PARTS)[]
): (string | undefined)[] | undefined {
  if (!cursor) return undefined;
  const found = new RegExp(`^${kinds.map((kind) => CURSOR_PARTS[kind]).join('_')}$`).exec(cursor);
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

/** A list by age, newest first: its columns of time and of uuid. */
interface ByAge {
  at: Column;
  id: Column;
}

/** The order and the start of a page of a list by age. It reads one row more, which shows whether there is a next page. */
export function pageByAge({ at, id }: ByAge, { cursor, limit }: Page) {
  const [time, last] = readCursor(cursor, 'time', 'uuid') ?? [];
  const after =
    last === undefined
      ? undefined
      : sql`(${at}, ${id}) < (${sql.param(new Date(Number(time)), at)}, ${sql.param(last, id)})`;
  return { after, order: [desc(at), desc(id)], rows: limit + 1, limit };
}

/** The page out of rows that were read with one row more, and the cursor of the next page. */
export function toPage<Row>(rows: Row[], limit: number, cursorOf: (row: Row) => string) {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return { page, nextCursor: rows.length > limit && last !== undefined ? cursorOf(last) : null };
}

export function ageCursor(row: { createdAt: Date; id: string }): string {
  return `${row.createdAt.getTime()}_${row.id}`;
}

/** The cursor of a list by id; undefined without one. */
export function numberCursor(cursor: string | undefined): number | undefined {
  const [number] = readCursor(cursor, 'number') ?? [];
  return number === undefined ? undefined : Number(number);
}

/** The condition that every word of the search occurs in one of these lower-case columns; undefined without words. */
export function matchesSearch(columns: (Column | SQL)[], search: string | undefined): SQL | undefined {
  const words = (search ?? '').toLowerCase().split(/\s+/).filter(Boolean).slice(0, 10);
  if (words.length === 0) return undefined;
  const all = words.map((word) => {
    const pattern = `%${word.replaceAll(/[\\%_]/g, '\\$&')}%`;
    const any = columns.map((column) => sql`${column} like ${pattern} escape '\\'`);
    return sql`(${sql.join(any, sql` or `)})`;
  });
  return sql.join(all, sql` and `);
}

/** The same for a few rows whose text is stored as written: matched here, so that both engines find the same. */
export function textMatches(texts: string[], search: string): boolean {
  const text = foldText(texts.join(' '));
  return foldText(search)
    .split(/\s+/)
    .every((word) => text.includes(word));
}
