import { and, eq, type SQL, sql } from 'drizzle-orm';
import { DEFAULT_LESSON_POINTS } from '#sync/contract/lesson.ts';
import { isVisibleLesson, lessonPoints } from '../catalog/facts.ts';
import { issueCertificates } from '../certificates/issue.ts';
import { number, run, type Steps, type TxContext } from '../db/client.ts';
import type { Tables } from '../db/schema.ts';

/**
 * `recountCourse` for everybody who is enrolled, after the lessons that count for a course changed; the unit has locked the
 * course's row. Nobody's last activity moves, and no completion is withdrawn. Whoever has now completed all remaining
 * lessons gets the certificate (decisions 23 and 25).
 */
export function* recountEveryone(tx: TxContext, { courseId, at }: { courseId: number; at: Date }): Steps<void> {
  const { queries, tables } = tx;
  const { courseProgress } = tables;
  const counting = yield* findCounting(tx, courseId);
  // Inlined: SQLite takes a bound number for a real one, and would divide with a remainder.
  const lessons = sql.raw(String(counting.length));
  const points = sql.raw(String(counting.reduce((sum, lesson) => sum + lesson.points, 0)));
  const own = ownCounts(tx, courseId, counting);
  const isAll = counting.length === 0 ? sql`1 = 0` : sql`${own.completed} = ${lessons}`;
  const percent = counting.length === 0 ? sql`0` : sql`(100 * ${own.completed}) / ${lessons}`;
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
  yield* issueCertificates(tx, { courseId, at });
}

interface CountedLesson {
  id: number;
  points: number;
}

function* findCounting({ queries, tables }: TxContext, courseId: number): Steps<CountedLesson[]> {
  const { lessons, courses } = tables;
  return yield* run(
    queries
      .select({ id: lessons.id, points: number(sql`${lessonPoints(tables)}`) })
      .from(lessons)
      .innerJoin(courses, eq(courses.id, lessons.courseId))
      .where(and(eq(lessons.courseId, courseId), isVisibleLesson(tables))),
  );
}

/** What each enrolled person has completed of these lessons, as a table to update from. */
function ownCounts({ queries, tables }: TxContext, courseId: number, counting: readonly CountedLesson[]) {
  const { unitProgress, courseProgress } = tables;
  const { status, lessonId } = unitProgress;
  const ids = counting.map(({ id }) => id).join() || '0';
  const done = queries
    .select({
      userId: unitProgress.userId,
      completed: sql<number>`count(*)`.as('completed'),
      points: sql<number>`sum(${pointsOf(tables, counting)})`.as('points'),
    })
    .from(unitProgress)
    .where(and(eq(unitProgress.courseId, courseId), eq(status, 'completed'), sql`${lessonId} in (${sql.raw(ids)})`))
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

/** A lesson's points, without reading the lesson for each of some hundred thousand units. */
function pointsOf({ unitProgress }: Tables, counting: readonly CountedLesson[]): SQL {
  const others = counting.filter(({ points }) => points !== DEFAULT_LESSON_POINTS);
  if (others.length === 0) return sql.raw(String(DEFAULT_LESSON_POINTS));
  const cases = others.map(({ id, points }) => `when ${id} then ${points}`).join(' ');
  return sql`case ${unitProgress.lessonId} ${sql.raw(`${cases} else ${DEFAULT_LESSON_POINTS}`)} end`;
}
