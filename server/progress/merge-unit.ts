import type { Unit, UnitChange } from '#sync/contract/progress.ts';
import { applyChange } from '#sync/contract/unit-change.ts';

export type MergeOutcome = 'applied' | 'unchanged' | 'already_completed' | 'superseded';

/**
 * The merge of Y11 and Y12, pure: the row (freshUnit when there is none yet) after one change made at `at`.
 * `outcome` names the answer: 'applied' and 'unchanged' are 200 with `changed`; 'superseded' is 200 with
 * `superseded: true`, for a Reset that had not seen the completion it met; 'already_completed' is the 409.
 * Store `row` whenever `changed` is true: every change of the row raises its rev by one, and a 409 too may bring a
 * new reflection. On the wire a 409 always says `changed: false`, so that it never lets a waiting Reset through.
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
  const outcome =
    wasCompleted && change.status === 'completed' ? 'already_completed' : changed ? 'applied' : 'unchanged';
  return { row: changed ? { ...next, rev: row.rev + 1 } : row, changed, outcome };
}
