// Queries that are built once per connection: building costs ten times what running a point read costs.
import { type Column, QueryPromise, type SQL, sql } from 'drizzle-orm';
import type { Queries, Query, TxContext } from './unit-of-work.ts';

interface Preparable<T> {
  prepare(name: string): { execute(values: Record<string, unknown>): Promise<T> };
}

/**
 * Makes a query out of its shape, in which `sql.placeholder('name')` or `hole(column, 'name')` stand for the values:
 *
 *     const findLesson = prepared<{ id: number }>()(({ queries, tables }) => queries.select()...);
 *     const [lesson] = yield* run(findLesson(source, { id: 5 }));   // or: await findLesson(db, { id: 5 })
 *
 * The shape must be the same each time: no value and no `$defaultFn` of a column may get into it.
 */
export function prepared<Values extends object>() {
  return <T>(build: (source: TxContext) => Preparable<T>): ((source: TxContext, values: Values) => Query<T>) => {
    const built = new WeakMap<Queries, ReturnType<Preparable<T>['prepare']>>();
    return (source, values) => {
      let query = built.get(source.queries);
      if (!query) {
        // An unnamed statement, so that it passes through a transaction pooler too.
        query = build(source).prepare('');
        built.set(source.queries, query);
      }
      return new Filled(query, values as Record<string, unknown>) as unknown as Query<T>;
    };
  };
}

/** A place for a value of this column; null, a date or JSON is stored as the column would. */
export function boundParam(column: Column, name: string): SQL {
  const encoder = {
    mapToDriverValue: (value: unknown) => (value === null ? null : column.mapToDriverValue(value)),
  };
  return sql`${sql.param(sql.placeholder(name), encoder)}`;
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

/** A prepared query with its values: waited for on PostgreSQL, run in the same tick inside a unit on SQLite. */
class Filled<T> extends QueryPromise<T> {
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

  /** A unit on SQLite asks for this, then for `execute().sync()`. */
  prepare() {
    return this;
  }
}

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
