// PostgreSQL: units with a key share transactions, and so round trips and waits for the disk. The lock on the key lets
// them leave SERIALIZABLE: whatever such a unit reads and writes back belongs to it alone.
import { createHash } from 'node:crypto';
import type pg from 'pg';
import { DatabaseError, databaseError } from './database-error.ts';

/** Transactions under way at once in this process; the rest of the pool is for reads. */
const TRANSACTIONS = 4;
const GROUP_UNITS = 50;
const ATTEMPTS = 20;

interface PendingUnit {
  lock: bigint;
  attempt: number;
  run: (client: pg.PoolClient) => Promise<unknown>;
  resolve: (answer: never) => void;
  reject: (error: unknown) => void;
}

type UnitOutcome = { waiting: PendingUnit; answer: unknown } | { waiting: PendingUnit; error: unknown };

/** Runs the units of one key one after the other, in the order given, in shared transactions; what fails is undone alone. */
export class SerializedQueue {
  readonly #pool: pg.Pool;
  /** By key; the key that was served last is the last one. */
  readonly #waiting = new Map<bigint, PendingUnit[]>();
  #waitingUnits = 0;
  /** Keys with a unit in a transaction that is under way. */
  readonly #underWay = new Set<bigint>();
  #transactions = 0;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  /** Resolves to what `run` returned once it is committed; rejects with what it threw, its writes undone. */
  add<T>(key: string, run: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const lock = lockOf(key);
    return new Promise((resolve, reject) => {
      this.#wait({ lock, attempt: 1, run, resolve, reject });
      void this.#drive();
    });
  }

  get waitingUnits(): number {
    return this.#waitingUnits;
  }

  #wait(unit: PendingUnit, add: 'push' | 'unshift' = 'push'): void {
    const units = this.#waiting.get(unit.lock) ?? [];
    units[add](unit);
    this.#waiting.set(unit.lock, units);
    this.#waitingUnits += 1;
  }

  async #drive(): Promise<void> {
    if (this.#transactions === TRANSACTIONS) return;
    this.#transactions += 1;
    // Whatever else arrives in this turn of the event loop goes along.
    await new Promise(setImmediate);
    for (let group = this.#take(); group.length > 0; group = this.#take()) {
      const locks = new Set(group.map(({ lock }) => lock));
      for (const lock of locks) this.#underWay.add(lock);
      try {
        const outcomes = await this.#commit(group);
        for (const unit of this.#tell(outcomes).reverse()) this.#wait(unit, 'unshift');
      } catch (error) {
        // Nothing of the group is known to be on the disk: each of its units must learn that.
        for (const { reject } of group) reject(databaseError(error));
      }
      for (const lock of locks) this.#underWay.delete(lock);
      // Other transactions may have found nothing to do because of these keys.
      if (this.#waiting.size > 0) void this.#drive();
    }
    this.#transactions -= 1;
  }

  /** The next units: of each key the first, as they run side by side, then of each the second. */
  #take(): PendingUnit[] {
    const group: PendingUnit[] = [];
    let keys = [...this.#waiting.keys()].filter((lock) => !this.#underWay.has(lock));
    while (group.length < GROUP_UNITS && keys.length > 0) {
      for (const lock of keys) {
        if (group.length === GROUP_UNITS) break;
        const unit = this.#next(lock);
        if (unit) group.push(unit);
      }
      keys = keys.filter((lock) => this.#waiting.has(lock));
    }
    return group;
  }

  /** The next unit of a key, which goes behind the others then: nobody's single change waits for a tablet's eighty. */
  #next(lock: bigint): PendingUnit | undefined {
    const units = this.#waiting.get(lock);
    const next = units?.shift();
    this.#waiting.delete(lock);
    if (units && units.length > 0) this.#waiting.set(lock, units);
    if (next) this.#waitingUnits -= 1;
    return next;
  }

  /** Most groups have no unit that fails: only one that has is run again with a savepoint for each, which costs as much as a query. */
  async #commit(group: PendingUnit[]): Promise<UnitOutcome[]> {
    const all = await onClient(this.#pool, (client) => this.#runAll(client, group));
    return all ?? onClient(this.#pool, (client) => this.#runEach(client, group));
  }

  async #begin(client: pg.PoolClient, group: PendingUnit[]): Promise<void> {
    await client.query(`begin isolation level read committed; ${lockAll(group.map(({ lock }) => lock))}`);
  }

  /** Those of several keys side by side. Undefined when one of several has failed, and nothing of the group is done. */
  async #runAll(client: pg.PoolClient, group: PendingUnit[]): Promise<UnitOutcome[] | undefined> {
    await this.#begin(client, group);
    const outcomes: UnitOutcome[] = [];
    const runs = [...Map.groupBy(group, ({ lock }) => lock).values()].map(async (units) => {
      for (const waiting of units) outcomes.push({ waiting, answer: await waiting.run(client) });
    });
    const failed = (await Promise.allSettled(runs)).find((run) => run.status === 'rejected');
    if (failed) {
      await client.query('rollback');
      const [only, ...others] = group;
      return only && others.length === 0 ? [{ waiting: only, error: failed.reason }] : undefined;
    }
    await client.query('commit');
    return outcomes;
  }

  async #runEach(client: pg.PoolClient, group: PendingUnit[]): Promise<UnitOutcome[]> {
    await this.#begin(client, group);
    const outcomes: UnitOutcome[] = [];
    for (const waiting of group) {
      await client.query(outcomes.length > 0 ? 'release savepoint unit; savepoint unit' : 'savepoint unit');
      outcomes.push(await this.#runOne(client, waiting));
    }
    await client.query('commit');
    return outcomes;
  }

  async #runOne(client: pg.PoolClient, waiting: PendingUnit): Promise<UnitOutcome> {
    try {
      return { waiting, answer: await waiting.run(client) };
    } catch (error) {
      await client.query('rollback to savepoint unit');
      return { waiting, error };
    }
  }

  /** Settles the units that are done; returns those that lost a race and run again once the group's locks are gone. */
  #tell(outcomes: UnitOutcome[]): PendingUnit[] {
    const retrying: PendingUnit[] = [];
    for (const outcome of outcomes) {
      const { waiting } = outcome;
      if (!('error' in outcome)) waiting.resolve(outcome.answer as never);
      else if (waiting.attempt < attemptsAfter(outcome.error)) {
        retrying.push({ ...waiting, attempt: waiting.attempt + 1 });
      } else waiting.reject(outcome.error);
    }
    return retrying;
  }
}

export const lockOf = (key: string) => createHash('sha256').update(key).digest().readBigInt64BE();

/** In the same order everywhere, so that no two groups deadlock. */
export function lockAll(all: bigint[]): string {
  const locks = [...new Set(all)].sort((a, b) => (a < b ? -1 : 1));
  return locks.map((lock) => `select pg_advisory_xact_lock(${lock})`).join('; ');
}

/** How many attempts a unit with this error has in all. */
function attemptsAfter(error: unknown): number {
  if (!(error instanceof DatabaseError)) return 1;
  if (error.kind === 'conflict') return ATTEMPTS;
  // A row that it read a moment ago may have been deleted since: the second attempt will see that.
  return error.kind === 'foreign_key' ? 2 : 1;
}

/** Lends `work` a connection of the pool; an unfinished transaction is rolled back when it throws. */
export async function onClient<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect().catch((error) => {
    throw databaseError(error);
  });
  let broken: Error | undefined;
  try {
    return await work(client);
  } catch (error) {
    await client.query('rollback').catch((failed: Error) => {
      broken = failed;
    });
    throw error;
  } finally {
    // A connection that could not roll back must not be used again.
    client.release(broken);
  }
}
