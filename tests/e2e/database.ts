// The server's own SQLite file, read from outside, for what a journey must find in it.
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { Product } from './product.ts';

export type UnitRow = { lesson_id: number; status: string; rev: number };

function read<Row>(product: Product, sql: string, ...values: unknown[]): Row[] {
  const database = new Database(join(product.dataDir, 'groundwork.db'), { readonly: true });
  try {
    return database.prepare<unknown[], Row>(sql).all(...values);
  } finally {
    database.close();
  }
}

/** Every lesson this person has touched, by lesson id. */
export const unitsOf = (product: Product, email: string): UnitRow[] =>
  read(
    product,
    'select lesson_id, status, rev from unit_progress where user_id = (select id from profiles where email = ?) order by lesson_id',
    email,
  );

/** How many operations the server has applied. */
export const appliedOperations = (product: Product): number =>
  read<{ count: number }>(product, 'select count(*) as count from applied_ops')[0]?.count ?? -1;
