import { and, eq } from 'drizzle-orm';
import type { EnhancedProgress } from '#sync/contract/progress.ts';
import { Refusal } from '#sync/contract/refusal.ts';
import { isVisibleLesson } from '../catalog/facts.ts';
import { courseFactsOf } from '../catalog/open-course.ts';
import { type Db, run } from '../db/client.ts';
import { epochIn } from '../db/epoch.ts';
import { may, type Person } from '../permissions.ts';
import { totalsOf, unitOnTheWire } from './taken-lesson.ts';

/**
 * A person's own progress in a course: totals over its visible lessons, and every unit they have touched. Read in one
 * unit of work, so that totals, units and epoch belong together. Refuses `course_not_found`.
 */
export function readProgress(db: Db, person: Person, courseId: number): Promise<EnhancedProgress> {
  const { lessons, courses, unitProgress, courseProgress } = db.tables;
  return db.transact(function* (queries) {
    const [facts] = yield* run(courseFactsOf(db, queries, { asking: person, courseId }));
    if (!facts || !may(person, 'take_course', facts)) throw new Refusal('course_not_found');
    const rows = yield* run(
      queries
        .select({ id: lessons.id, points: lessons.points, unit: unitProgress })
        .from(lessons)
        .innerJoin(courses, eq(courses.id, lessons.courseId))
        .leftJoin(unitProgress, and(eq(unitProgress.lessonId, lessons.id), eq(unitProgress.userId, person.id)))
        .where(and(eq(lessons.courseId, courseId), isVisibleLesson(db.tables)))
        .orderBy(lessons.orderIndex, lessons.id),
    );
    const [enrollment] = yield* run(
      queries
        .select({ completedAt: courseProgress.completedAt })
        .from(courseProgress)
        .where(and(eq(courseProgress.userId, person.id), eq(courseProgress.courseId, courseId))),
    );
    const totals = totalsOf(rows.map((row) => ({ ...row, status: row.unit?.status ?? null })));
    return {
      courseProgress: { ...totals, completedAt: enrollment?.completedAt?.toISOString() ?? null },
      unitProgress: rows.flatMap((row) => (row.unit ? [unitOnTheWire(row.unit)] : [])),
      dataEpoch: yield* epochIn(queries, db.tables),
    };
  });
}
