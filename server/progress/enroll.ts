import { and, eq } from 'drizzle-orm';
import type { EnrollAnswer } from '#sync/contract/progress.ts';
import { Refusal } from '#sync/contract/refusal.ts';
import { courseFactsOf } from '../catalog/open-course.ts';
import { type Db, run } from '../db/client.ts';
import { may } from '../permissions.ts';
import { type Answer, applyOnce, type Sender } from './apply-once.ts';
import { recountCourse } from './taken-lesson.ts';

/** Enrolls a person in a course they may take; a second time changes nothing. Refuses `course_not_found`. */
export function enrollInCourse(
  db: Db,
  sender: Sender,
  courseId: number,
): Promise<Answer<Omit<EnrollAnswer, 'dataEpoch'>>> {
  return applyOnce<Omit<EnrollAnswer, 'dataEpoch'>>(db, sender, {
    operation: { kind: 'enroll', courseId },
    *effect(queries) {
      const { person, now } = sender;
      const { courseProgress } = db.tables;
      const [facts] = yield* run(courseFactsOf(db, queries, { asking: person, courseId }));
      if (!facts || !may(person, 'take_course', facts)) throw new Refusal('course_not_found');
      const [enrolled] = yield* run(
        queries
          .select({ courseId: courseProgress.courseId })
          .from(courseProgress)
          .where(and(eq(courseProgress.userId, person.id), eq(courseProgress.courseId, courseId))),
      );
      if (!enrolled) yield* recountCourse({ queries, tables: db.tables, person, now }, courseId);
      return { status: 200, body: { enrolled: true, changed: !enrolled } };
    },
  });
}
