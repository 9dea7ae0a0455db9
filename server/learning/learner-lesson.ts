import { and, eq, getTableColumns, sql } from 'drizzle-orm';
import { freshUnit, type Unit } from '#sync/contract/progress.ts';
import { Refusal } from '#sync/contract/refusal.ts';
import { requireDoneInTime } from '../catalog/ended-access.ts';
import { courseFacts, isVisibleLesson, type Reader, readerOf } from '../catalog/facts.ts';
import { mediaAddress } from '../catalog/lessons.ts';
import { boolean, number, pick, run, type Steps } from '../db/client.ts';
import { allBound, allExcluded, boundParam, prepared } from '../db/prepared.ts';
import type { Tables } from '../db/schema.ts';
import { may } from '../permissions.ts';
import { type LearnerTx, recountCourse } from './recount-course.ts';

// One lesson of one person inside a unit of work: read it with its rights, write it back, and recount the course.

/** A lesson that this person may take, with their progress in it (`rev` 0 when there is none). */
export interface LearnerLesson {
  id: number;
  courseId: number;
  title: string;
  kind: Tables['lessons']['$inferSelect']['kind'];
  videoUrl: string | null;
  /** False in a preview of a course that the person may not take, and for late work in an archived one. */
  counts: boolean;
  isEnrolled: boolean;
  /** The person's present round of the course. */
  round: number;
  unit: Unit;
}

/**
 * Reads a lesson that exists for learners, for this purpose of this person. Refuses `lesson_not_found`, and `access_ended`
 * unless their work was done before their right to the course ended.
 */
export function* openLearnerLesson(
  learner: LearnerTx,
  purpose: 'take_lesson' | 'record_lesson' | 'submit_quiz',
  lessonId: number,
): Steps<LearnerLesson> {
  const { person } = learner;
  const [row] = yield* run(findLearnerLesson(learner, { ...readerOf(person), lessonId }));
  if (!row) throw new Refusal('lesson_not_found');
  const { isPreview: _, assetId, course: facts, ...lesson } = row;
  const isOpen = may(person, purpose, row);
  if (!isOpen && !learner.acceptedAt) {
    const course = { courseId: row.courseId, facts, otherwise: 'lesson_not_found' } as const;
    yield* requireDoneInTime(learner, course);
  }
  const counts = isOpen ? may(person, 'take_course', facts) : facts.isOffered;
  const videoUrl = assetId && mediaAddress(assetId);
  return {
    ...lesson,
    id: lessonId,
    counts,
    videoUrl,
    unit: row.unit ? toUnit(row.unit, row.round) : freshUnit(lessonId, row.round),
  };
}

const findLearnerLesson = prepared<Reader & { lessonId: number }>()(({ queries, tables }) => {
  const { lessons, courses, organizations, unitProgress, courseProgress } = tables;
  const userId = sql.placeholder('userId');
  return queries
    .select({
      ...pick(lessons, 'courseId', 'title', 'kind', 'assetId', 'isPreview'),
      course: courseFacts(tables),
      unit: unitProgress,
      isEnrolled: boolean(sql`${courseProgress.userId} is not null`),
      round: number(sql`coalesce(${courseProgress.round}, 1)`),
    })
    .from(lessons)
    .innerJoin(courses, eq(courses.id, lessons.courseId))
    .leftJoin(organizations, eq(organizations.id, courses.organizationId))
    .leftJoin(unitProgress, and(eq(unitProgress.lessonId, lessons.id), eq(unitProgress.userId, userId)))
    .leftJoin(courseProgress, and(eq(courseProgress.courseId, lessons.courseId), eq(courseProgress.userId, userId)))
    .where(and(eq(lessons.id, sql.placeholder('lessonId')), isVisibleLesson(tables)));
});

type UnitRow = Tables['unitProgress']['$inferSelect'];

export function toUnit(row: Omit<UnitRow, 'userId' | 'courseId'>, round = 1): Unit {
  return {
    ...pick(row, 'lessonId', 'status', 'rev', 'positionSeconds', 'watched', 'reflection'),
    completedAt: row.completedAt?.toISOString() ?? null,
    ...(round > 1 && { round }),
    updatedAt: row.updatedAt.toISOString(),
  };
}

/**
 * Stores a unit after a change and recounts its course, which enrolls the person with their first progress.
 * Returns the unit as stored.
 */
export function* storeUnit(learner: LearnerTx, lesson: LearnerLesson, unit: Unit): Steps<Unit> {
  const { person, now } = learner;
  const { courseId } = lesson;
  const completedAt = unit.completedAt === null ? null : new Date(unit.completedAt);
  yield* run(saveUnit(learner, { ...unit, userId: person.id, courseId, completedAt, updatedAt: now }));
  const stored = { ...unit, updatedAt: now.toISOString() };
  if (!lesson.counts) return stored;
  const wasCompleted = lesson.unit.status === 'completed';
  const countsTheSame = lesson.isEnrolled && wasCompleted === (unit.status === 'completed');
  if (countsTheSame) yield* touchCourse(learner, courseId);
  else {
    const completed = unit.status === 'completed' && !wasCompleted ? { ...lesson, rev: unit.rev } : undefined;
    yield* recountCourse(learner, courseId, completed);
  }
  return stored;
}

const saveUnit = prepared<UnitRow>()(({ queries, tables: { unitProgress } }) => {
  const columns = getTableColumns(unitProgress);
  const { userId, lessonId, courseId: _, ...changing } = columns;
  return queries
    .insert(unitProgress)
    .values(allBound(columns))
    .onConflictDoUpdate({ target: [userId, lessonId], set: allExcluded(changing) });
});

/** Notes that the person has learned in this course just now. */
export function* touchCourse(learner: LearnerTx, courseId: number): Steps<void> {
  yield* run(saveActivity(learner, { userId: learner.person.id, courseId, lastActivityAt: learner.now }));
}

const saveActivity = prepared<{ userId: string; courseId: number; lastActivityAt: Date }>()(
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
