// Which courses and categories people choose.
import { and, desc, eq, sql } from 'drizzle-orm';
import type { CategoryShares, TopCourses } from '#sync/contract/analytics.ts';
import type { Db } from '../db/client.ts';
import { type Scope, within } from './scope.ts';

const TOP = 10;

/** Shares of all enrollments in whole percent, the largest first. */
export async function shareByCategory(db: Db, scope: Scope): Promise<CategoryShares> {
  const { courseProgress, courses, profiles } = db.tables;
  const enrollments = sql<number>`count(*)`.mapWith(Number);
  const rows = await db
    .select({ category: courses.category, enrollments })
    .from(courseProgress)
    .innerJoin(courses, eq(courses.id, courseProgress.courseId))
    .innerJoin(profiles, eq(profiles.id, courseProgress.userId))
    .where(within(db.tables, scope))
    .groupBy(courses.category)
    .orderBy(desc(enrollments), courses.category);
  const all = rows.reduce((sum, row) => sum + row.enrollments, 0);
  return { categories: rows.map((row) => ({ ...row, percentage: Math.round((100 * row.enrollments) / all) })) };
}

/** The courses with the most enrollments. Ratings are everybody's, as on the course page. */
export async function listTopCourses(db: Db, scope: Scope): Promise<TopCourses> {
  const { courseProgress, courses, courseRatings, profiles } = db.tables;
  const enrollments = sql<number>`count(*)`.mapWith(Number);
  const stars = (what: string) =>
    sql<number>`(select ${sql.raw(what)} from ${courseRatings} where ${courseRatings.courseId} = ${courses.id})`.mapWith(
      Number,
    );
  const rows = await db
    .select({
      id: courses.id,
      title: courses.title,
      thumbnail: courses.thumbnail,
      instructorName: courses.instructorName,
      price: courses.priceCents,
      enrollments,
      completions: sql<number>`count(${courseProgress.completedAt})`.mapWith(Number),
      starsSum: stars('coalesce(sum(stars), 0)'),
      starsCount: stars('count(*)'),
    })
    .from(courseProgress)
    .innerJoin(courses, eq(courses.id, courseProgress.courseId))
    .innerJoin(profiles, eq(profiles.id, courseProgress.userId))
    .where(and(within(db.tables, scope)))
    .groupBy(courses.id, courses.title, courses.thumbnail, courses.instructorName, courses.priceCents)
    .orderBy(desc(enrollments), courses.id)
    .limit(TOP);
  return {
    courses: rows.map(({ price, enrollments: count, completions, starsSum, starsCount, ...course }) => ({
      ...course,
      enrollmentCount: count,
      completionRate: count === 0 ? 0 : Math.round((100 * completions) / count),
      rating: starsCount === 0 ? 0 : Math.round((10 * starsSum) / starsCount) / 10,
      revenue: price * count,
    })),
  };
}
