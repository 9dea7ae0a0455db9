import { and, eq, sql } from 'drizzle-orm';
import { freshUnit, type Unit } from '#sync/contract/progress.ts';
import { Refusal } from '#sync/contract/refusal.ts';
import { courseFacts, isVisibleLesson, type Reader, readerOf } from '../catalog/facts.ts';
import { run, type Steps } from '../db/client.ts';
import { allExcluded, boundParam, prepared } from '../db/prepared.ts';
import type { Tables } from '../db/schema.ts';
import { type CourseFacts, may } from '../permissions.ts';
import { type LearnerTx, recountCourse } from './recount-course.ts';

// One lesson of one person inside a unit of work: read with its right, write back, and recount the course.

/** A lesson that this person may take, with their row of it (`rev` 0 when there is none). */
export interface LearnerLesson {
  id: number;
  courseId: number;
  title: string;
  hasVideo: boolean;
  course: CourseFacts;
  isEnrolled: boolean;
  unit: Unit;
}

/** Reads a lesson that exists for learners and is open to this person; `lesson_not_found` otherwise. */
export function* openLearnerLesson(desk: LearnerTx, lessonId: number): Steps<LearnerLesson> {
  const [row] = yield* run(findTaken(desk, { ...readerOf(desk.person), lessonId }));
  if (!row || !may(desk.person, 'take_lesson', row)) throw new Refusal('lesson_not_found');
  const { isPreview: _judged, ...lesson } = row;
  return { ...lesson, id: lessonId, unit: row.unit ? unitOnTheWire(row.unit) : freshUnit(lessonId) };
}

const findTaken = prepared<Reader & { lessonId: number }>()(({ queries, tables }) => {
  const { lessons, courses, organizations, unitProgress, courseProgress } = tables;
  const userId = sql.placeholder('userId');
  return queries
    .select({
      courseId: lessons.courseId,
      title: lessons.title,
      hasVideo: sql<boolean>`${lessons.assetId} is not null`.mapWith(Boolean),
      isPreview: lessons.isPreview,
      course: courseFacts(tables),
      unit: unitProgress,
      isEnrolled: sql<boolean>`${courseProgress.userId} is not null`.mapWith(Boolean),
    })
    .from(lessons)
    .innerJoin(courses, eq(courses.id, lessons.courseId))
    .leftJoin(organizations, eq(organizations.id, courses.organizationId))
    .leftJoin(unitProgress, and(eq(unitProgress.lessonId, lessons.id), eq(unitProgress.userId, userId)))
    .leftJoin(courseProgress, and(eq(courseProgress.courseId, lessons.courseId), eq(courseProgress.userId, userId)))
    .where(and(eq(lessons.id, sql.placeholder('lessonId')), isVisibleLesson(tables)));
});

/** A stored row in the words of the contract. */
export function unitOnTheWire(row: Tables['unitProgress']['$inferSelect']): Unit {
  return {
    lessonId: row.lessonId,
    status: row.status,
    rev: row.rev,
    completedAt: row.completedAt?.toISOString() ?? null,
    positionSeconds: row.positionSeconds,
    watched: row.watched,
    reflection: row.reflection,
    updatedAt: row.updatedAt.toISOString(),
  };
}

/**
 * Stores a unit after a change and counts its course, which enrolls the person when this is their first progress.
 * Answers the unit as it stands now.
 */
export function* storeUnit(desk: LearnerTx, lesson: LearnerLesson, unit: Unit): Steps<Unit> {
  const { person, now } = desk;
  const { courseId } = lesson;
  const completedAt = unit.completedAt === null ? null : new Date(unit.completedAt);
  yield* run(keepUnit(desk, { ...unit, userId: person.id, courseId, completedAt, updatedAt: now }));
  // A preview of a course that is not theirs counts for no course.
  const stored = { ...unit, updatedAt: now.toISOString() };
  if (!may(person, 'take_course', lesson.course)) return stored;
  const wasCompleted = lesson.unit.status === 'completed';
  const countsTheSame = lesson.isEnrolled && wasCompleted === (unit.status === 'completed');
  if (countsTheSame) yield* run(touchCourse(desk, { userId: person.id, courseId, lastActivityAt: now }));
  else yield* recountCourse(desk, courseId);
  return stored;
}

type KeptUnit = Omit<Unit, 'completedAt' | 'updatedAt'> & {
  userId: string;
  courseId: number;
  completedAt: Date | null;
  updatedAt: Date;
};

const keepUnit = prepared<KeptUnit>()(({ queries, tables: { unitProgress } }) => {
  const { userId, lessonId, status, rev, completedAt, positionSeconds, watched, reflection, updatedAt } = unitProgress;
  const changing = { status, rev, completedAt, positionSeconds, watched, reflection, updatedAt };
  return queries
    .insert(unitProgress)
    .values({
      userId: sql.placeholder('userId'),
      lessonId: sql.placeholder('lessonId'),
      courseId: sql.placeholder('courseId'),
      status: boundParam(status, 'status'),
      rev: boundParam(rev, 'rev'),
      completedAt: boundParam(completedAt, 'completedAt'),
      positionSeconds: boundParam(positionSeconds, 'positionSeconds'),
      watched: boundParam(watched, 'watched'),
      reflection: boundParam(reflection, 'reflection'),
      updatedAt: boundParam(updatedAt, 'updatedAt'),
    })
    .onConflictDoUpdate({ target: [userId, lessonId], set: allExcluded(changing) });
});

const touchCourse = prepared<{ userId: string; courseId: number; lastActivityAt: Date }>()(
  ({ queries, tables: { courseProgress } }) =>
    queries
      .update(courseProgress)
      .set({ lastActivityAt: boundParam(courseProgress.lastActivityAt, 'lastActivityAt') })
      .where(
        and(
          eq(courseProgress.userId, sql.placeholder('userId')),
          eq(courseProgress.courseId, sql.placeholder('courseId')),
        ),
      ),
);
