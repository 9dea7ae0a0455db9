import type { Unit, UnitChange } from '#sync/contract/progress.ts';
import { applyChange } from '#sync/contract/progress.ts';

export type MergeOutcome = 'applied' | 'unchanged' | 'already_completed' | 'superseded';

/**
 * The merge of Y11 and Y12, pure: the row (freshUnit when there is none yet) after one change made at `at`.
 * `outcome` names the response: 'applied' and 'unchanged' are 200 with `changed`; 'superseded' is 200 with
 * `superseded: true`, for a Reset that had not seen the completion it met; 'already_completed' is the 409, whose body
 * always says `changed: false`. Store `row` whenever `changed` is true: a 409 too may bring a new reflection.
 * Every change raises rev by one, except a reflection on a completed row: it is still the completion that a pending Reset
 * has seen.
 */
export function mergeUnit(
  row: Unit,
  change: UnitChange,
  at: Date,
): { row: Unit; changed: boolean; outcome: MergeOutcome } {
  const wasCompleted = row.status === 'completed';
  const isBlind = change.seenRev !== undefined && change.seenRev < row.rev;
  if (change.status === 'not_started' && wasCompleted && isBlind) return { row, changed: false, outcome: 'superseded' };

  const next = applyChange(row, change, at.toISOString());
  const changed = next !== row;
  const merged = changed ? 'applied' : 'unchanged';
  const outcome = wasCompleted && change.status === 'completed' ? 'already_completed' : merged;
  const isStillCompleted = wasCompleted && next.status === 'completed';
  return { row: changed && !isStillCompleted ? { ...next, rev: row.rev + 1 } : next, changed, outcome };
}
