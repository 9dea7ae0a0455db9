// Units of work that arrive in one turn of the event loop share one COMMIT, and so one wait for the disk: an acknowledged
// unit is as durable as alone, and under load many of them cost what one did.
import type Database from 'better-sqlite3';
import { databaseError } from './database-error.ts';

/** How long one group may block the event loop; the rest goes into the next. */
const GROUP_MS = 20;

interface PendingUnit {
  /** Runs the whole unit in this tick; throws what the work throws. */
  run: () => unknown;
  resolve: (answer: never) => void;
  reject: (error: unknown) => void;
}

type UnitOutcome = { waiting: PendingUnit; answer: unknown } | { waiting: PendingUnit; error: unknown };

/** Runs units in the order given, each on a savepoint of its own, and settles them after their common COMMIT. */
export class GroupCommit {
  readonly #connection: Database.Database;
  readonly #now: () => number;
  #waiting: PendingUnit[] = [];

  /** `now`: a clock in milliseconds. */
  constructor(connection: Database.Database, now = () => performance.now()) {
    this.#connection = connection;
    this.#now = now;
  }

  /** Resolves to what `run` returned once it is on the disk; rejects with what it threw, its writes undone. */
  add<T>(run: () => T): Promise<T> {
    return new Promise((resolve, reject) => {
      if (this.#waiting.length === 0) setImmediate(() => this.#flush());
      this.#waiting.push({ run, resolve, reject });
    });
  }

  get waitingUnits(): number {
    return this.#waiting.length;
  }

  /** Runs everything that waits, before the connection is closed. */
  finish(): void {
    while (this.#waiting.length > 0) this.#flush();
  }

  #flush(): void {
    const group = this.#waiting;
    this.#waiting = [];
    if (group.length === 0) return;
    const outcomes: UnitOutcome[] = [];
    try {
      // Immediate: a unit that reads before it writes would otherwise meet a stale snapshot, which waiting does not cure.
      this.#connection.transaction(() => this.#runInTurn(group, outcomes)).immediate();
    } catch (error) {
      // Nothing of the group is on the disk: each of its units must learn that.
      for (const { reject } of group) reject(databaseError(error));
      return;
    }
    const left = group.slice(outcomes.length);
    if (left.length > 0) {
      this.#waiting = [...left, ...this.#waiting];
      setImmediate(() => this.#flush());
    }
    for (const outcome of outcomes) {
      if ('error' in outcome) outcome.waiting.reject(outcome.error);
      else outcome.waiting.resolve(outcome.answer as never);
    }
  }

  #runInTurn(group: PendingUnit[], outcomes: UnitOutcome[]): void {
    const endsAt = this.#now() + GROUP_MS;
    for (const waiting of group) {
      if (outcomes.length > 0 && this.#now() > endsAt) return;
      try {
        // Inside a transaction the driver makes this a savepoint.
        outcomes.push({ waiting, answer: this.#connection.transaction(waiting.run)() });
      } catch (error) {
        // An error that ended the whole transaction, such as a full disk, concerns the whole group.
        if (!this.#connection.inTransaction) throw error;
        outcomes.push({ waiting, error });
      }
    }
  }
}
