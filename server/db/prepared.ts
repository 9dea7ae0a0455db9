// Queries that are built once per connection: building costs ten times as much as running a point read.
import { type Column, QueryPromise, type SQL, sql } from 'drizzle-orm';
import type { Queries, Query, TxContext } from './unit-of-work.ts';

interface Preparable<T> {
  prepare(name: string): { execute(values: Record<string, unknown>): Promise<T> };
}

/**
 * Makes a query out of its shape, in which `sql.placeholder('name')` or `boundParam(column, 'name')` stand for the values:
 *
 *     const findLesson = prepared<{ id: number }>()(({ queries, tables }) => queries.select()...);
 *     const [lesson] = yield* run(findLesson(tx, { id: 5 }));   // or: await findLesson(db, { id: 5 })
 *
 * The shape must be the same each time: no value and no `$defaultFn` of a column may be part of it.
 */
export function prepared<Values extends object>() {
  return <T>(build: (tx: TxContext) => Preparable<T>): ((tx: TxContext, values: Values) => Query<T>) => {
    const built = new WeakMap<Queries, ReturnType<Preparable<T>['prepare']>>();
    return (tx, values) => {
      let query = built.get(tx.queries);
      if (!query) {
        // PostgreSQL names it by its text, where the connection is its own (postgres.ts).
        query = build(tx).prepare('');
        built.set(tx.queries, query);
      }
      return new BoundQuery(query, values as Record<string, unknown>) as unknown as Query<T>;
    };
  };
}

/** A placeholder for a value of this column; null, dates and JSON are encoded as the column does. */
export function boundParam(column: Column, name: string): SQL {
  const encoder = {
    mapToDriverValue: (value: unknown) => (value === null ? null : column.mapToDriverValue(value)),
  };
  return sql`${sql.param(sql.placeholder(name), encoder)}`;
}

/** `boundParam` for each of these columns, under its own name. */
export function allBound<Name extends string>(columns: Record<Name, Column>): Record<Name, SQL> {
  const pairs = Object.entries<Column>(columns).map(([name, column]) => [name, boundParam(column, name)]);
  return Object.fromEntries(pairs) as Record<Name, SQL>;
}

/** In `onConflictDoUpdate`: the value of this column that the insert brought. */
export function excluded(column: Column): SQL {
  return sql`excluded.${sql.identifier(column.name)}`;
}

/** `excluded` for each of these columns. */
export function allExcluded<Name extends string>(columns: Record<Name, Column>): Record<Name, SQL> {
  const pairs = Object.entries<Column>(columns).map(([name, column]) => [name, excluded(column)]);
  return Object.fromEntries(pairs) as Record<Name, SQL>;
}

/** A prepared query with its values: awaited on PostgreSQL, run in the same tick inside a unit on SQLite. */
class BoundQuery<T> extends QueryPromise<T> {
  readonly #query: ReturnType<Preparable<T>['prepare']>;
  readonly #values: Record<string, unknown>;

  constructor(query: ReturnType<Preparable<T>['prepare']>, values: Record<string, unknown>) {
    super();
    this.#query = query;
    this.#values = values;
  }

  execute(): Promise<T> {
    return this.#query.execute(this.#values);
  }

  /** Called by a unit on SQLite, before `execute().sync()`. */
  prepare() {
    return this;
  }
}

/** `share` blocks changes of the row; `no key update` blocks changes and shared locks. */
export type RowLock = 'share' | 'no key update';

interface Lockable {
  for?: (lock: RowLock) => unknown;
}

/**
 * The same select, locking the rows that it finds until the unit ends: the next query of the unit then reads what is
 * committed by then. On SQLite, where units never overlap, it is the query unchanged.
 */
export function locking<Q extends Query<unknown>>(query: Q, lock: RowLock): Q {
  (query as Lockable).for?.(lock);
  return query;
}
