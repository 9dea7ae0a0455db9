import * as z from 'zod/mini';
import { Certificate } from './certificate.ts';
import { Id, MAX_ID, percentDone } from './fields.ts';
import { QuizReview } from './quiz-review.ts';

// A learner's progress: the unit (one lesson of one person), the course, and the changes that both sides apply.

export const LESSON_STATUSES = ['not_started', 'in_progress', 'completed'] as const;
/** The longest reflection of a capstone, in characters. */
export const REFLECTION_LIMIT = 20_000;
/** The most watched ranges in one report; the player merges touching ones first. */
export const WATCHED_RANGES_LIMIT = 500;
/** The largest position in a video, in seconds. */
const SECONDS_LIMIT = 1_000_000;

export const LessonStatus = z.enum(LESSON_STATUSES);
export type LessonStatus = z.infer<typeof LessonStatus>;

const Seconds = z.number().check(z.gte(0), z.lte(SECONDS_LIMIT));

/** A round of a course: 1, and one more with every renewal (Y31). */
export const Round = z.int().check(z.gte(1), z.lte(MAX_ID));

/** Played seconds as [from, to] pairs, in any order. */
export const WatchedRanges = z.array(z.tuple([Seconds, Seconds])).check(z.maxLength(WATCHED_RANGES_LIMIT));
export type WatchedRanges = [number, number][];

/**
 * The server's state of one lesson of one person. `rev` grows by one with every change, so the larger is the newer;
 * only a reflection on a completed lesson leaves it unchanged (Y11b).
 */
export const Unit = z.object({
  lessonId: Id,
  status: LessonStatus,
  rev: z.int(),
  completedAt: z.nullable(z.string()),
  positionSeconds: z.nullable(z.number()),
  watched: WatchedRanges,
  reflection: z.nullable(z.string()),
  /** The round of its course that it belongs to; absent in the first. */
  round: z.optional(Round),
  /** When the server last changed it, by the server's clock (ISO 8601); only for display and ordering on screens. */
  updatedAt: z.optional(z.string()),
});
export type Unit = z.infer<typeof Unit>;

/** No server stores a NUL or half a surrogate pair, so a pasted one must not block the person's work (Y7a). */
const storableText = (text: string) => text.replaceAll('\0', '').toWellFormed();

const Reflection = z.string().check(z.maxLength(REFLECTION_LIMIT), z.overwrite(storableText));

/**
 * Body of POST /api/progress/unit. On the wire `not_started` always means Reset; `seenRev` is the rev on screen when
 * the person reset the lesson (Y11a, Y12).
 */
export const UnitChange = z.object({
  lessonId: Id,
  status: LessonStatus,
  seenRev: z.optional(z.int().check(z.gte(0))),
  positionSeconds: z.optional(Seconds),
  watched: z.optional(WatchedRanges),
  reflection: z.optional(Reflection),
  /** The round in which the person did it; absent when the device did not know (Y31a). */
  round: z.optional(Round),
});
export type UnitChange = z.infer<typeof UnitChange>;

/** Response to a unit change (200), and part of the 409 `already_completed` refusal. */
export const UnitAnswer = z.object({
  unit: Unit,
  /** False when the server's row did not change. */
  changed: z.boolean(),
  /** True when a Reset met a completion that its author had not seen. */
  superseded: z.optional(z.boolean()),
  dataEpoch: z.string(),
});
export type UnitAnswer = z.infer<typeof UnitAnswer>;

export const CourseProgress = z.object({
  percentComplete: z.int(),
  pointsEarned: z.int(),
  totalPoints: z.int(),
  completedAt: z.nullable(z.string()),
});
export type CourseProgress = z.infer<typeof CourseProgress>;

/** An attempt at a quiz whose grade has risen since it was submitted by this operation. */
export const RegradedAttempt = z.object({
  opId: z.string(),
  score: z.int(),
  passed: z.boolean(),
  review: z.array(QuizReview),
});
export type RegradedAttempt = z.infer<typeof RegradedAttempt>;

/** Response of GET /api/progress/enhanced/{courseId}. */
export const EnhancedProgress = z.object({
  courseProgress: CourseProgress,
  unitProgress: z.array(Unit),
  /** The certificate of the completed course (P-25); null before. */
  certificate: z.nullable(Certificate),
  /** The present round; later ones name a unit for every lesson. */
  round: Round,
  /** The person's own last attempts that were graded again (Y13c). */
  regraded: z.optional(z.array(RegradedAttempt)),
  dataEpoch: z.string(),
});
export type EnhancedProgress = z.infer<typeof EnhancedProgress>;

/** Response of POST /api/courses/{id}/enroll. */
export const EnrollAnswer = z.object({ enrolled: z.literal(true), changed: z.boolean(), dataEpoch: z.string() });

/** A video counts as watched when this percentage of its distinct seconds was played. */
export const WATCHED_ENOUGH_PERCENT = 95;

export function freshUnit(lessonId: number, round = 1): Unit {
  return {
    lessonId,
    status: 'not_started',
    rev: 0,
    completedAt: null,
    positionSeconds: null,
    watched: [],
    reflection: null,
    ...(round > 1 && { round }),
  };
}

/** Percentage and points over the lessons that a learner can see; 100 only when all are completed (P-23). */
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
  return { percentComplete: percentDone(completed, lessons.length), pointsEarned, totalPoints };
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
 * The union of two lists of played ranges, sorted. Beyond WATCHED_RANGES_LIMIT the shortest are dropped, because a
 * person misses those least, and a gap must never count (Y12a).
 */
export function mergeRanges(a: WatchedRanges, b: WatchedRanges): WatchedRanges {
  const union = unionOf([...a, ...b]);
  if (union.length <= WATCHED_RANGES_LIMIT) return union;
  const longest = union.sort((x, y) => y[1] - y[0] - (x[1] - x[0])).slice(0, WATCHED_RANGES_LIMIT);
  return longest.sort((x, y) => x[0] - y[0]);
}

/** The percentage of distinct seconds played, 0 to 100, of a video of `durationSeconds`. */
export function watchedPercent(watched: WatchedRanges, durationSeconds: number): number {
  if (!(durationSeconds > 0)) return 0;
  const seconds = unionOf(watched).reduce(
    (sum, [from, to]) => sum + Math.min(to, durationSeconds) - Math.min(from, durationSeconds),
    0,
  );
  return Math.min(100, (100 * seconds) / durationSeconds);
}

/**
 * Applies a change to a unit: the one rule by which screens show pending work and the server stores it (Y4, Y11).
 * Status only goes up; a Reset starts the lesson over but keeps the reflection; a completed unit accepts only a Reset
 * or another reflection. `at` (ISO 8601) becomes `completedAt`. Returns the same object when nothing changes; never
 * touches `rev`, which belongs to the server.
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

/** True when two units describe the same work, ignoring `rev` and `completedAt`. */
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
