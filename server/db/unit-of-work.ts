// The interface of the database: queries, units of work, and the database itself.
import type { SQLWrapper } from 'drizzle-orm';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import type { Tables } from './schema.ts';

// What a write returns without returning() differs between the drivers, so it has no type at all.
interface NoResult extends PgQueryResultHKT {
  type: undefined;
}

/** Drizzle's query builders, typed as PostgreSQL for both engines. A query runs when awaited, or in a unit by `run`. */
export type Queries = Pick<
  PgDatabase<NoResult>,
  'select' | 'selectDistinct' | 'insert' | 'update' | 'delete' | 'with' | '$with'
>;

/**
 * Where a query runs: the database itself, or a unit of work. `queries` holds the same builders, for code that takes them
 * apart from the tables.
 */
export interface TxContext extends Queries {
  readonly queries: Queries;
  /** Every table, for this engine: `tx.select().from(tx.tables.courses)`. */
  readonly tables: Tables;
}

/** A drizzle query, not any promise: a unit can await nothing else. */
export type Query<T> = PromiseLike<T> & SQLWrapper;

/** What a step shared by several units returns: `function* addMember(tx: TxContext): Steps<string>`, used by `yield*`. */
// biome-ignore lint/suspicious/noExplicitAny: each query has its own result type; `run` restores it where it is yielded.
export type Steps<T> = Generator<Query<unknown>, T, any>;

/** A unit of work: a generator function that yields its queries. It may run several times, so it has no side effects. */
export type UnitOfWork<T> = (tx: TxContext) => Steps<T>;

/** Runs one query inside a unit of work: `const [row] = yield* run(db.select()...)`. Without `yield*` nothing happens. */
export function* run<T>(query: Query<T>): Generator<Query<T>, T, T> {
  return yield query;
}

/** One installation's database, open. */
export interface Db extends TxContext {
  readonly engine: 'sqlite' | 'postgres';
  /**
   * For reads whose time grows with the number of people, such as the figures of administration: on SQLite they run in a thread of
   * their own, and requests are answered meanwhile (decision 021). Nothing is written here.
   */
  readonly aside: TxContext;
  /**
   * Runs a unit of work as one serializable transaction and returns its result. Any error, from a query or thrown by the
   * work, rolls everything back; a query's error cannot be caught inside. On PostgreSQL a unit that lost a race runs again
   * from its start.
   *
   *     const left = await db.transact(function* (db) {
   *       const [row] = yield* run(db.update(things).set({ ... }).where(...).returning());
   *       if (!row) throw new Refusal('not_found');
   *       yield* run(db.insert(others).values({ ... }));
   *       return row.left;
   *     });
   *
   * Hash before, mail after: nothing else can be awaited inside, and the inner `db` hides the outer one on purpose.
   *
   * `key` is for the units of which thousands come a minute: a name, such as a person's id. Units of one key run one after
   * the other, in the order they were given in this process, and may share a COMMIT with those of other keys. On
   * PostgreSQL such a unit is not serializable: each of its queries reads what is committed by then. So it may write back
   * only what was read under its own key, and everything that writes the same rows must use the same key or be
   * serializable (which then loses the race and runs again). On SQLite there is no difference.
   *
   * Several keys are for a unit that is serializable as one without, and during which no unit of these keys runs.
   */
  transact<T>(work: UnitOfWork<T>, key?: string | readonly string[]): Promise<T>;
  /** Throws an unavailable error when so many more units would be too many behind those that wait (decision 257). */
  expectRoom(units: number): void;
  /** How many units wait in this process; on PostgreSQL those with a key alone. */
  waitingUnits(): number;
  /** Resolves when the database responds; rejects with a DatabaseError when it does not. */
  ping(): Promise<void>;
  /** Finishes running work and closes the file or the connections; repeating it does nothing. */
  close(): Promise<void>;
}

/** The context of a drizzle database: its seven query builders, each bound to it, and the tables. */
export function txContextOn(database: Queries, tables: Tables): TxContext {
  const names = ['select', 'selectDistinct', 'insert', 'update', 'delete', 'with', '$with'] as const;
  const bound = names.map((name) => {
    const builder = database[name] as (...given: unknown[]) => unknown;
    return [name, builder.bind(database)];
  });
  const queries = Object.fromEntries(bound) as Queries;
  return { ...queries, queries, tables };
}
