import { mergeRanges, type Unit, type UnitChange, type WatchedRanges } from './progress.ts';

/**
 * A unit after a change: the one rule by which a screen shows work still waiting and the server stores it (Y4, Y11).
 * Status only goes up; a Reset starts the lesson anew but keeps the person's reflection; on a completed unit nothing
 * but a Reset or another reflection counts. `at` (ISO 8601) becomes `completedAt`. Answers the very same object when
 * the change changes nothing; never touches `rev`, which is the server's.
 */
export function applyChange(unit: Unit, change: UnitChange, at: string): Unit {
  if (change.status === 'not_started') return startAnew(unit);
  const reflection = change.reflection ?? unit.reflection;
  if (unit.status === 'completed') {
    const isNews = change.status === 'completed' && reflection !== unit.reflection;
    return isNews ? { ...unit, reflection } : unit;
  }
  const watched = change.watched ? mergeRanges(unit.watched, change.watched) : unit.watched;
  const next: Unit = {
    ...unit,
    status: change.status,
    completedAt: change.status === 'completed' ? at : null,
    positionSeconds: change.positionSeconds ?? unit.positionSeconds,
    watched,
    reflection,
  };
  return sameWork(unit, next) ? unit : next;
}

function startAnew(unit: Unit): Unit {
  const next: Unit = { ...unit, status: 'not_started', completedAt: null, positionSeconds: null, watched: [] };
  return sameWork(unit, next) ? unit : next;
}

/** True when two units say the same of a person's work; `rev` and `completedAt` are not work. */
export function sameWork(a: Unit, b: Unit): boolean {
  return (
    a.status === b.status &&
    a.positionSeconds === b.positionSeconds &&
    a.reflection === b.reflection &&
    sameRanges(a.watched, b.watched)
  );
}

function sameRanges(a: WatchedRanges, b: WatchedRanges): boolean {
  return a.length === b.length && a.every(([from, to], i) => b[i]?.[0] === from && b[i]?.[1] === to);
}
