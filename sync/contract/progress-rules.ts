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

/** The distinct seconds of a list of ranges: sorted, touching ranges joined, empty and reversed ones dropped. */
function unionOf(ranges: WatchedRanges): WatchedRanges {
  const union: WatchedRanges = [];
  for (const [from, to] of ranges.filter(([from, to]) => to > from).sort((x, y) => x[0] - y[0])) {
    const last = union.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else union.push([from, to]);
  }
  return union;
}

/**
 * The union of two lists of played ranges, sorted. One report carries WATCHED_RANGES_LIMIT of them: beyond that the
 * shortest are dropped, because a crumb of a second is what a person misses least and a gap must never count (Y12).
 */
export function mergeRanges(a: WatchedRanges, b: WatchedRanges): WatchedRanges {
  const union = unionOf([...a, ...b]);
  if (union.length <= WATCHED_RANGES_LIMIT) return union;
  const longest = union.sort((x, y) => y[1] - y[0] - (x[1] - x[0])).slice(0, WATCHED_RANGES_LIMIT);
  return longest.sort((x, y) => x[0] - y[0]);
}

/** Share of distinct seconds played, 0 to 100, of a video of `durationSeconds`. */
export function watchedPercent(watched: WatchedRanges, durationSeconds: number): number {
  if (!(durationSeconds > 0)) return 0;
  const seconds = unionOf(watched).reduce(
    (sum, [from, to]) => sum + Math.min(to, durationSeconds) - Math.min(from, durationSeconds),
    0,
  );
  return Math.min(100, (100 * seconds) / durationSeconds);
}
