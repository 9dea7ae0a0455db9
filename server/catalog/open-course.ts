import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Course } from '#sync/contract/course.ts';
import { percentOf } from '#sync/contract/progress.ts';
import { Refusal } from '#sync/contract/refusal.ts';
import type { Db } from '../db/client.ts';
import { prepared } from '../db/prepared.ts';
import type { Tables } from '../db/schema.ts';
import { type Asking, may } from '../permissions.ts';
import { courseFacts, isVisibleLesson, type Reader, readerOf } from './facts.ts';

/** One course as this person may see it; `course_not_found` when there is none for them. */
export async function openCourse(db: Db, asking: Asking, courseId: number): Promise<Course> {
  const [row] = await findCourse(db, { ...readerOf(asking), courseId });
  if (!row || !may(asking, 'see_course', row.facts)) throw new Refusal('course_not_found');
  const course = courseOnTheWire(row.row, row.figures);
  const [told] = await withOwnWord(db, asking, [course]);
  return told ?? course;
}

/** The courses with these ids, by id, with the person's percent. The caller has judged access. */
export async function readCourses(db: Db, asking: Asking, ids: number[]): Promise<Course[]> {
  const found: Course[] = [];
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    const some = ids.slice(at, at + AT_ONCE);
    const rows = await findCourses(db, Object.fromEntries(PLACES.map((place, n) => [place, some[n] ?? null])));
    found.push(...rows.map(({ row, figures }) => courseOnTheWire(row, figures)));
  }
  return withOwnWord(db, asking, found);
}

/** A prepared query has a fixed number of places; those left over hold null, which is no course's id. */
const AT_ONCE = 100;
const PLACES = Array.from({ length: AT_ONCE }, (_, n) => `id${n}`);

const findCourses = prepared<Record<string, number | null>>()(({ queries, tables }) => {
  const { courses, organizations } = tables;
  return (
    queries
      .select({ row: courses, figures: figures(tables) })
      .from(courses)
      // Needed for nothing but the names: of a single table drizzle writes `id`, which a subquery takes for its own.
      .leftJoin(organizations, eq(organizations.id, courses.organizationId))
      .where(
        inArray(
          courses.id,
          PLACES.map((place) => sql.placeholder(place)),
        ),
      )
      .orderBy(courses.id)
  );
});

/** What decides about one course, and whether the person is enrolled; no row when there is no such course. */
export const findCourseFacts = prepared<Reader & { courseId: number }>()(({ queries, tables }) => {
  const { courses, organizations, courseProgress } = tables;
  return queries
    .select({
      facts: courseFacts(tables),
      isEnrolled: sql<boolean>`${courseProgress.userId} is not null`.mapWith(Boolean),
      completedAt: courseProgress.completedAt,
    })
    .from(courses)
    .leftJoin(organizations, eq(organizations.id, courses.organizationId))
    .leftJoin(
      courseProgress,
      and(eq(courseProgress.courseId, courses.id), eq(courseProgress.userId, sql.placeholder('userId'))),
    )
    .where(eq(courses.id, sql.placeholder('courseId')));
});

const findCourse = prepared<Reader & { courseId: number }>()(({ queries, tables }) => {
  const { courses, organizations } = tables;
  return queries
    .select({ row: courses, facts: courseFacts(tables), figures: figures(tables) })
    .from(courses)
    .leftJoin(organizations, eq(organizations.id, courses.organizationId))
    .where(eq(courses.id, sql.placeholder('courseId')));
});

interface Figures {
  starsSum: number;
  reviewCount: number;
  enrollmentCount: number;
  lessonCount: number;
}

/** What is computed from other rows (decision 5). Sums are whole numbers, so that both engines give the same rating. */
function figures(tables: Tables) {
  const { courses, lessons, courseRatings, courseProgress } = tables;
  const ofCourse = sql`${courseRatings.courseId} = ${courses.id}`;
  return {
    starsSum:
      sql<number>`(select coalesce(sum(${courseRatings.stars}), 0) from ${courseRatings} where ${ofCourse})`.mapWith(
        Number,
      ),
    reviewCount: sql<number>`(select count(*) from ${courseRatings} where ${ofCourse})`.mapWith(Number),
    enrollmentCount: sql<number>`(select count(*) from ${courseProgress}
      where ${courseProgress.courseId} = ${courses.id})`.mapWith(Number),
    lessonCount: sql<number>`(select count(*) from ${lessons}
      where ${lessons.courseId} = ${courses.id} and ${isVisibleLesson(tables)})`.mapWith(Number),
  };
}

function courseOnTheWire(row: Tables['courses']['$inferSelect'], figures: Figures): Course {
  const { starsSum, reviewCount, enrollmentCount, lessonCount } = figures;
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    category: row.category,
    level: row.level,
    language: row.language,
    duration: row.durationMinutes,
    price: row.priceCents,
    rating: reviewCount === 0 ? 0 : Math.round((10 * starsSum) / reviewCount) / 10,
    reviewCount,
    enrollmentCount,
    lessonCount,
    instructorName: row.instructorName,
    instructorAvatar: row.instructorAvatar,
    thumbnail: row.thumbnail,
    visibility: row.visibility,
    isPublished: row.isPublished,
    objectives: row.objectives,
    prerequisites: row.prerequisites,
  };
}

/**
 * What is the asking person's own: percent, last activity and rating. The percent is counted at the moment of asking,
 * so that a lesson added later lowers it without a rewrite of every learner's row.
 */
async function withOwnWord(db: Db, asking: Asking, courses: Course[]): Promise<Course[]> {
  if (!asking || courses.length === 0) return courses;
  const mine = { userId: asking.id };
  const [counted, records] = await Promise.all([countCompleted(db, mine), findOwnRecords(db, mine)]);
  const completed = new Map(counted.map((row) => [row.courseId, row.completed]));
  const own = new Map(records.map((row) => [row.courseId, row]));
  return courses.map((course) => {
    const { lastActivityAt, stars } = own.get(course.id) ?? {};
    return {
      ...course,
      percentComplete: percentOf(completed.get(course.id) ?? 0, course.lessonCount),
      ...(lastActivityAt && { lastActivityAt: lastActivityAt.toISOString() }),
      ...(stars && { ownStars: stars }),
    };
  });
}

/** Who has rated a course is enrolled in it, so one walk along the person's enrollments finds both. */
const findOwnRecords = prepared<{ userId: string }>()(({ queries, tables: { courseProgress, courseRatings } }) =>
  queries
    .select({
      courseId: courseProgress.courseId,
      lastActivityAt: courseProgress.lastActivityAt,
      stars: courseRatings.stars,
    })
    .from(courseProgress)
    .leftJoin(
      courseRatings,
      and(eq(courseRatings.userId, courseProgress.userId), eq(courseRatings.courseId, courseProgress.courseId)),
    )
    .where(eq(courseProgress.userId, sql.placeholder('userId'))),
);

const countCompleted = prepared<{ userId: string }>()(({ queries, tables }) => {
  const { courses, lessons, unitProgress } = tables;
  return queries
    .select({ courseId: lessons.courseId, completed: sql<number>`count(*)`.mapWith(Number) })
    .from(unitProgress)
    .innerJoin(lessons, eq(lessons.id, unitProgress.lessonId))
    .innerJoin(courses, eq(courses.id, lessons.courseId))
    .where(
      and(
        eq(unitProgress.userId, sql.placeholder('userId')),
        eq(unitProgress.status, 'completed'),
        isVisibleLesson(tables),
      ),
    )
    .groupBy(lessons.courseId);
});
