import { and, eq, sql } from 'drizzle-orm';
import { isVisibleLesson, worthOf } from '../catalog/facts.ts';
import { issueCertificates } from '../certificates/issue.ts';
import { run, type Steps } from '../db/client.ts';
import type { Source } from '../db/prepared.ts';
import type { Tables } from '../db/schema.ts';

/**
 * `recountCourse` for everybody who is enrolled, after the lessons that count for a course changed; the unit holds the
 * course's row. Nobody's activity moves, and no completion is taken back. Who by this has completed all that is left
 * gets the certificate (decisions 23 and 25).
 */
export function* recountEveryone(source: Source, { courseId, at }: { courseId: number; at: Date }): Steps<void> {
  const { queries, tables } = source;
  const { courseProgress } = tables;
  const all = yield* countLessons(source, courseId);
  // As text: a bound number is a real one for SQLite, whose division then leaves a rest.
  const [lessons, points] = [sql.raw(String(all.lessons)), sql.raw(String(all.points))];
  const own = ownCounts(source, courseId);
  const isAll = all.lessons === 0 ? sql`1 = 0` : sql`${own.completed} = ${lessons}`;
  const percent = all.lessons === 0 ? sql`0` : sql`(100 * ${own.completed}) / ${lessons}`;
  const completes = sql`${courseProgress.completedAt} is null and ${isAll}`;
  const differs = sql`(${courseProgress.percent} <> ${percent} or ${courseProgress.pointsEarned} <> ${own.points}
    or ${courseProgress.totalPoints} <> ${points} or (${completes}))`;
  yield* run(
    queries
      .update(courseProgress)
      .set({
        percent,
        pointsEarned: sql`${own.points}`,
        totalPoints: points,
        status: sql`case when ${courseProgress.completedAt} is not null or ${isAll} then 'completed' else 'in_progress' end`,
        completedAt: sql`case when ${completes} then ${sql.param(at, courseProgress.completedAt)}
          else ${courseProgress.completedAt} end`,
      })
      .from(own)
      .where(and(eq(courseProgress.courseId, courseId), eq(courseProgress.userId, own.userId), differs)),
  );
  yield* issueCertificates(source, { courseId, at });
}

function ofCourse(tables: Tables, courseId: number) {
  return and(eq(tables.lessons.courseId, courseId), isVisibleLesson(tables));
}

function* countLessons({ queries, tables }: Source, courseId: number): Steps<{ lessons: number; points: number }> {
  const { lessons, courses } = tables;
  const [row] = yield* run(
    queries
      .select({
        lessons: sql<number>`count(*)`.mapWith(Number),
        points: sql<number>`coalesce(sum(${worthOf(tables)}), 0)`.mapWith(Number),
      })
      .from(lessons)
      .innerJoin(courses, eq(courses.id, lessons.courseId))
      .where(ofCourse(tables, courseId)),
  );
  return row ?? { lessons: 0, points: 0 };
}

/** What each enrolled person has completed of the lessons that count, as a table to update from. */
function ownCounts({ queries, tables }: Source, courseId: number) {
  const { lessons, courses, unitProgress, courseProgress } = tables;
  const done = queries
    .select({
      userId: unitProgress.userId,
      completed: sql<number>`count(*)`.as('completed'),
      points: sql<number>`sum(${worthOf(tables)})`.as('points'),
    })
    .from(unitProgress)
    .innerJoin(lessons, eq(lessons.id, unitProgress.lessonId))
    .innerJoin(courses, eq(courses.id, lessons.courseId))
    .where(and(eq(unitProgress.courseId, courseId), eq(unitProgress.status, 'completed'), ofCourse(tables, courseId)))
    .groupBy(unitProgress.userId)
    .as('done');
  return queries
    .select({
      userId: courseProgress.userId,
      completed: sql<number>`coalesce(${done.completed}, 0)`.as('own_completed'),
      points: sql<number>`coalesce(${done.points}, 0)`.as('own_points'),
    })
    .from(courseProgress)
    .leftJoin(done, eq(done.userId, courseProgress.userId))
    .where(eq(courseProgress.courseId, courseId))
    .as('own');
}
