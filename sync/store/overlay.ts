import { freshUnit, type Unit } from '../contract/progress.ts';
import { applyChange } from '../contract/unit-change.ts';
import { type Entry, isPending } from './entry.ts';

/**
 * What the screen shows of one lesson (Y4): the server's last word with the person's waiting work folded over it.
 * `entries` are this lesson's, in the order of the taps; those that are not pending do not count. The very same
 * object comes back when nothing changes it.
 */
export function overlay(snapshot: Unit | undefined, lessonId: number, entries: readonly Entry[]): Unit {
  let unit = snapshot ?? freshUnit(lessonId);
  for (const entry of entries) {
    if (entry.kind === 'unit' && isPending(entry)) unit = applyChange(unit, entry.body, entry.createdAt);
  }
  return unit;
}
