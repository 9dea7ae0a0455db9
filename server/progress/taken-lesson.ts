import { and, eq, sql } from 'drizzle-orm';
import { DEFAULT_LESSON_POINTS } from '#sync/contract/lesson.ts';
import { courseTotals, freshUnit, percentOf, type Unit } from '#sync/contract/progress.ts';
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
  isEnrolled: boolean;
  unit: Unit;
}

/** Reads a lesson that exists for learners and is open to this person; `lesson_not_found` otherwise. */
export function* takeLesson({ queries, tables, person }: Desk, lessonId: number): Steps<TakenLesson> {
  const { lessons, courses, organizations, unitProgress, courseProgress } = tables;
  const [row] = yield* run(
    queries
      .select({
        courseId: lessons.courseId,
        title: lessons.title,
        hasVideo: sql<boolean>`${lessons.assetId} is not null`.mapWith(Boolean),
        isPreview: lessons.isPreview,
        course: courseFacts(tables, readerOf(person)),
        unit: unitProgress,
        isEnrolled: sql<boolean>`${courseProgress.userId} is not null`.mapWith(Boolean),
      })
      .from(lessons)
      .innerJoin(courses, eq(courses.id, lessons.courseId))
      .leftJoin(organizations, eq(organizations.id, courses.organizationId))
      .leftJoin(unitProgress, and(eq(unitProgress.lessonId, lessons.id), eq(unitProgress.userId, person.id)))
      .leftJoin(
        courseProgress,
        and(eq(courseProgress.courseId, lessons.courseId), eq(courseProgress.userId, person.id)),
      )
      .where(and(eq(lessons.id, lessonId), isVisibleLesson(tables))),
  );
  if (!row || !may(person, 'take_lesson', row)) throw new Refusal('lesson_not_found');
  const { isPreview: _judged, ...lesson } = row;
  return { ...lesson, id: lessonId, unit: row.unit ? unitOnTheWire(row.unit) : freshUnit(lessonId) };
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

/** Stores a unit after a change and counts its course, which enrolls the person when this is their first progress. */
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
  if (!may(person, 'take_course', lesson.course)) return;
  const wasCompleted = lesson.unit.status === 'completed';
  const countsTheSame = lesson.isEnrolled && wasCompleted === (unit.status === 'completed');
  yield* countsTheSame ? touchCourse(desk, lesson.courseId) : recountCourse(desk, lesson.courseId);
}

function* touchCourse({ queries, tables, person, now }: Desk, courseId: number): Steps<void> {
  const { courseProgress } = tables;
  yield* run(
    queries
      .update(courseProgress)
      .set({ lastActivityAt: now })
      .where(and(eq(courseProgress.userId, person.id), eq(courseProgress.courseId, courseId))),
  );
}

/**
 * Counts the person's course afresh over its visible lessons, by the rule of the contract's `courseTotals`; makes the
 * enrollment when there is none.
 */
export function* recountCourse(desk: Desk, courseId: number): Steps<void> {
  const { queries, tables, person, now } = desk;
  const { lessons, courses, unitProgress, courseProgress } = tables;
  const isDone = sql`${unitProgress.status} = 'completed'`;
  const worth = sql`coalesce(${lessons.points}, ${sql.raw(String(DEFAULT_LESSON_POINTS))})`;
  const [count] = yield* run(
    queries
      .select({
        lessons: sql<number>`count(*)`.mapWith(Number),
        completed: sql<number>`count(*) filter (where ${isDone})`.mapWith(Number),
        totalPoints: sql<number>`coalesce(sum(${worth}), 0)`.mapWith(Number),
        pointsEarned: sql<number>`coalesce(sum(${worth}) filter (where ${isDone}), 0)`.mapWith(Number),
      })
      .from(lessons)
      .innerJoin(courses, eq(courses.id, lessons.courseId))
      .leftJoin(unitProgress, and(eq(unitProgress.lessonId, lessons.id), eq(unitProgress.userId, person.id)))
      .where(and(eq(lessons.courseId, courseId), isVisibleLesson(tables))),
  );
  const { lessons: visible = 0, completed = 0, totalPoints = 0, pointsEarned = 0 } = count ?? {};
  const percent = percentOf(completed, visible);
  const totals = { percent, pointsEarned, totalPoints, lastActivityAt: now };
  const finished = percent === 100 ? { status: 'completed' as const, completedAt: now } : {};
  // Once completed, always completed: the first time stays (decision 23).
  const firstFinish = sql`coalesce(${courseProgress.completedAt}, ${sql.param(now, courseProgress.completedAt)})`;
  yield* run(
    queries
      .insert(courseProgress)
      .values({ userId: person.id, courseId, enrolledAt: now, ...totals, ...finished })
      .onConflictDoUpdate({
        target: [courseProgress.userId, courseProgress.courseId],
        set: percent === 100 ? { ...totals, status: 'completed', completedAt: firstFinish } : totals,
      }),
  );
}

/** The contract's totals over rows of lessons with the person's status. */
export function totalsOf(rows: readonly { id: number; points: number | null; status: Unit['status'] | null }[]) {
  const completed = new Set(rows.filter((row) => row.status === 'completed').map((row) => row.id));
  const lessons = rows.map((row) => ({ id: row.id, points: row.points ?? DEFAULT_LESSON_POINTS }));
  return courseTotals(lessons, (id) => completed.has(id));
}
