// The part of the catalog that the landing page shows.
import type { Course } from '#sync/contract/course.ts';
import type { Lesson } from '#sync/contract/lesson.ts';
import type { Engine, PullOutcome } from '#sync/engine.ts';
import { readCatalog, readCourse } from '#sync/store/reads.ts';
import { useEngine } from '../../device/active-user.tsx';
import { useLiveQuery } from '../../device/live-query.ts';
import { usePull } from '../../device/use-pull.ts';

const LESSONS_SHOWN = 3;

/** The first free course with its first three lessons, none while they are not known; `more` are the other free courses. */
export interface Landing {
  featured: { course: Course; lessons: Pick<Lesson, 'title' | 'durationMinutes'>[] } | null;
  more: Course[];
}

/** The free courses by id; the first one is featured (P-7). */
export function freeCourses(courses: readonly Course[]): Course[] {
  return courses.filter((course) => course.price === 0).sort((a, b) => a.id - b.id);
}

/** The landing page of a catalog; `lessons` are those of its first free course, in any order. */
export function landingOf(courses: readonly Course[], lessons: readonly Lesson[]): Landing {
  const [course, ...more] = freeCourses(courses);
  if (!course) return { featured: null, more: [] };
  const first = [...lessons].sort((a, b) => a.orderIndex - b.orderIndex).slice(0, LESSONS_SHOWN);
  return { featured: { course, lessons: first }, more };
}

/** The landing page from this device; undefined while it has no course. */
async function readLanding({ replica }: Engine): Promise<Landing | undefined> {
  const courses = await readCatalog(replica);
  if (courses.length === 0) return undefined;
  const [first] = freeCourses(courses);
  const state = first && (await readCourse(replica, first.id));
  return landingOf(courses, state?.lessons.map(({ lesson }) => lesson) ?? []);
}

/** Refreshes the device's copy: the catalog, and the lessons of the featured course. */
async function pullLanding(engine: Engine): Promise<PullOutcome> {
  const outcome = await engine.pullCatalog();
  const [first] = freeCourses(await readCatalog(engine.replica));
  if (outcome.kind === 'fresh' && first) return engine.pullCourse(first.id);
  return outcome;
}

/** `landing` is undefined while no course is known; `outcome` is how the last refresh ended, undefined while it runs. */
export function useLanding(): { landing: Landing | undefined; outcome: PullOutcome | undefined; again: () => void } {
  const engine = useEngine();
  const stored = useLiveQuery(() => readLanding(engine), [engine]);
  const pulled = usePull(() => pullLanding(engine), [engine]);
  return { landing: stored ?? (pulled.outcome?.kind === 'fresh' ? landingOf([], []) : undefined), ...pulled };
}
