import * as z from 'zod/mini';

export const LEVELS = ['beginner', 'intermediate', 'advanced'] as const;
export const VISIBILITIES = ['public', 'organization', 'private'] as const;
/** Largest id that both databases hold; ids in an address or a body are checked against it. */
export const MAX_ID = 2_147_483_647;

/** The id of a course, lesson or question: a positive whole number. */
export const Id = z.int().check(z.positive(), z.lte(MAX_ID));

/** How many there are of something. */
export const Count = z.int().check(z.nonnegative());

/** A text that must be there, at most `limit` characters after its outer spaces are taken off. */
export const requiredText = (missing: string, limit: number, tooLong: string) =>
  z.string(missing).check(z.trim(), z.minLength(1, { error: missing, abort: true }), z.maxLength(limit, tooLong));

/** A whole number from `least` to `most`, with one sentence for whatever is none. */
export const wholeNumber = (sentence: string, least: number, most: number) =>
  z.int(sentence).check(z.gte(least, sentence), z.lte(most, sentence));

/** What every query of a list may hold: pages of at most 500 rows, the next one by the cursor of the last. */
export const PAGE_FIELDS = {
  cursor: z.optional(z.string().check(z.maxLength(200))),
  limit: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(500))),
};

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
  ...PAGE_FIELDS,
});
export type CourseFilter = z.infer<typeof CourseFilter>;

/** Case and accents do not matter in a search: 'Révision' and 'revision' fold to the same text. */
export function foldText(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

/** What a search and the filters look at. */
type Searched = Pick<Course, 'title' | 'description' | 'instructorName' | 'category' | 'level'>;

/** True when every word of `search` occurs in title, description or instructor, in any order; and the filters agree. */
export function matchesFilter(course: Searched, filter: Pick<CourseFilter, 'category' | 'level' | 'search'>): boolean {
  const wanted = (value: string | undefined) => (!value || value === 'all' ? undefined : value);
  const category = wanted(filter.category);
  if (category && course.category !== category) return false;
  const level = wanted(filter.level);
  if (level && course.level !== level) return false;
  const text = foldText(`${course.title} ${course.description} ${course.instructorName}`);
  return foldText(filter.search ?? '')
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/** '1h 35m', '2h' or '35m' from whole minutes. */
export function courseDurationLabel(minutes: number): string {
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  if (hours === 0) return `${rest}m`;
  return rest === 0 ? `${hours}h` : `${hours}h ${rest}m`;
}

export const MOST_STARS = 5;

/** Body of POST /api/courses/{id}/rating: whole stars, 1 to 5, of a person who has completed the course. */
export const CourseRating = z.object({ stars: z.int().check(z.gte(1), z.lte(MOST_STARS)) });
export type CourseRating = z.infer<typeof CourseRating>;

/** Answer to a rating; `changed` is false when the person had given as many stars before. */
export const RatingAnswer = z.object({ stars: z.int(), changed: z.boolean(), dataEpoch: z.string() });
export type RatingAnswer = z.infer<typeof RatingAnswer>;
