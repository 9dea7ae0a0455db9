// The rules of progress, apart from its shapes: a first paint and a tap need no parser.
import { WATCHED_RANGES_LIMIT } from './limits.ts';
import type { CourseProgress, Unit, WatchedRanges } from './progress.ts';

/** A video counts as watched when this share of its distinct seconds was played. */
export const WATCHED_ENOUGH_PERCENT = 95;

/** A lesson nobody has touched. */
export function freshUnit(lessonId: number): Unit {
  return {
    lessonId,
    status: 'not_started',
    rev: 0,
    completedAt: null,
    positionSeconds: null,
    watched: [],
    reflection: null,
  };
}

/** Percent and points over the lessons a learner can see: 100 only when every one is completed (decisions 23). */
export function courseTotals(
  lessons: readonly { id: number; points: number }[],
  isCompleted: (lessonId: number) => boolean,
): Pick<CourseProgress, 'percentComplete' | 'pointsEarned' | 'totalPoints'> {
  let completed = 0;
  let pointsEarned = 0;
  let totalPoints = 0;
  for (const lesson of lessons) {
    totalPoints += lesson.points;
    if (!isCompleted(lesson.id)) continue;
    completed += 1;
    pointsEarned += lesson.points;
  }
  return { percentComplete: percentOf(completed, lessons.length), pointsEarned, totalPoints };
}

/** The share of completed lessons in whole percent, rounded down: 100 only when every one is completed. */
export function percentOf(completed: number, lessons: number): number {
  return lessons === 0 ? 0 : Math.floor((100 * completed) / lessons);
}

/**
 * The union of two lists of ranges, sorted, touching ranges joined; empty and reversed ranges are dropped. Beyond
 * WATCHED_RANGES_LIMIT the closest neighbours are joined, so that a report never grows past what the wire takes.
 */
export function mergeRanges(a: WatchedRanges, b: WatchedRanges): WatchedRanges {
  const sorted = [...a, ...b].filter(([from, to]) => to > from).sort((x, y) => x[0] - y[0]);
  const merged: WatchedRanges = [];
  for (const [from, to] of sorted) {
    const last = merged.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else merged.push([from, to]);
  }
  while (merged.length > WATCHED_RANGES_LIMIT) joinClosest(merged);
  return merged;
}

function joinClosest(ranges: WatchedRanges): void {
  let at = 1;
  const gap = (index: number) => (ranges[index]?.[0] ?? Number.POSITIVE_INFINITY) - (ranges[index - 1]?.[1] ?? 0);
  for (let index = 2; index < ranges.length; index += 1) if (gap(index) < gap(at)) at = index;
  const [joined] = ranges.splice(at, 1);
  const before = ranges[at - 1];
  if (joined && before) before[1] = joined[1];
}

/** Share of distinct seconds played, 0 to 100, of a video of `durationSeconds`. */
export function watchedPercent(watched: WatchedRanges, durationSeconds: number): number {
  if (!(durationSeconds > 0)) return 0;
  const seconds = mergeRanges(watched, []).reduce(
    (sum, [from, to]) => sum + Math.min(to, durationSeconds) - Math.min(from, durationSeconds),
    0,
  );
  return Math.min(100, (100 * seconds) / durationSeconds);
}
