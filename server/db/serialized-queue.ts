// PostgreSQL: units with a key share transactions, and so round trips and waits for the disk. The lock on the key lets
// them leave SERIALIZABLE: whatever such a unit reads and writes back belongs to it alone.
import { createHash } from 'node:crypto';
import type pg from 'pg';
import { DatabaseError, databaseError } from './database-error.ts';
import { callerLeft, QueueRoom } from './queue-room.ts';
import type { UnitCaller } from './unit-of-work.ts';

/** Transactions under way at once in this process; the rest of the pool is for reads. */
const QUEUES = 4;
const GROUP_UNITS = 50;
const ATTEMPTS = 20;
/** Of one of the queues. */
const ROOM = { unitMs: 4, limit: 2_000 };

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
  room: QueueRoom;
}

type UnitOutcome = { waiting: PendingUnit; answer: unknown } | { waiting: PendingUnit; error: unknown };

/** Runs the units of one key one after the other, in the order given, in shared transactions; what fails is undone alone. */
export class SerializedQueue {
  readonly #pool: pg.Pool;
  readonly #lanes = new Map<number, Queue>();

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  /**
   * Resolves to what `run` returned once it is committed; rejects with what it threw, its writes undone. Rejects at once as
   * `expectRoom` throws, unless it is one of those that were let in, and as unavailable when its turn comes and nobody waits for it any
   * more: then nothing of it ran.
   */
  async add<T>(
    key: string,
    run: (client: pg.PoolClient) => Promise<T>,
    { hasLeft, isLetIn }: UnitCaller = {},
  ): Promise<T> {
    if (!isLetIn) this.expectRoom(key, 1);
    const lock = lockOf(key);
    const queue = this.#queueOf(lock);
    return new Promise((resolve, reject) => {
      queue.waiting.push({ lock, attempt: 1, hasLeft, run, resolve, reject });
      if (!queue.isBusy) void this.#drive(queue);
    });
  }

  /** Throws as `QueueRoom.expect` when so many more units of this key would wait too long. */
  expectRoom(key: string, units: number): void {
    const { room, waiting } = this.#queueOf(lockOf(key));
    room.expect(waiting.length, units);
  }

  #queueOf(lock: bigint): Queue {
    const number = Number(BigInt.asUintN(32, lock)) % QUEUES;
    const queue = this.#lanes.get(number) ?? { waiting: [], isBusy: false, room: new QueueRoom(ROOM) };
    this.#lanes.set(number, queue);
    return queue;
  }

  async #drive(queue: Queue): Promise<void> {
    queue.isBusy = true;
    // Whatever else arrives in this turn of the event loop goes along.
    await new Promise(setImmediate);
    while (queue.waiting.length > 0) {
      const group = takeGroup(queue.waiting);
      if (group.length === 0) continue;
      const begun = performance.now();
      try {
        const outcomes = await this.#commit(group);
        if (queue.waiting.length > 0) queue.room.timed(group.length, performance.now() - begun);
        queue.waiting.unshift(...this.#tell(outcomes));
      } catch (error) {
        // Nothing of the group is known to be on the disk: each of its units must learn that.
        for (const { reject } of group) reject(databaseError(error));
      }
    }
    queue.isBusy = false;
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

/** Takes the next units whose callers are still there: of each key the first, then of each the second, as they run side by side. */
function takeGroup(waiting: PendingUnit[]): PendingUnit[] {
  const turns = new Map<bigint, number>();
  const inTurn = waiting.map((unit) => {
    const turn = turns.get(unit.lock) ?? 0;
    turns.set(unit.lock, turn + 1);
    return { unit, turn };
  });
  const next = inTurn.sort((a, b) => a.turn - b.turn).slice(0, GROUP_UNITS);
  const taken = new Set(next.map(({ unit }) => unit));
  waiting.splice(0, waiting.length, ...waiting.filter((unit) => !taken.has(unit)));
  return [...taken].filter((unit) => {
    const isGone = unit.hasLeft?.();
    if (isGone) unit.reject(callerLeft());
    return !isGone;
  });
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
