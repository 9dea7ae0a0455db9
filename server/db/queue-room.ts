// How much a queue of units takes (decision 257): what it can do in some seconds. Whoever brings more is told when to come back.
import { DatabaseError } from './database-error.ts';

/** A device gives an answer up after 15 s, and sends all of it again. */
const WAITING_MS = 6_000;
/** How long a unit takes, until some were timed. Too little costs a second request, too much leaves the queue empty before the next come. */
const UNIT_MS = 0.5;
/** So many may wait, for the sake of memory, and while it is not known how long they take. */
const LIMIT = 6_000;
/** The longest that anybody is sent away for: an estimate of more says little. */
const LONGEST_WAIT_MS = 60_000;
/** What is known weighs as much as so many units: a group of fifty counts for a fifth, a single slow one for next to nothing. */
const STEADY_UNITS = 200;

export class QueueRoom {
  /** How long a unit takes while others wait for it: alone it waits for the disk by itself, and tells nothing of a full queue. */
  #unitMs = UNIT_MS;
  /** When those who were refused and told when to come back will all have been served, by `performance.now()`. */
  #promisedUntil = 0;

  /** Hears how long a group of units took, behind which others waited. */
  timed(units: number, milliseconds: number): void {
    this.#unitMs += ((milliseconds / units - this.#unitMs) * units) / (units + STEADY_UNITS);
  }

  /**
   * Throws an unavailable error when so many more units would wait for longer than devices do, behind so many that wait. It says after how
   * many seconds there will be room, behind everybody who was told so before: so they do not all come back at once, nor too late.
   */
  expect(waiting: number, units: number): void {
    const all = waiting + units;
    const now = performance.now();
    // What was promised was promised of this queue, and it is empty now.
    if (waiting === 0) this.#promisedUntil = now;
    // Whoever brings more than has ever room is let in when nobody else waits.
    if (waiting === 0 || (all <= LIMIT && all * this.#unitMs <= WAITING_MS)) return;
    const waitMs = Math.min(Math.max(this.#promisedUntil - now, 0) + units * this.#unitMs, LONGEST_WAIT_MS);
    this.#promisedUntil = now + waitMs;
    throw new DatabaseError({ kind: 'unavailable', code: 'QUEUE_FULL', retryAfterSeconds: Math.ceil(waitMs / 1000) });
  }
}

/** What a unit fails with whose turn came when nobody waited for its answer any more. */
export const callerLeft = () => new DatabaseError({ kind: 'unavailable', code: 'CALLER_LEFT' });
