// What a run cost, counted on plain numbers.

/** What a fault cost: every number must be 0. `strays` is work that ended up with somebody else. */
export interface Cost {
  lost: number;
  doubled: number;
  strays: number;
}

/** What the server knows of one person's lesson. */
export interface Effects {
  rev: number;
  attempts: number;
}

/** Of one lesson: taps that were begun, those that the page said are saved, entries that the server lacks, what it did. */
export interface Count {
  begun: number;
  confirmed: number;
  missing: number;
  effects: number;
}

/**
 * Once everything is sent, a tap that was said to be saved has had its effect, and no tap had two: one that was killed
 * before its word may be there or not.
 */
export function costOf({ begun, confirmed, missing, effects }: Count): Pick<Cost, 'lost' | 'doubled'> {
  return { lost: Math.max(0, confirmed - effects, missing), doubled: Math.max(0, effects - begun) };
}

/** A status tap raises the lesson's rev by one, a failed submission makes one attempt and leaves rev alone. */
export function effectsBetween(before: Effects = NONE, after: Effects = NONE): number {
  return after.rev - before.rev + after.attempts - before.attempts;
}

const NONE: Effects = { rev: 0, attempts: 0 };

export const noCost = (): Cost => ({ lost: 0, doubled: 0, strays: 0 });

export function addCost(sum: Cost, cost: Cost): Cost {
  return {
    lost: sum.lost + cost.lost,
    doubled: sum.doubled + cost.doubled,
    strays: sum.strays + cost.strays,
  };
}
