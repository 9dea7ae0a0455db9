import * as z from 'zod/mini';
import { Certificate } from './certificate.ts';
import { Id } from './course.ts';
import { LESSON_STATUSES, REFLECTION_LIMIT, SECONDS_LIMIT, storableText, WATCHED_RANGES_LIMIT } from './limits.ts';

// How far a person has come: the unit (one lesson of one person), the course, and the changes both sides speak of.

export * from './progress-rules.ts';
export { LESSON_STATUSES, REFLECTION_LIMIT, WATCHED_RANGES_LIMIT };

export const LessonStatus = z.enum(LESSON_STATUSES);
export type LessonStatus = z.infer<typeof LessonStatus>;

const Seconds = z.number().check(z.gte(0), z.lte(SECONDS_LIMIT));

/** Played seconds as [from, to] pairs, in any order. */
export const WatchedRanges = z.array(z.tuple([Seconds, Seconds])).check(z.maxLength(WATCHED_RANGES_LIMIT));
export type WatchedRanges = [number, number][];

/**
 * The server's word on one lesson of one person. `rev` grows by one with every change, so the larger rev is the newer;
 * only a reflection on a completed lesson leaves it as it is (Y11).
 */
export const Unit = z.object({
  lessonId: Id,
  status: LessonStatus,
  rev: z.int(),
  completedAt: z.nullable(z.string()),
  positionSeconds: z.nullable(z.number()),
  watched: WatchedRanges,
  reflection: z.nullable(z.string()),
  /** When the server last changed it, by the server's clock (ISO 8601): for display and order on a screen alone. */
  updatedAt: z.optional(z.string()),
});
export type Unit = z.infer<typeof Unit>;

const Reflection = z.string().check(z.maxLength(REFLECTION_LIMIT), z.overwrite(storableText));

/**
 * Body of POST /api/progress/unit. On the wire `not_started` always means Reset; `seenRev` is the rev that was on
 * screen when the person asked for it (Y11, Y12).
 */
export const UnitChange = z.object({
  lessonId: Id,
  status: LessonStatus,
  seenRev: z.optional(z.int().check(z.gte(0))),
  positionSeconds: z.optional(Seconds),
  watched: z.optional(WatchedRanges),
  reflection: z.optional(Reflection),
});
export type UnitChange = z.infer<typeof UnitChange>;

/** Answer to a unit change (200), and part of the 409 `already_completed` refusal. */
export const UnitAnswer = z.object({
  unit: Unit,
  /** False when the server's row did not move. */
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

/** Answer of GET /api/progress/enhanced/{courseId}. */
export const EnhancedProgress = z.object({
  courseProgress: CourseProgress,
  unitProgress: z.array(Unit),
  /** The proof of this course's completion (decisions 25); null before it. */
  certificate: z.optional(z.nullable(Certificate)),
  dataEpoch: z.string(),
});
export type EnhancedProgress = z.infer<typeof EnhancedProgress>;

/** Answer of POST /api/courses/{id}/enroll. */
export const EnrollAnswer = z.object({ enrolled: z.literal(true), changed: z.boolean(), dataEpoch: z.string() });
export type EnrollAnswer = z.infer<typeof EnrollAnswer>;
