import { and, asc, eq, isNull } from 'drizzle-orm';
import type { RefreshedLessons } from '#sync/contract/organization.ts';
import type { Db } from '../db/client.ts';

/** All lessons of a course that are not deleted, and their count, none and 0 when there is no such course (decision 11). */
export async function refreshLessons(db: Db, courseId: number): Promise<RefreshedLessons> {
  const { lessons } = db.tables;
  const { id, title, orderIndex, durationSeconds: duration } = lessons;
  const rows = await db
    .select({ id, title, orderIndex, duration })
    .from(lessons)
    .where(and(eq(lessons.courseId, courseId), isNull(lessons.retiredAt)))
    .orderBy(asc(orderIndex), asc(id));
  const count = rows.length;
  const message = `Course ${courseId} has ${count} ${count === 1 ? 'lesson' : 'lessons'}.`;
  return { message, courseId, count, lessons: rows };
}
