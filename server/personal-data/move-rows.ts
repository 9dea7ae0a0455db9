import { eq, getTableColumns } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { run, type Steps, type TxContext } from '../db/client.ts';
import { allExcluded } from '../db/prepared.ts';

export interface Merge {
  /** The account that goes. */
  from: string;
  /** The account that stays. */
  into: string;
}

type Owned = PgTable & { userId: PgColumn };

interface Move<Row> extends Merge {
  /** The columns that are unique for each person. */
  key: (keyof Row & string)[];
  /** What becomes of two rows of the same key; without it the row of the account that stays remains as it is. */
  combine?: (kept: Row, gone: Row) => Row;
}

/** Gives the rows of one account to the other. */
export function* moveRows<T extends Owned>(
  tx: TxContext,
  table: T,
  { from, into, key, combine = (kept) => kept }: Move<T['$inferSelect']>,
): Steps<void> {
  type Row = T['$inferSelect'];
  const owned: Owned = table;
  const rowsOf = (userId: string): Steps<Row[]> => run(tx.select().from(owned).where(eq(owned.userId, userId)));
  const keyOf = (row: Row) => key.map((name) => row[name]).join(' ');
  const kept = new Map((yield* rowsOf(into)).map((row) => [keyOf(row), row]));
  const columns: Record<string, PgColumn> = getTableColumns(owned);
  const target = ['userId', ...key].flatMap((name) => columns[name] ?? []);
  const changing = Object.fromEntries(Object.entries(columns).filter(([, column]) => !target.includes(column)));
  for (const row of yield* rowsOf(from)) {
    const own = kept.get(keyOf(row));
    const given = tx.insert(owned).values({ ...(own ? combine(own, row) : row), userId: into });
    yield* run(given.onConflictDoUpdate({ target, set: allExcluded(changing) }));
  }
  yield* run(tx.delete(owned).where(eq(owned.userId, from)));
}
