import { and, eq } from 'drizzle-orm';
import type { CourseRating } from '#sync/contract/course.ts';
import { Refusal } from '#sync/contract/refusal.ts';
import { requireDoneInTime } from '../catalog/ended-access.ts';
import { readerOf } from '../catalog/facts.ts';
import { findCourseFacts } from '../catalog/open-course.ts';
import { type Db, run } from '../db/client.ts';
import { may } from '../permissions.ts';
import { applyOnce, type Sender } from './apply-once.ts';
import { type LearnerTx, recountCourse } from './recount-course.ts';
import { hasCompletedBefore } from './rounds.ts';

/** Enrolls a person in a course they may take; repeating it changes nothing. Refuses `course_not_found`. */
export function enrollInCourse(db: Db, sender: Sender, courseId: number) {
  return applyOnce(db, sender, {
    operation: { kind: 'enroll', courseId },
    *effect(learner) {
      const course = yield* openLearnerCourse(learner, courseId);
      if (!course.isEnrolled) yield* recountCourse(learner, courseId);
      return { status: 200, body: { enrolled: true, changed: !course.isEnrolled } };
    },
  });
}

/**
 * Saves a person's rating of a course in place of their last one (P-5). Whoever has completed the course once may
 * always rate it, even after a Reset. Refuses `course_not_found` and `course_not_completed`.
 */
export function rateCourse(db: Db, sender: Sender, { courseId, rating }: { courseId: number; rating: CourseRating }) {
  return applyOnce(db, sender, {
    operation: { kind: 'rating', courseId, body: rating },
    *effect(learner) {
      const { person, now } = learner;
      const course = yield* openLearnerCourse(learner, courseId);
      if (!course.completedAt && !(yield* hasCompletedBefore(learner, courseId)))
        throw new Refusal('course_not_completed');
      const { courseRatings } = db.tables;
      const { stars } = rating;
      const [before] = yield* run(
        learner
          .select({ stars: courseRatings.stars })
          .from(courseRatings)
          .where(and(eq(courseRatings.userId, person.id), eq(courseRatings.courseId, courseId))),
      );
      const changed = before?.stars !== stars;
      const row = { userId: person.id, courseId, stars, createdAt: now, updatedAt: now };
      const target = [courseRatings.userId, courseRatings.courseId];
      if (changed) {
        yield* run(
          learner
            .insert(courseRatings)
            .values(row)
            .onConflictDoUpdate({ target, set: { stars, updatedAt: now } }),
        );
      }
      return { status: 200, body: { stars, changed } };
    },
  });
}

/** A course that this person may take, or might when they did the work; `course_not_found` or `access_ended` otherwise. */
function* openLearnerCourse(learner: LearnerTx, courseId: number) {
  const { person } = learner;
  const [course] = yield* run(findCourseFacts(learner, { ...readerOf(person), courseId }));
  if (!course) throw new Refusal('course_not_found');
  const { facts } = course;
  const isOpen = may(person, 'take_course', facts);
  if (!isOpen) yield* requireDoneInTime(learner, { courseId, facts, otherwise: 'course_not_found' });
  return course;
}
