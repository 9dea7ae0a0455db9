import { and, eq, inArray, lte, type SQL, sql } from 'drizzle-orm';
import { DEFAULT_LESSON_POINTS } from '#sync/contract/lesson.ts';
import { isVisibleLesson, lessonPoints } from '../catalog/facts.ts';
import { issueCertificates } from '../certificates/issue.ts';
import { number, run, type Steps, type TxContext } from '../db/client.ts';
import type { Tables } from '../db/schema.ts';
import type { CountedLesson, JobAct } from '../db/schema-jobs.ts';
import { announce } from '../events.ts';
import type { CourseKind, Slice } from '../queue/job-kinds.ts';
import { findQueue, queueOf } from '../queue/start-job.ts';
import { pageOfEnrolled } from './enrolled.ts';

/** A change of the lessons that count for a course. */
interface Recount {
  courseId: number;
  at: Date;
  /** The lessons that count after the change. */
  lessons: readonly CountedLesson[];
  /** When the lessons changed again: then only completions are of interest, as they were until then. */
  until?: Date | undefined;
}

export const recountKind: CourseKind<'recount'> = {
  kind: 'recount',
  isInTurn: true,
  *doPage(tx, _, { act, organizationId, startedAt, cursor }) {
    // Of the recounts that wait this one is the first.
    const [, later] = (yield* findQueue(tx, queueOf({ act, organizationId }))).filter(isRecount);
    return yield* recountPage(tx, { ...act, at: startedAt, cursor, until: later?.createdAt });
  },
};

const isRecount = ({ act }: { act: JobAct }) => act.kind === 'recount';

/**
 * `recountCourse` for the next people who are enrolled, after the lessons that count for a course changed. Nobody's last activity
 * moves, and no completion is withdrawn. Whoever has now completed all remaining lessons gets the certificate (P-23
 * and P-25).
 */
export function* recountPage(tx: TxContext, recount: Recount & { cursor: string | null }): Steps<Slice> {
  const { courseId, at } = recount;
  const { page, nextCursor } = yield* pageOfEnrolled(tx, courseId, recount.cursor);
  const userIds = page.map(({ userId }) => userId);
  if (userIds.length > 0) {
    yield* recountPeople(tx, recount, userIds);
    yield* issueCertificates(tx, { courseId, at, userIds });
  }
  return { handled: page.length, changed: page.length, cursor: nextCursor };
}

function* recountPeople(tx: TxContext, recount: Recount, userIds: string[]): Steps<void> {
  const { queries, tables } = tx;
  const { courseProgress } = tables;
  const { courseId, at, lessons: counting, until } = recount;
  // Inlined: SQLite takes a bound number for a real one, and would divide with a remainder.
  const lessons = sql.raw(String(counting.length));
  const points = sql.raw(String(counting.reduce((sum, lesson) => sum + lesson.points, 0)));
  const own = ownCounts(tx, recount, userIds);
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
      .where(
        and(eq(courseProgress.courseId, courseId), eq(courseProgress.userId, own.userId), until ? completes : differs),
      ),
  );
  const { userId, round, completedAt } = courseProgress;
  const isDoneNow = and(eq(courseProgress.courseId, courseId), eq(completedAt, at), inArray(userId, userIds));
  const done = yield* run(queries.select({ userId, key: round }).from(courseProgress).where(isDoneNow));
  const data = { completedAt: at.toISOString() };
  yield* announce(tx, { type: 'course.completed', courseId, at, people: done.map((one) => ({ ...one, data })) });
}

/** The lessons that count for a learner of this course, and their points. */
export function* countedLessons({ queries, tables }: TxContext, courseId: number): Steps<CountedLesson[]> {
  const { lessons, courses } = tables;
  return yield* run(
    queries
      .select({ id: lessons.id, points: number(sql`${lessonPoints(tables)}`) })
      .from(lessons)
      .innerJoin(courses, eq(courses.id, lessons.courseId))
      .where(and(eq(lessons.courseId, courseId), isVisibleLesson(tables)))
      .orderBy(lessons.id),
  );
}

/** What each of these people has completed of these lessons, as a table to update from. */
function ownCounts({ queries, tables }: TxContext, { courseId, lessons: counting, until }: Recount, userIds: string[]) {
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
    .where(
      and(
        inArray(unitProgress.userId, userIds),
        eq(status, 'completed'),
        sql`${lessonId} in (${sql.raw(ids)})`,
        until && lte(unitProgress.completedAt, until),
      ),
    )
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
    .where(and(eq(courseProgress.courseId, courseId), inArray(courseProgress.userId, userIds)))
    .as('own');
}

/** A lesson's points, without reading the lesson for each of some hundred thousand units. */
function pointsOf({ unitProgress }: Tables, counting: readonly CountedLesson[]): SQL {
  const others = counting.filter(({ points }) => points !== DEFAULT_LESSON_POINTS);
  if (others.length === 0) return sql.raw(String(DEFAULT_LESSON_POINTS));
  const cases = others.map(({ id, points }) => `when ${id} then ${points}`).join(' ');
  return sql`case ${unitProgress.lessonId} ${sql.raw(`${cases} else ${DEFAULT_LESSON_POINTS}`)} end`;
}
