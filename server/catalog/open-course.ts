import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Course } from '#sync/contract/course.ts';
import { percentDone } from '#sync/contract/fields.ts';
import { boolean, type Db, number, pick } from '../db/client.ts';
import { prepared } from '../db/prepared.ts';
import type { Tables } from '../db/schema.ts';
import { may, type Viewer } from '../permissions.ts';
import { refusalOf } from './ended-access.ts';
import { courseFacts, isVisibleLesson, type Reader, readerOf } from './facts.ts';
import { withCourseWords } from './words.ts';

/** One course as this viewer may see it, with its words in these languages; `course_not_found` otherwise. */
export async function openCourse(
  db: Db,
  viewer: Viewer,
  courseId: number,
  languages: readonly string[] = [],
): Promise<Course> {
  const [row] = await findCourse(db, { ...readerOf(viewer), courseId });
  if (!row || !may(viewer, 'see_course', row.facts))
    throw await refusalOf(db, { viewer, courseId }, 'course_not_found');
  const course = toCourse(row.row, row.figures);
  const [own] = await withOwnProgress(db, viewer, await withCourseWords(db, [course], languages));
  return own ?? course;
}

/** The courses with these ids, by id, with the viewer's own progress. The caller has checked access. */
export async function readCourses(
  db: Db,
  viewer: Viewer,
  ids: number[],
  languages: readonly string[] = [],
): Promise<Course[]> {
  const found: Course[] = [];
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    const some = ids.slice(at, at + AT_ONCE);
    const rows = await findCourses(db, Object.fromEntries(PLACES.map((place, n) => [place, some[n] ?? null])));
    const courses = rows.map(({ row, figures }) => toCourse(row, figures));
    found.push(...(await withCourseWords(db, courses, languages)));
  }
  return withOwnProgress(db, viewer, found);
}

/** A prepared query has a fixed number of places; unused ones hold null, which is no course's id. */
const AT_ONCE = 100;
const PLACES = Array.from({ length: AT_ONCE }, (_, n) => `id${n}`);

const findCourses = prepared<Record<string, number | null>>()(({ queries, tables }) => {
  const { courses, courseFigures, organizations } = tables;
  return (
    queries
      .select({ row: courses, figures: figures(tables) })
      .from(courses)
      // Joined for the names: in a query of one table drizzle writes `id`, which a subquery misreads.
      .leftJoin(organizations, eq(organizations.id, courses.organizationId))
      .leftJoin(courseFigures, eq(courseFigures.courseId, courses.id))
      .where(
        inArray(
          courses.id,
          PLACES.map((place) => sql.placeholder(place)),
        ),
      )
      .orderBy(courses.id)
  );
});

/** What decides about access to one course, and whether the viewer is enrolled; no row when there is no such course. */
export const findCourseFacts = prepared<Reader & { courseId: number }>()(({ queries, tables }) => {
  const { courses, organizations, courseProgress } = tables;
  return queries
    .select({
      facts: courseFacts(tables),
      isEnrolled: boolean(sql`${courseProgress.userId} is not null`),
      completedAt: courseProgress.completedAt,
      round: number(sql`coalesce(${courseProgress.round}, 1)`),
    })
    .from(courses)
    .leftJoin(organizations, eq(organizations.id, courses.organizationId))
    .leftJoin(
      courseProgress,
      and(eq(courseProgress.courseId, courses.id), eq(courseProgress.userId, sql.placeholder('userId'))),
    )
    .where(and(eq(courses.id, sql.placeholder('courseId')), isNull(courses.deletedAt)));
});

const findCourse = prepared<Reader & { courseId: number }>()(({ queries, tables }) => {
  const { courses, courseFigures, organizations } = tables;
  return queries
    .select({ row: courses, facts: courseFacts(tables), figures: figures(tables) })
    .from(courses)
    .leftJoin(organizations, eq(organizations.id, courses.organizationId))
    .leftJoin(courseFigures, eq(courseFigures.courseId, courses.id))
    .where(and(eq(courses.id, sql.placeholder('courseId')), isNull(courses.deletedAt)));
});

type Figures = Record<'starsSum' | 'reviewCount' | 'enrollmentCount' | 'lessonCount', number>;

/**
 * What is computed from other rows (P-5). Sums of whole numbers, so that both engines give the same rating. A course of many
 * has been counted (course-figures.ts), any other one is counted now.
 */
function figures(tables: Tables) {
  const { courses, courseFigures, lessons, courseRatings, courseProgress } = tables;
  const { starsSum, reviews, enrolled } = courseFigures;
  const ofCourse = sql`${courseRatings.courseId} = ${courses.id}`;
  return {
    starsSum: number(
      sql`coalesce(${starsSum}, (select sum(${courseRatings.stars}) from ${courseRatings} where ${ofCourse}), 0)`,
    ),
    reviewCount: number(sql`coalesce(${reviews}, (select count(*) from ${courseRatings} where ${ofCourse}))`),
    enrollmentCount: number(sql`coalesce(${enrolled}, (select count(*) from ${courseProgress}
      where ${courseProgress.courseId} = ${courses.id}))`),
    lessonCount: number(sql`(select count(*) from ${lessons}
      where ${lessons.courseId} = ${courses.id} and ${isVisibleLesson(tables)})`),
  };
}

function toCourse(row: Tables['courses']['$inferSelect'], figures: Figures): Course {
  const { starsSum, reviewCount, enrollmentCount, lessonCount } = figures;
  return {
    ...pick(row, 'id', 'title', 'description', 'category', 'level', 'language', 'objectives', 'prerequisites'),
    ...pick(row, 'instructorName', 'instructorAvatar', 'thumbnail', 'visibility', 'isPublished', 'validMonths'),
    duration: row.durationMinutes,
    price: row.priceCents,
    rating: reviewCount === 0 ? 0 : Math.round((10 * starsSum) / reviewCount) / 10,
    reviewCount,
    enrollmentCount,
    lessonCount,
    ...(row.archivedAt && { isArchived: true }),
  };
}

/**
 * Adds the viewer's own percent, last activity, due date, end of the certificate and rating. The percent is counted at the moment of reading, so that a
 * lesson added later lowers it without rewriting every learner's row.
 */
async function withOwnProgress(db: Db, viewer: Viewer, courses: Course[]): Promise<Course[]> {
  if (!viewer || courses.length === 0) return courses;
  const person = { userId: viewer.id };
  const [counted, records] = await Promise.all([countCompleted(db, person), findOwnRecords(db, person)]);
  const completed = new Map(counted.map((row) => [row.courseId, row.completed]));
  const own = new Map(records.map((row) => [row.courseId, row]));
  return courses.map((course) => {
    const { lastActivityAt, dueOn, completedAt, certificateEnds, stars } = own.get(course.id) ?? {};
    return {
      ...course,
      percentComplete: percentDone(completed.get(course.id) ?? 0, course.lessonCount),
      ...(lastActivityAt && { lastActivityAt: lastActivityAt.toISOString() }),
      ...(dueOn && !completedAt && { dueOn }),
      ...(certificateEnds && course.isPublished && !course.isArchived && { certificateEnds }),
      ...(stars && { ownStars: stars }),
    };
  });
}

/** Whoever rated a course is enrolled in it, so one read of the person's enrollments finds both. */
const findOwnRecords = prepared<{ userId: string }>()(({ queries, tables }) => {
  const { courseProgress, courseRatings, certificates } = tables;
  return queries
    .select({
      ...pick(courseProgress, 'courseId', 'lastActivityAt', 'dueOn', 'completedAt'),
      certificateEnds: sql<string | null>`(select max(${certificates.validUntil}) from ${certificates}
        where ${certificates.userId} = ${courseProgress.userId} and ${certificates.courseId} = ${courseProgress.courseId}
        and ${certificates.round} = ${courseProgress.round} and ${certificates.revokedAt} is null)`,
      stars: courseRatings.stars,
    })
    .from(courseProgress)
    .leftJoin(
      courseRatings,
      and(eq(courseRatings.userId, courseProgress.userId), eq(courseRatings.courseId, courseProgress.courseId)),
    )
    .where(eq(courseProgress.userId, sql.placeholder('userId')));
});

const countCompleted = prepared<{ userId: string }>()(({ queries, tables }) => {
  const { courses, lessons, unitProgress } = tables;
  return queries
    .select({ courseId: lessons.courseId, completed: number(sql`count(*)`) })
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
