// PostgreSQL: units with a key share transactions, and so round trips and waits for the disk. The lock on the key lets
// them leave SERIALIZABLE: whatever such a unit reads and writes back belongs to it alone.
import { createHash } from 'node:crypto';
import type pg from 'pg';
import { DatabaseError, databaseError } from './database-error.ts';

/** Transactions under way at once in this process; the rest of the pool is for reads. */
const QUEUES = 4;
const GROUP_UNITS = 50;
const ATTEMPTS = 20;
/** What one of the queues may hold: a few seconds of work. A device gives an answer up after 15 s, and sends all of it again. */
const WAITING_UNITS = 500;

interface PendingUnit {
  lock: bigint;
  attempt: number;
  hasLeft: (() => boolean) | undefined;
  run: (client: pg.PoolClient) => Promise<unknown>;
  resolve: (answer: never) => void;
  reject: (error: unknown) => void;
}

interface Queue {
  waiting: PendingUnit[];
  isBusy: boolean;
}

const QUEUE_FULL = { kind: 'unavailable', code: 'QUEUE_FULL' } as const;
const CALLER_LEFT = { kind: 'unavailable', code: 'CALLER_LEFT' } as const;

type UnitOutcome = { waiting: PendingUnit; answer: unknown } | { waiting: PendingUnit; error: unknown };

/** Runs the units of one key one after the other, in the order given; each on a savepoint of a shared transaction. */
export class SerializedQueue {
  readonly #pool: pg.Pool;
  readonly #lanes = new Map<number, Queue>();

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  /**
   * Resolves to what `run` returned once it is committed; rejects with what it threw, its writes undone. Rejects at once as unavailable
   * when too many wait, and when its turn comes and nobody waits for it any more: then nothing of it ran.
   */
  add<T>(key: string, run: (client: pg.PoolClient) => Promise<T>, hasLeft?: () => boolean): Promise<T> {
    const lock = lockOf(key);
    const number = Number(BigInt.asUintN(32, lock)) % QUEUES;
    const queue = this.#lanes.get(number) ?? { waiting: [], isBusy: false };
    this.#lanes.set(number, queue);
    if (queue.waiting.length >= WAITING_UNITS) return Promise.reject(new DatabaseError(QUEUE_FULL));
    return new Promise((resolve, reject) => {
      queue.waiting.push({ lock, attempt: 1, hasLeft, run, resolve, reject });
      if (!queue.isBusy) void this.#drive(queue);
    });
  }

  async #drive(queue: Queue): Promise<void> {
    queue.isBusy = true;
    // Whatever else arrives in this turn of the event loop goes along.
    await new Promise(setImmediate);
    while (queue.waiting.length > 0) {
      const group = takeGroup(queue.waiting);
      if (group.length === 0) continue;
      try {
        queue.waiting.unshift(...this.#tell(await this.#commit(group)));
      } catch (error) {
        // Nothing of the group is known to be on the disk: each of its units must learn that.
        for (const { reject } of group) reject(databaseError(error));
      }
    }
    queue.isBusy = false;
  }

  #commit(group: PendingUnit[]): Promise<UnitOutcome[]> {
    return onClient(this.#pool, async (client) => {
      const locks = lockAll(group.map(({ lock }) => lock));
      await client.query(`begin isolation level read committed; ${locks}; savepoint unit`);
      const outcomes: UnitOutcome[] = [];
      for (const waiting of group) {
        if (outcomes.length > 0) await client.query('release savepoint unit; savepoint unit');
        outcomes.push(await this.#runOne(client, waiting));
      }
      await client.query('commit');
      return outcomes;
    });
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

/** The next units whose callers are still there. */
function takeGroup(waiting: PendingUnit[]): PendingUnit[] {
  const group: PendingUnit[] = [];
  while (waiting.length > 0 && group.length < GROUP_UNITS) {
    const [unit] = waiting.splice(0, 1);
    if (unit?.hasLeft?.()) unit.reject(new DatabaseError(CALLER_LEFT));
    else if (unit) group.push(unit);
  }
  return group;
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
