import { and, eq, sql } from 'drizzle-orm';
import { DEFAULT_LESSON_POINTS } from '#sync/contract/lesson.ts';
import { courseTotals, freshUnit, type Unit } from '#sync/contract/progress.ts';
import { Refusal } from '#sync/contract/refusal.ts';
import { courseFacts, isVisibleLesson, readerOf } from '../catalog/facts.ts';
import { type Queries, run, type Steps } from '../db/client.ts';
import type { Tables } from '../db/schema.ts';
import type { Person } from '../permissions.ts';
import { type CourseFacts, may } from '../permissions.ts';

// One lesson of one person inside a unit of work: read with its right, write back, and recount the course.

/** A unit of work in progress and the person it is for. */
export interface Desk {
  queries: Queries;
  tables: Tables;
  person: Person;
  now: Date;
}

/** A lesson that this person may take, with their row of it (`rev` 0 when there is none). */
export interface TakenLesson {
  id: number;
  courseId: number;
  title: string;
  hasVideo: boolean;
  course: CourseFacts;
  unit: Unit;
}

/** Reads a lesson that exists for learners and is open to this person; `lesson_not_found` otherwise. */
export function* takeLesson({ queries, tables, person }: Desk, lessonId: number): Steps<TakenLesson> {
  const { lessons, courses, organizations, unitProgress } = tables;
  const [row] = yield* run(
    queries
      .select({
        courseId: lessons.courseId,
        title: lessons.title,
        hasVideo: sql<boolean>`${lessons.assetId} is not null`.mapWith(Boolean),
        isPreview: lessons.isPreview,
        course: courseFacts(tables, readerOf(person)),
        unit: unitProgress,
      })
      .from(lessons)
      .innerJoin(courses, eq(courses.id, lessons.courseId))
      .leftJoin(organizations, eq(organizations.id, courses.organizationId))
      .leftJoin(unitProgress, and(eq(unitProgress.lessonId, lessons.id), eq(unitProgress.userId, person.id)))
      .where(and(eq(lessons.id, lessonId), isVisibleLesson(tables))),
  );
  if (!row || !may(person, 'take_lesson', row)) throw new Refusal('lesson_not_found');
  const { courseId, title, hasVideo, course } = row;
  const unit = row.unit ? unitOnTheWire(row.unit) : freshUnit(lessonId);
  return { id: lessonId, courseId, title, hasVideo, course, unit };
}

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
  };
}

/** Stores a unit after a change and recounts its course, which enrolls the person when this is their first progress. */
export function* storeUnit(desk: Desk, lesson: TakenLesson, unit: Unit): Steps<void> {
  const { queries, tables, person, now } = desk;
  const { unitProgress } = tables;
  const row = {
    status: unit.status,
    rev: unit.rev,
    completedAt: unit.completedAt === null ? null : new Date(unit.completedAt),
    positionSeconds: unit.positionSeconds,
    watched: unit.watched,
    reflection: unit.reflection,
    updatedAt: now,
  };
  yield* run(
    queries
      .insert(unitProgress)
      .values({ userId: person.id, lessonId: lesson.id, courseId: lesson.courseId, ...row })
      .onConflictDoUpdate({ target: [unitProgress.userId, unitProgress.lessonId], set: row }),
  );
  // A preview of a course that is not theirs counts for no course.
  if (may(person, 'take_course', lesson.course)) yield* recountCourse(desk, lesson.courseId);
}

/** Counts the person's course afresh over its visible lessons; makes the enrollment when there is none. */
export function* recountCourse(desk: Desk, courseId: number): Steps<void> {
  const { queries, tables, person, now } = desk;
  const { lessons, courses, unitProgress, courseProgress } = tables;
  const rows = yield* run(
    queries
      .select({ id: lessons.id, points: lessons.points, status: unitProgress.status })
      .from(lessons)
      .innerJoin(courses, eq(courses.id, lessons.courseId))
      .leftJoin(unitProgress, and(eq(unitProgress.lessonId, lessons.id), eq(unitProgress.userId, person.id)))
      .where(and(eq(lessons.courseId, courseId), isVisibleLesson(tables))),
  );
  const { percentComplete, pointsEarned, totalPoints } = totalsOf(rows);
  const totals = { percent: percentComplete, pointsEarned, totalPoints, lastActivityAt: now };
  const finished = percentComplete === 100 ? { status: 'completed' as const, completedAt: now } : {};
  // Once completed, always completed: the first time stays (decision 23).
  const firstFinish = sql`coalesce(${courseProgress.completedAt}, ${sql.param(now, courseProgress.completedAt)})`;
  yield* run(
    queries
      .insert(courseProgress)
      .values({ userId: person.id, courseId, enrolledAt: now, ...totals, ...finished })
      .onConflictDoUpdate({
        target: [courseProgress.userId, courseProgress.courseId],
        set: percentComplete === 100 ? { ...totals, status: 'completed', completedAt: firstFinish } : totals,
      }),
  );
}

/** The contract's totals over rows of lessons with the person's status. */
export function totalsOf(rows: readonly { id: number; points: number | null; status: Unit['status'] | null }[]) {
  const completed = new Set(rows.filter((row) => row.status === 'completed').map((row) => row.id));
  const lessons = rows.map((row) => ({ id: row.id, points: row.points ?? DEFAULT_LESSON_POINTS }));
  return courseTotals(lessons, (id) => completed.has(id));
}
