import * as z from 'zod/mini';
import { foldText, Id, PAGE_FIELDS } from './fields.ts';
import { CourseWords, inLanguages } from './words.ts';

export const LEVELS = ['beginner', 'intermediate', 'advanced'] as const;
export const VISIBILITIES = ['public', 'organization', 'private'] as const;
/**
 * A course in the catalog and on the course page. `duration` is in whole minutes, `price` in whole cents, `rating` 0 to
 * 5 with one decimal. The server computes `rating`, `reviewCount`, `enrollmentCount` and `lessonCount`.
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
  /** True for an archived course, which only people enrolled in it still have; absent otherwise. */
  isArchived: z.optional(z.boolean()),
  objectives: z.array(z.string()),
  prerequisites: z.array(z.string()),
  /** For how many months its certificates are valid; null for good, absent in what an older server sent. */
  validMonths: z.optional(z.nullable(z.int())),
  /** The languages that a translation is published in, by their tags; absent without any. */
  languages: z.optional(z.array(z.string())),
  /** In those of them that the request asked for. */
  words: inLanguages(CourseWords),
  /** The signed-in person's progress, 0 to 100; only in authenticated responses (P-23). */
  percentComplete: z.optional(z.int()),
  /**
   * When the signed-in person was last active in the course, by the server's clock (ISO 8601); only in authenticated
   * responses.
   */
  lastActivityAt: z.optional(z.string()),
  /** The last day for the signed-in person to complete the course, such as '2026-12-03'; absent once they have. */
  dueOn: z.optional(z.string()),
  /** The last day of the signed-in person's certificate, once the course can be renewed; absent for one without an end. */
  certificateEnds: z.optional(z.string()),
  /** The signed-in person's own rating, 1 to 5; only in authenticated responses, once they have rated. */
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

/** The day until which the person has to complete the course; undefined once they have, sent or not. */
export const dueDayOf = ({ dueOn, percentComplete }: Pick<Course, 'dueOn' | 'percentComplete'>) =>
  percentComplete === 100 ? undefined : dueOn;

/** Orders courses by their due dates; those that are not due come last. */
export function compareDue(a: Pick<Course, 'dueOn' | 'percentComplete'>, b: Pick<Course, 'dueOn' | 'percentComplete'>) {
  const [first, second] = [dueDayOf(a) ?? '~', dueDayOf(b) ?? '~'];
  return first === second ? 0 : first < second ? -1 : 1;
}

const PREFERRED = 4;

type Offered = Pick<Course, 'id'> & Partial<Pick<Course, 'title' | 'prerequisites' | 'percentComplete'>>;

const isOpen = ({ percentComplete = 0 }: Offered) => percentComplete < 100;

/** Whether what one has to know before names another of these courses that is not completed. */
function comesLater({ id, prerequisites = [] }: Offered, courses: readonly Offered[]): boolean {
  const needs = prerequisites.map(foldText);
  const isNeeded = ({ title }: Offered) => title && needs.some((need) => need.includes(foldText(title)));
  return courses.some((other) => other.id !== id && isOpen(other) && isNeeded(other));
}

/**
 * The course that is offered first: course 4 if the user has it, else their first course by id (P-7), of those that are not completed and
 * ask for no other course before them, if there are any.
 */
export function featuredOf<C extends Offered>(courses: readonly C[]): C | undefined {
  const next = courses.filter((course) => isOpen(course) && !comesLater(course, courses));
  const offered = next.length > 0 ? next : courses;
  return offered.find((course) => course.id === PREFERRED) ?? offered.toSorted((a, b) => a.id - b.id)[0];
}

type Searched = Pick<Course, 'title' | 'description' | 'instructorName' | 'category' | 'level'>;

/** True when every word of `search` occurs in title, description or instructor, in any order, and the filters match. */
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

export const MOST_STARS = 5;

/** Body of POST /api/courses/{id}/rating: 1 to 5 whole stars, from a person who has completed the course. */
export const CourseRating = z.object({ stars: z.int().check(z.gte(1), z.lte(MOST_STARS)) });
export type CourseRating = z.infer<typeof CourseRating>;

/** Response to a rating; `changed` is false when the person had given the same number of stars before. */
export const RatingAnswer = z.object({ stars: z.int(), changed: z.boolean(), dataEpoch: z.string() });
