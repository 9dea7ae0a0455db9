import * as z from 'zod/mini';
import { LEVELS, VISIBILITIES } from './course.ts';
import { Count, requiredText, wholeNumber } from './fields.ts';
import { requiredName } from './name.ts';

// A course as its author writes it: the bodies of the dialogs, with the rules that both sides check.

export const TITLE_LIMIT = 200;
export const DESCRIPTION_LIMIT = 5_000;
export const INSTRUCTOR_NAME_LIMIT = 100;
/** The most objectives or prerequisites of a course, and the longest text of one. */
export const LIST_LIMIT = 50;
export const LIST_ITEM_LIMIT = 300;
const FILL_IN = 'Please fill in all required fields.';

const text = (limit: number, label: string) =>
  requiredText(FILL_IN, limit, `${label} may have at most ${limit} characters.`);

const name = (limit: number, label: string) =>
  requiredName(FILL_IN, limit, `${label} may have at most ${limit} characters.`);

const Items = z
  .array(z.string().check(z.trim(), z.minLength(1), z.maxLength(LIST_ITEM_LIMIT)))
  .check(z.maxLength(LIST_LIMIT));
/** Ten years. */
export const VALID_MONTHS_LIMIT = 120;
const MONTHS_RULE = `Certificates are valid for a whole number of months from 1 to ${VALID_MONTHS_LIMIT}.`;
export const ValidMonths = wholeNumber(MONTHS_RULE, 1, VALID_MONTHS_LIMIT);
/** In minutes. */
const LONGEST = 100_000;
const TOO_LONG = 'Duration may be at most 100,000 minutes.';
const NEGATIVE = 'Duration must be 0 or greater';
const Picture = z.nullable(
  z
    .string()
    .check(z.maxLength(2000), z.regex(/^(https?:\/\/|\/media\/)/, 'The picture must be an http or https address.')),
);

const fields = {
  title: name(TITLE_LIMIT, 'The title'),
  description: text(DESCRIPTION_LIMIT, 'The description'),
  category: text(100, 'The category').check(z.toLowerCase()),
  level: z.enum(LEVELS, FILL_IN),
  language: z.string().check(z.trim(), z.minLength(1, FILL_IN), z.maxLength(50)),
  instructorName: name(INSTRUCTOR_NAME_LIMIT, 'The instructor name'),
};

const optional = {
  visibility: z.optional(z.enum(VISIBILITIES)),
  isPublished: z.optional(z.boolean()),
  /** Whole cents (P-2). */
  price: z.optional(
    z
      .int('The price must be a number.')
      .check(z.gte(0, 'The price cannot be negative.'), z.lte(100_000_000, 'The price is too high.')),
  ),
  thumbnail: z.optional(Picture),
  instructorAvatar: z.optional(Picture),
  organizationId: z.optional(z.nullable(z.uuid())),
  objectives: z.optional(Items),
  prerequisites: z.optional(Items),
  /** For how many months a certificate is valid; null for good. Those that were issued keep their end. */
  validMonths: z.optional(z.nullable(ValidMonths)),
};

/**
 * Body of POST /api/admin/courses. Duration is in minutes. An organization admin's course always belongs to their
 * organization.
 */
export const NewCourse = z.object({
  ...fields,
  language: z._default(fields.language, 'English'),
  level: z._default(fields.level, 'beginner'),
  category: z._default(fields.category, 'technology'),
  duration: z.optional(z.int(NEGATIVE).check(z.gte(0, NEGATIVE), z.lte(LONGEST, TOO_LONG))),
  ...optional,
});
export type NewCourse = z.infer<typeof NewCourse>;

/** Body of POST /api/courses, from the creation screen: the same with a duration above 0. */
export const WrittenCourse = z.object({
  ...fields,
  language: z._default(fields.language, 'English'),
  duration: z
    .int('Duration must be greater than 0')
    .check(z.gt(0, 'Duration must be greater than 0'), z.lte(LONGEST, TOO_LONG)),
  ...optional,
});

/**
 * Body of PUT /api/admin/courses/{id}; absent fields stay. A `seenRev` that is not current is refused with 409
 * `course_changed`, and publishing a course with an empty quiz with 422 `quiz_without_questions`.
 */
export const CourseChange = z.object({
  ...z.partial(z.object(fields)).shape,
  duration: z.optional(z.int(NEGATIVE).check(z.gte(0, NEGATIVE), z.lte(LONGEST, TOO_LONG))),
  ...optional,
  /** Hides the course from all who are not enrolled (decision 128). */
  isArchived: z.optional(z.boolean()),
  seenRev: z.optional(Count),
});
export type CourseChange = z.infer<typeof CourseChange>;
