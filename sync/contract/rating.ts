import * as z from 'zod/mini';

export const MOST_STARS = 5;

/** Body of POST /api/courses/{id}/rating: whole stars, 1 to 5, of a person who has completed the course. */
export const CourseRating = z.object({ stars: z.int().check(z.gte(1), z.lte(MOST_STARS)) });
export type CourseRating = z.infer<typeof CourseRating>;

/** Answer to a rating; `changed` is false when the person had given as many stars before. */
export const RatingAnswer = z.object({ stars: z.int(), changed: z.boolean(), dataEpoch: z.string() });
export type RatingAnswer = z.infer<typeof RatingAnswer>;
