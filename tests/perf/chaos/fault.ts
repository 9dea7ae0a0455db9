import type { Cost } from './cost.ts';
import type { Stage } from './stage.ts';

/** One line of the table: what goes wrong, how often, and how it is played once. */
export interface Fault {
  name: string;
  /** Its numbers in the fault catalogue. */
  catalogue: string;
  /** How often the short form, part of `npm test`, and the full one play it. */
  runs: { short: number; full: number };
  /** Plays it once. `turn` counts from 0. */
  play: (stage: Stage, turn: number) => Promise<Cost>;
}

/** What a run asks of every answer of the API. */
export const MARKED = { 'X-Groundwork-Api': '1' };
