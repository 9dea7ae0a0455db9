// Every change of a course's lessons and modules passes here: one author at a time, and all enrolled people are recounted.
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { type CourseModule, LESSON_INDEX_LIMIT, type PlacedLesson } from '#sync/contract/authoring.ts';
import { Refusal } from '#sync/contract/refusal.ts';
import { type CourseRecord, requireEditable } from '../../catalog/editable.ts';
import { inBatches, run, type Steps, type TxContext } from '../../db/client.ts';
import { locking } from '../../db/prepared.ts';
import type { CountedLesson } from '../../db/schema-jobs.ts';
import type { ActDeps } from '../../deps.ts';
import { type AuditActor, audit } from '../../http/audit-log.ts';
import { countEnrolled } from '../../learning/enrolled.ts';
import { countedLessons, recountKind } from '../../learning/recount-everyone.ts';
import type { JobTx } from '../../queue/job-kinds.ts';
import { startCourseJob } from '../../queue/start-job.ts';
import { findModules } from './admin-lessons.ts';
import type { Arrangement, Window } from './arrangement.ts';

/** A course's outline inside the unit that may change it. */
export interface OpenOutline {
  tx: TxContext;
  caller: AuditActor;
  course: CourseRecord;
  /** Lessons that are not deleted, by orderIndex. */
  lessons: PlacedLesson[];
  modules: CourseModule[];
  window: Window;
}

interface OutlineChange {
  caller: AuditActor;
  courseId: number;
  /** The `outlineRev` that the author saw; another one is `outline_changed`. */
  seenRev?: number | undefined;
}

/**
 * Runs a change of a course's outline while no other one runs, and recounts everybody's course when the change affects
 * which lessons count. Refuses `course_not_found` and `outline_changed`.
 */
export async function changeOutline<T>(
  { db, env, queue }: ActDeps,
  { caller, courseId, seenRev }: OutlineChange,
  change: (outline: OpenOutline) => Steps<T>,
): Promise<T> {
  const answer = await db.transact(function* (tx) {
    const course = yield* lockForChange(tx, caller, courseId);
    if (seenRev !== undefined && seenRev !== course.outlineRev)
      throw new Refusal('outline_changed', { field: 'seenRev', outlineRev: course.outlineRev });
    const lessons = yield* findPlaces(tx, courseId);
    const modules = yield* findModules(tx, courseId);
    const counted = yield* countedLessons(tx, courseId);
    const window = { from: course.windowFrom, to: course.windowTo };
    const changed = yield* change({ tx, caller, course, lessons, modules, window });
    const counting = yield* countedLessons(tx, courseId);
    if (JSON.stringify(counting) !== JSON.stringify(counted))
      yield* recount({ ...tx, env }, caller, { course, lessons: counting });
    return changed;
  }, `course/${courseId}`);
  queue.wake('jobs');
  return answer;
}

function* recount(
  tx: JobTx,
  caller: AuditActor,
  { course, lessons }: { course: CourseRecord; lessons: CountedLesson[] },
): Steps<void> {
  yield* startCourseJob(tx, caller, recountKind, {
    act: { kind: 'recount', courseId: course.id, lessons },
    title: `Recount progress in ${course.title}`,
    organizationId: course.organizationId,
    total: yield* countEnrolled(tx, course.id),
  });
}

function* lockForChange(tx: TxContext, { actor }: AuditActor, courseId: number): Steps<CourseRecord> {
  const { courses } = tx.tables;
  const row = tx.select({ id: courses.id }).from(courses).where(eq(courses.id, courseId));
  yield* run(locking(row, 'no key update'));
  return yield* requireEditable(tx, actor, courseId);
}

function* findPlaces({ queries, tables: { lessons } }: TxContext, courseId: number): Steps<PlacedLesson[]> {
  const { id, orderIndex } = lessons;
  const isThere = and(eq(lessons.courseId, courseId), isNull(lessons.retiredAt));
  return yield* run(queries.select({ id, orderIndex }).from(lessons).where(isThere).orderBy(orderIndex, id));
}

/**
 * Writes the places that changed, and returns the course's `outlineRev`, raised by one when anything changed;
 * `alreadyChanged` says that something was written before.
 */
export function* saveArrangement(
  outline: OpenOutline,
  after: Arrangement,
  { alreadyChanged = false }: { alreadyChanged?: boolean } = {},
): Steps<number> {
  const { tx, course, window } = outline;
  const moved = yield* savePlaces(outline, after);
  const ranged = yield* saveRanges(outline, after);
  const isWindowMoved = window.from !== after.window.from || window.to !== after.window.to;
  if (!moved && !ranged && !isWindowMoved && !alreadyChanged) return course.outlineRev;
  const { courses } = tx.tables;
  const outlineRev = course.outlineRev + 1;
  const change = { outlineRev, windowFrom: after.window.from, windowTo: after.window.to };
  yield* run(tx.update(courses).set(change).where(eq(courses.id, course.id)));
  return outlineRev;
}

function* savePlaces({ tx, lessons }: OpenOutline, after: Arrangement): Steps<boolean> {
  const table = tx.tables.lessons;
  const before = new Map(lessons.map(({ id, orderIndex }) => [id, orderIndex]));
  const moved = after.lessons.filter(({ id, orderIndex }) => before.get(id) !== orderIndex);
  if (moved.some(({ orderIndex }) => orderIndex > LESSON_INDEX_LIMIT)) throw noRoom();
  for (const part of inBatches(moved)) {
    // Ids and indexes are our own integers: inlined, they keep their type on both engines.
    const cases = part.map(({ id, orderIndex }) => `when ${id} then ${orderIndex}`).join(' ');
    const orderIndex = sql`case ${table.id} ${sql.raw(cases)} end`;
    const ids = part.map(({ id }) => id);
    yield* run(tx.update(table).set({ orderIndex }).where(inArray(table.id, ids)));
  }
  return moved.length > 0;
}

function* saveRanges({ tx, modules }: OpenOutline, after: Arrangement): Steps<boolean> {
  const { courseModules } = tx.tables;
  const before = new Map(modules.map((module) => [module.id, module]));
  const ranged = after.modules.filter(({ id, startLessonIndex, endLessonIndex }) => {
    const known = before.get(id);
    return known && (known.startLessonIndex !== startLessonIndex || known.endLessonIndex !== endLessonIndex);
  });
  for (const { id, startLessonIndex, endLessonIndex } of ranged) {
    if (endLessonIndex > LESSON_INDEX_LIMIT) throw noRoom();
    const range = { startLessonIndex, endLessonIndex };
    yield* run(tx.update(courseModules).set(range).where(eq(courseModules.id, id)));
  }
  return ranged.length > 0;
}

function noRoom(): Refusal {
  return new Refusal('validation_failed', {}, `Lesson numbers go up to ${LESSON_INDEX_LIMIT}.`);
}

/** Logs an act on a lesson or module of the course under its present title. */
export function* logOutlineAct(
  { tx, caller, course }: OpenOutline,
  action: string,
  { subject, ...details }: { subject: number; [detail: string]: unknown },
): Steps<void> {
  const { organizationId, id: courseId } = course;
  yield* audit(tx, caller, { action, organizationId, subject: String(subject), details: { ...details, courseId } });
}
