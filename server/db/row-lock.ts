import type { Query } from './work.ts';

/** `share` holds off those who change the row; `no key update` holds off them and whoever shares it. */
export type Hold = 'share' | 'no key update';

interface Holdable {
  for?: (hold: Hold) => unknown;
}

/**
 * The same select, holding the rows that it finds until the unit ends: the next query of the unit then reads what is
 * committed by then. On SQLite, where units never overlap, it is the query as it came.
 */
export function holding<Q extends Query<unknown>>(query: Q, hold: Hold): Q {
  (query as Holdable).for?.(hold);
  return query;
}
