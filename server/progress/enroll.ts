import type { EnrollAnswer } from '#sync/contract/progress.ts';
import { Refusal } from '#sync/contract/refusal.ts';
import { readerOf } from '../catalog/facts.ts';
import { findCourseFacts } from '../catalog/open-course.ts';
import { type Db, run } from '../db/client.ts';
import { may } from '../permissions.ts';
import { type Answer, applyOnce, type Sender } from './apply-once.ts';
import { recountCourse } from './recount-course.ts';

/** Enrolls a person in a course they may take; a second time changes nothing. Refuses `course_not_found`. */
export function enrollInCourse(
  db: Db,
  sender: Sender,
  courseId: number,
): Promise<Answer<Omit<EnrollAnswer, 'dataEpoch'>>> {
  return applyOnce<Omit<EnrollAnswer, 'dataEpoch'>>(db, sender, {
    operation: { kind: 'enroll', courseId },
    *effect(source) {
      const { person, now } = sender;
      const [course] = yield* run(findCourseFacts(source, { ...readerOf(person), courseId }));
      if (!course || !may(person, 'take_course', course.facts)) throw new Refusal('course_not_found');
      if (!course.isEnrolled) yield* recountCourse({ ...source, person, now }, courseId);
      return { status: 200, body: { enrolled: true, changed: !course.isEnrolled } };
    },
  });
}
