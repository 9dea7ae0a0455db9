import * as z from 'zod/mini';
import { Course } from './course.ts';
import type { Lesson } from './lesson.ts';

const LESSONS_SHOWN = 3;

/**
 * What the landing page shows of the catalog: the first free course with its first three lessons in their order, none
 * while they are not known; `more` are the other free courses by id.
 */
export const Landing = z.object({
  featured: z.nullable(
    z.object({ course: Course, lessons: z.array(z.object({ title: z.string(), durationMinutes: z.int() })) }),
  ),
  more: z.array(Course),
});
export type Landing = z.infer<typeof Landing>;

/** The courses that cost nothing, the first one (decisions 7) at the head. */
export function freeCourses(courses: readonly Course[]): Course[] {
  return courses.filter((course) => course.price === 0).sort((a, b) => a.id - b.id);
}

/** The landing page of a catalog; `lessons` are those of its first free course, in any order. */
export function landingOf(courses: readonly Course[], lessons: readonly Lesson[]): Landing {
  const [course, ...more] = freeCourses(courses);
  if (!course) return { featured: null, more: [] };
  const first = [...lessons]
    .sort((a, b) => a.orderIndex - b.orderIndex)
    .slice(0, LESSONS_SHOWN)
    .map(({ title, durationMinutes }) => ({ title, durationMinutes }));
  return { featured: { course, lessons: first }, more };
}
