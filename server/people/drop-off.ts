// Where people stop in a course. The drop-off counts them and lists find them by these conditions alone, so that the number is the list.
import { and, eq, inArray, max, type SQL, sql } from 'drizzle-orm';
import { isVisibleLesson } from '../catalog/facts.ts';
import type { TxContext } from '../db/client.ts';
import { hasBegun, isEnrolled } from './standings.ts';

type Place = { lessonId: number; at: number };

/** The lessons of a course that learners see, in their order. */
export function lessonsInOrder({ queries, tables }: TxContext, courseId: number) {
  const { lessons, courses, courseModules } = tables;
  return queries
    .select({
      lessonId: lessons.id,
      title: lessons.title,
      at: lessons.orderIndex,
      windowFrom: courses.windowFrom,
      module: sql<string | null>`(select ${courseModules.title} from ${courseModules}
        where ${courseModules.courseId} = ${lessons.courseId}
        and ${lessons.orderIndex} between ${courseModules.startLessonIndex} and ${courseModules.endLessonIndex})`,
    })
    .from(lessons)
    .innerJoin(courses, eq(courses.id, lessons.courseId))
    .where(and(eq(lessons.courseId, courseId), isVisibleLesson(tables)))
    .orderBy(lessons.orderIndex, lessons.id);
}

/** Of these people, by their ids in `unit_progress`: the order of the furthest of these lessons that they have completed. */
export function furthestOf({ queries, tables }: TxContext, seen: readonly Place[], isWanted: SQL | undefined) {
  const { unitProgress, lessons } = tables;
  const isSeen = inArray(
    unitProgress.lessonId,
    seen.map(({ lessonId }) => lessonId),
  );
  // By the lessons: with status and person they stand in an index, and no unit is read.
  return queries
    .select({ userId: unitProgress.userId, at: max(lessons.orderIndex).as('furthest_at') })
    .from(unitProgress)
    .innerJoin(lessons, eq(lessons.id, unitProgress.lessonId))
    .where(and(isSeen, eq(unitProgress.status, 'completed'), isWanted))
    .groupBy(unitProgress.userId)
    .as('furthest');
}

type StoppedAt = { organizationId: string; courseId: number; lessonId: number };

/**
 * Who of an organization began the course and whose furthest completed lesson is the one before this. For queries that have `profiles`;
 * nobody stops at what the course does not show.
 */
export async function whoStoppedAt(tx: TxContext, { organizationId, courseId, lessonId }: StoppedAt): Promise<SQL> {
  const { courseProgress, profiles, unitProgress } = tx.tables;
  const seen = await lessonsInOrder(tx, courseId);
  const place = seen.findIndex((one) => one.lessonId === lessonId);
  const [at, before] = [seen[place]?.at, seen[place - 1]?.at];
  if (at === undefined) return sql`false`;
  const isTheirs = sql`${unitProgress.userId} in (select ${profiles.id} from ${profiles} where ${profiles.organizationId} = ${organizationId})`;
  const furthest = furthestOf(tx, seen, isTheirs);
  const isThere =
    before === undefined
      ? sql`${courseProgress.userId} not in (select ${furthest.userId} from ${furthest})`
      : sql`${courseProgress.userId} in (select ${furthest.userId} from ${furthest} where ${furthest.at} between ${before} and ${at - 1})`;
  return isEnrolled(tx.tables, and(eq(courseProgress.courseId, courseId), hasBegun(tx.tables), isThere));
}
