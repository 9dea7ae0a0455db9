// One course in numbers, and who is behind in it (decisions 6, Z11). An org admin is told of their own people alone.
import { and, asc, eq, gte, type SQL, sql } from 'drizzle-orm';
import type { CourseAnalytics, CourseLearners } from '#sync/contract/analytics.ts';
import { isVisibleLesson } from '../catalog/facts.ts';
import type { Db } from '../db/client.ts';
import type { Tables } from '../db/schema.ts';
import { badCursor, CURSOR_TIME, CURSOR_UUID, cut, DEFAULT_PAGE, type Page } from '../http/pages.ts';
import { summarizeQuizzes } from './quiz-figures.ts';
import { type Scope, within } from './scope.ts';

const LEARNER_CURSOR = new RegExp(`^(\\d{1,3})_${CURSOR_TIME}_${CURSOR_UUID}$`);
const ACTIVE_MS = 30 * 24 * 60 * 60 * 1000;

interface Asked extends Scope {
  courseId: number;
  now: Date;
}

const number = (expression: SQL) => sql<number>`${expression}`.mapWith(Number);

export async function readCourseAnalytics(db: Db, asked: Asked): Promise<CourseAnalytics> {
  const enrolled = await countEnrolled(db, asked);
  const { lessons: quizzes } = await summarizeQuizzes(db, asked);
  return { ...enrolled, lessons: await countDropOff(db, asked), quizzes };
}

async function countEnrolled(db: Db, { courseId, now, ...scope }: Asked) {
  const { courseProgress, profiles } = db.tables;
  const isActive = gte(courseProgress.lastActivityAt, new Date(now.getTime() - ACTIVE_MS));
  const [row] = await db
    .select({
      enrollments: number(sql`count(*)`),
      completions: number(sql`count(${courseProgress.completedAt})`),
      percentSum: number(sql`coalesce(sum(${courseProgress.percent}), 0)`),
      activeLearners: number(sql`count(*) filter (where ${isActive})`),
    })
    .from(courseProgress)
    .innerJoin(profiles, eq(profiles.id, courseProgress.userId))
    .where(and(eq(courseProgress.courseId, courseId), within(db.tables, scope)));
  const { enrollments = 0, completions = 0, percentSum = 0, activeLearners = 0 } = row ?? {};
  const per = (sum: number) => (enrollments === 0 ? 0 : Math.round(sum / enrollments));
  return {
    enrollments,
    completions,
    completionRate: per(100 * completions),
    averagePercent: per(percentSum),
    activeLearners,
  };
}

/** How many began and completed each lesson that a learner sees, in the order of the course. */
async function countDropOff(db: Db, { courseId, ...scope }: Asked): Promise<CourseAnalytics['lessons']> {
  const { lessons, courses, unitProgress, profiles } = db.tables;
  const begun = await db
    .select({
      lessonId: unitProgress.lessonId,
      started: number(sql`count(*) filter (where ${unitProgress.status} <> 'not_started')`),
      completed: number(sql`count(*) filter (where ${unitProgress.status} = 'completed')`),
    })
    .from(unitProgress)
    .innerJoin(profiles, eq(profiles.id, unitProgress.userId))
    .where(and(eq(unitProgress.courseId, courseId), within(db.tables, scope)))
    .groupBy(unitProgress.lessonId);
  const known = new Map(begun.map((row) => [row.lessonId, row]));
  const rows = await db
    .select({ lessonId: lessons.id, title: lessons.title, orderIndex: lessons.orderIndex })
    .from(lessons)
    .innerJoin(courses, eq(courses.id, lessons.courseId))
    .where(and(eq(lessons.courseId, courseId), isVisibleLesson(db.tables)))
    .orderBy(lessons.orderIndex, lessons.id);
  return rows.map((row) => {
    const { started = 0, completed = 0 } = known.get(row.lessonId) ?? {};
    return { ...row, started, completed };
  });
}

/** Everybody who is enrolled, those furthest behind first; equal ones by how long they have been enrolled. */
export async function listCourseLearners(db: Db, asked: Asked & Page): Promise<CourseLearners> {
  const { courseProgress, profiles } = db.tables;
  const { courseId, limit = DEFAULT_PAGE, cursor, ...scope } = asked;
  const { percent, enrolledAt, userId } = courseProgress;
  const rows = await db
    .select({
      userId,
      fullName: profiles.fullName,
      email: profiles.email,
      percentComplete: percent,
      enrolledAt,
      completedAt: courseProgress.completedAt,
      lastActivityAt: courseProgress.lastActivityAt,
      isAssigned: courseProgress.isAssigned,
    })
    .from(courseProgress)
    .innerJoin(profiles, eq(profiles.id, userId))
    .where(and(eq(courseProgress.courseId, courseId), within(db.tables, scope), afterCursor(db.tables, cursor)))
    .orderBy(asc(percent), asc(enrolledAt), asc(userId))
    .limit(limit + 1);
  const { page, nextCursor } = cut(
    rows,
    limit,
    (row) => `${row.percentComplete}_${row.enrolledAt.getTime()}_${row.userId}`,
  );
  const learners = page.map((row) => ({
    ...row,
    enrolledAt: row.enrolledAt.toISOString(),
    completedAt: row.completedAt?.toISOString() ?? null,
    lastActivityAt: row.lastActivityAt?.toISOString() ?? null,
  }));
  return { learners, nextCursor };
}

function afterCursor({ courseProgress }: Tables, cursor: string | undefined): SQL | undefined {
  if (!cursor) return undefined;
  const place = LEARNER_CURSOR.exec(cursor);
  if (!place) throw badCursor();
  const { percent, enrolledAt, userId } = courseProgress;
  const since = sql.param(new Date(Number(place[2])), enrolledAt);
  return sql`(${percent}, ${enrolledAt}, ${userId}) > (${Number(place[1])}, ${since}, ${sql.param(place[3], userId)})`;
}
