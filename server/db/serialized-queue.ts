// PostgreSQL: units that name whose turn it is share transactions, and so round trips and waits for the disk. What lets
// them leave SERIALIZABLE is the lock on that name: whatever a unit reads and writes back belongs to it alone.
import { createHash } from 'node:crypto';
import type pg from 'pg';
import { DatabaseError, databaseError } from './database-error.ts';

/** Transactions under way at once in this process; the rest of the pool is for reads. */
const LANES = 4;
const GROUP_UNITS = 50;
const ATTEMPTS = 20;

interface Waiting {
  lock: bigint;
  attempt: number;
  run: (client: pg.PoolClient) => Promise<unknown>;
  resolve: (answer: never) => void;
  reject: (error: unknown) => void;
}

interface Lane {
  waiting: Waiting[];
  isBusy: boolean;
}

type Outcome = { waiting: Waiting; answer: unknown } | { waiting: Waiting; error: unknown };

/** Runs units of one name one after the other, in the order given; each on a savepoint of a transaction with others. */
export class SerializedQueue {
  readonly #pool: pg.Pool;
  readonly #lanes = new Map<number, Lane>();

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  /** Resolves to what `run` gave back once it is committed; rejects with what it threw, its writes undone. */
  add<T>(turn: string, run: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const lock = createHash('sha256').update(turn).digest().readBigInt64BE();
    const number = Number(BigInt.asUintN(32, lock)) % LANES;
    const lane = this.#lanes.get(number) ?? { waiting: [], isBusy: false };
    this.#lanes.set(number, lane);
    return new Promise((resolve, reject) => {
      lane.waiting.push({ lock, attempt: 1, run, resolve, reject });
      if (!lane.isBusy) void this.#drive(lane);
    });
  }

  async #drive(lane: Lane): Promise<void> {
    lane.isBusy = true;
    // What else arrives in this turn of the event loop goes along.
    await new Promise(setImmediate);
    while (lane.waiting.length > 0) {
      const group = lane.waiting.splice(0, GROUP_UNITS);
      try {
        lane.waiting.unshift(...this.#tell(await this.#commit(group)));
      } catch (error) {
        // Nothing of the group is known to be on the disk: each of its units has to be told so.
        for (const { reject } of group) reject(databaseError(error));
      }
    }
    lane.isBusy = false;
  }

  #commit(group: Waiting[]): Promise<Outcome[]> {
    return onClient(this.#pool, async (client) => {
      await client.query(`begin isolation level read committed; ${lockAll(group)}; savepoint unit`);
      const outcomes: Outcome[] = [];
      for (const waiting of group) {
        if (outcomes.length > 0) await client.query('release savepoint unit; savepoint unit');
        outcomes.push(await this.#runOne(client, waiting));
      }
      await client.query('commit');
      return outcomes;
    });
  }

  async #runOne(client: pg.PoolClient, waiting: Waiting): Promise<Outcome> {
    try {
      return { waiting, answer: await waiting.run(client) };
    } catch (error) {
      await client.query('rollback to savepoint unit');
      return { waiting, error };
    }
  }

  /** Answers those who are done; gives back those that lost a race and try again, when the locks of this group are gone. */
  #tell(outcomes: Outcome[]): Waiting[] {
    const again: Waiting[] = [];
    for (const outcome of outcomes) {
      const { waiting } = outcome;
      if (!('error' in outcome)) waiting.resolve(outcome.answer as never);
      else if (waiting.attempt < attemptsAfter(outcome.error)) {
        again.push({ ...waiting, attempt: waiting.attempt + 1 });
      } else waiting.reject(outcome.error);
    }
    return again;
  }
}

/** In one order everywhere, so that no two groups wait for each other's locks. */
function lockAll(group: Waiting[]): string {
  const locks = [...new Set(group.map(({ lock }) => lock))].sort((a, b) => (a < b ? -1 : 1));
  return locks.map((lock) => `select pg_advisory_xact_lock(${lock})`).join('; ');
}

/** How often a unit is tried in all that failed like this. */
function attemptsAfter(error: unknown): number {
  if (!(error instanceof DatabaseError)) return 1;
  if (error.kind === 'conflict') return ATTEMPTS;
  // What it read a moment ago, a course say, may have been deleted since: once more it sees so itself.
  return error.kind === 'foreign_key' ? 2 : 1;
}

/** Lends `work` a connection of the pool; what it began and did not end when it threw is rolled back. */
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
    // A connection that could not roll back must not be given to anybody else.
    client.release(broken);
  }
}
