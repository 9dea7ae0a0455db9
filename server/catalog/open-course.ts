import { eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Course } from '#sync/contract/course.ts';
import { percentOf } from '#sync/contract/progress.ts';
import { Refusal } from '#sync/contract/refusal.ts';
import type { Db, Queries } from '../db/client.ts';
import type { Tables } from '../db/schema.ts';
import { type Asking, type CourseFacts, may } from '../permissions.ts';
import { courseFacts, isVisibleLesson, readerOf } from './facts.ts';

/** One course as this person may see it; `course_not_found` when there is none for them. */
export async function openCourse(db: Db, asking: Asking, courseId: number): Promise<Course> {
  const [row] = await courseRows(db, asking, eq(db.tables.courses.id, courseId));
  if (!row || !may(asking, 'see_course', row.facts)) throw new Refusal('course_not_found');
  const [course] = await withPercent(db, asking, [row.course]);
  return course ?? row.course;
}

/** The courses with these ids, in the order of the ids, with the person's percent. The caller has judged access. */
export async function readCourses(db: Db, asking: Asking, ids: number[]): Promise<Course[]> {
  if (ids.length === 0) return [];
  const rows = await courseRows(db, asking, inArray(db.tables.courses.id, ids));
  return withPercent(
    db,
    asking,
    rows.map((row) => row.course),
  );
}

/** What decides about one course; undefined when there is none. */
export function courseFactsOf(db: Db, queries: Queries, about: { asking: Asking; courseId: number }) {
  const { courses, organizations } = db.tables;
  return queries
    .select(courseFacts(db.tables, readerOf(about.asking)))
    .from(courses)
    .leftJoin(organizations, eq(organizations.id, courses.organizationId))
    .where(eq(courses.id, about.courseId));
}

async function courseRows(db: Db, asking: Asking, which: SQL): Promise<{ course: Course; facts: CourseFacts }[]> {
  const { courses, organizations } = db.tables;
  const rows = await db
    .select({ row: courses, facts: courseFacts(db.tables, readerOf(asking)), figures: figures(db.tables) })
    .from(courses)
    .leftJoin(organizations, eq(organizations.id, courses.organizationId))
    .where(which)
    .orderBy(courses.id);
  return rows.map(({ row, facts, figures }) => ({ course: courseOnTheWire(row, figures), facts }));
}

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
    rating: reviewCount === 0 ? 0 : Math.round((100 * starsSum) / reviewCount) / 100,
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

/** Counted at the moment of asking, so that a lesson added later lowers it without a rewrite of every learner's row. */
async function withPercent(db: Db, asking: Asking, courses: Course[]): Promise<Course[]> {
  if (!asking || courses.length === 0) return courses;
  const { lessons, unitProgress } = db.tables;
  const table = db.tables.courses;
  const rows = await db
    .select({ courseId: unitProgress.courseId, completed: sql<number>`count(*)`.mapWith(Number) })
    .from(unitProgress)
    .innerJoin(lessons, eq(lessons.id, unitProgress.lessonId))
    .innerJoin(table, eq(table.id, lessons.courseId))
    .where(
      sql`${eq(unitProgress.userId, asking.id)} and ${unitProgress.status} = 'completed'
        and ${isVisibleLesson(db.tables)}`,
    )
    .groupBy(unitProgress.courseId);
  const completed = new Map(rows.map((row) => [row.courseId, row.completed]));
  return courses.map((course) => ({
    ...course,
    percentComplete: percentOf(completed.get(course.id) ?? 0, course.lessonCount),
  }));
}
