// What the server of the simulation holds.
import type { Operation } from '#sync/contract/operation.ts';
import type { Unit } from '#sync/contract/progress.ts';

/** One applied operation: never more than one per id in a database (I2). */
export type Effect = { opId: string; userId: string; kind: Operation['kind'] };

/** When each past round of a course ended, in unix milliseconds. */
export type Ended = readonly number[];

export type Body = Record<string, unknown>;
/** `firstAt` is when it was applied, `at` when it was answered last. */
export type Applied = { content: string; status: number; body: Body; firstAt: string; at: string };

export type Attempt = {
  userId: string;
  lessonId: number;
  round: number;
  at: number;
  passed: boolean;
  isRegraded: boolean;
};

/** Everything that a backup holds. */
export type Database = {
  epoch: string;
  units: Map<string, Unit>;
  /** Which operation completed a unit. */
  completedBy: Map<string, string>;
  passed: Set<string>;
  /** By operation, in the order of their submission. */
  attempts: Map<string, Attempt>;
  /** By `person/course`. */
  ended: Map<string, Ended>;
  /** The units of past rounds, by `person/lesson/round`. */
  past: Map<string, Unit>;
  /** The round for which an operation counted. */
  counted: Map<string, number>;
  /** Courses that were completed once, and the stars of their raters, by `person/course`. */
  finished: Set<string>;
  ratings: Map<string, number>;
  applied: Map<string, Applied>;
  effects: Effect[];
};

export const emptyDatabase = (): Database => ({
  epoch: 'epoch-0',
  units: new Map(),
  completedBy: new Map(),
  passed: new Set(),
  attempts: new Map(),
  ended: new Map(),
  past: new Map(),
  counted: new Map(),
  finished: new Set(),
  ratings: new Map(),
  applied: new Map(),
  effects: [],
});

export function copy(database: Database): Database {
  return {
    epoch: database.epoch,
    units: new Map(database.units),
    completedBy: new Map(database.completedBy),
    passed: new Set(database.passed),
    attempts: new Map(database.attempts),
    ended: new Map(database.ended),
    past: new Map(database.past),
    counted: new Map(database.counted),
    finished: new Set(database.finished),
    ratings: new Map(database.ratings),
    applied: new Map(database.applied),
    effects: [...database.effects],
  };
}
