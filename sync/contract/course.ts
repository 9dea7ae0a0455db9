import * as z from 'zod/mini';
import { LEVELS, VISIBILITIES } from './course-rules.ts';
import { MAX_ID } from './limits.ts';

export * from './course-rules.ts';
export { MAX_ID };

/** The id of a course, lesson or question: a positive whole number. */
export const Id = z.int().check(z.positive(), z.lte(MAX_ID));

/**
 * A course as the catalog and the course page show it. `duration` is in whole minutes, `price` in whole cents,
 * `rating` 0 to 5, to one decimal. `rating`, `reviewCount`, `enrollmentCount` and `lessonCount` are computed by the server.
 */
export const Course = z.object({
  id: Id,
  title: z.string(),
  description: z.string(),
  category: z.string(),
  level: z.enum(LEVELS),
  language: z.string(),
  duration: z.int(),
  price: z.int(),
  rating: z.number(),
  reviewCount: z.int(),
  enrollmentCount: z.int(),
  lessonCount: z.int(),
  instructorName: z.string(),
  instructorAvatar: z.nullable(z.string()),
  thumbnail: z.nullable(z.string()),
  visibility: z.enum(VISIBILITIES),
  isPublished: z.boolean(),
  objectives: z.array(z.string()),
  prerequisites: z.array(z.string()),
  /** The asking person's progress, 0 to 100; only in answers to a bearer (decisions 23). */
  percentComplete: z.optional(z.int()),
  /** When the asking person last moved in the course, by the server's clock (ISO 8601); only for a bearer. */
  lastActivityAt: z.optional(z.string()),
  /** The asking person's own rating, 1 to 5; only for a bearer who has given one. */
  ownStars: z.optional(z.int()),
});
export type Course = z.infer<typeof Course>;

export const CourseList = z.object({ courses: z.array(Course), nextCursor: z.nullable(z.string()) });
export type CourseList = z.infer<typeof CourseList>;

/** Query of the course lists; 'all' and an empty value mean no filter. */
export const CourseFilter = z.object({
  category: z.optional(z.string().check(z.maxLength(100))),
  level: z.optional(z.string().check(z.maxLength(100))),
  search: z.optional(z.string().check(z.maxLength(200))),
  cursor: z.optional(z.string().check(z.maxLength(200))),
  limit: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(500))),
});
export type CourseFilter = z.infer<typeof CourseFilter>;
