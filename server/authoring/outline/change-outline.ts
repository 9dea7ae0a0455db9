// Every change of a course's lessons and modules goes through here: one author at a time, and who is enrolled is counted afresh.
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { type CourseModule, LESSON_INDEX_LIMIT } from '#sync/contract/authoring.ts';
import { Refusal } from '#sync/contract/refusal.ts';
import { auditLog } from '../../audit/audit-log.ts';
import { inParts } from '../../audit/bulk.ts';
import { isVisibleLesson, worthOf } from '../../catalog/facts.ts';
import { type Db, run, type Steps, type TxContext } from '../../db/client.ts';
import { holding } from '../../db/prepared.ts';
import { type AuditActor, auditColumns } from '../../http/actor.ts';
import { recountEveryone } from '../../learning/recount-everyone.ts';
import { type CourseRecord, requireEditable } from '../editable.ts';
import { findModules } from './admin-lessons.ts';
import type { Arrangement, PlacedLesson, Window } from './arrangement.ts';

/** A course's outline inside the unit that may change it. */
export interface OpenOutline {
  source: TxContext;
  acting: AuditActor;
  course: CourseRecord;
  /** Those that are not deleted, by orderIndex. */
  lessons: PlacedLesson[];
  modules: CourseModule[];
  window: Window;
}

interface Asked {
  acting: AuditActor;
  courseId: number;
  /** The `outlineRev` that the author saw; another one is `outline_changed`. */
  seenRev?: number | undefined;
}

/**
 * Runs a change of a course's outline while no other one runs, and counts everybody's course afresh when other lessons
 * count by it. Refuses `course_not_found` and `outline_changed`.
 */
export function changeOutline<T>(
  db: Db,
  { acting, courseId, seenRev }: Asked,
  change: (outline: OpenOutline) => Steps<T>,
): Promise<T> {
  return db.transact(function* (source) {
    const course = yield* holdForChange(source, acting, courseId);
    if (seenRev !== undefined && seenRev !== course.outlineRev)
      throw new Refusal('outline_changed', { field: 'seenRev', outlineRev: course.outlineRev });
    const lessons = yield* findPlaces(source, courseId);
    const modules = yield* findModules(source, courseId);
    const counted = yield* findCounting(source, courseId);
    const window = { from: course.windowFrom, to: course.windowTo };
    const answer = yield* change({ source, acting, course, lessons, modules, window });
    if ((yield* findCounting(source, courseId)) !== counted)
      yield* recountEveryone(source, { courseId, at: acting.now });
    return answer;
  }, `course/${courseId}`);
}

function* holdForChange(source: TxContext, { actor }: AuditActor, courseId: number): Steps<CourseRecord> {
  const { courses } = source.tables;
  const row = source.select({ id: courses.id }).from(courses).where(eq(courses.id, courseId));
  yield* run(holding(row, 'no key update'));
  return yield* requireEditable(source, actor, courseId);
}

function* findPlaces({ queries, tables: { lessons } }: TxContext, courseId: number): Steps<PlacedLesson[]> {
  const { id, orderIndex } = lessons;
  const isThere = and(eq(lessons.courseId, courseId), isNull(lessons.retiredAt));
  return yield* run(queries.select({ id, orderIndex }).from(lessons).where(isThere).orderBy(orderIndex, id));
}

/** Which lessons count for a learner, and for how much, as one text to compare. */
function* findCounting({ queries, tables }: TxContext, courseId: number): Steps<string> {
  const { lessons, courses } = tables;
  const rows = yield* run(
    queries
      .select({ id: lessons.id, points: worthOf(tables) })
      .from(lessons)
      .innerJoin(courses, eq(courses.id, lessons.courseId))
      .where(and(eq(lessons.courseId, courseId), isVisibleLesson(tables)))
      .orderBy(lessons.id),
  );
  return rows.map(({ id, points }) => `${id}:${points}`).join();
}

/**
 * Writes what stands elsewhere than before, and answers the course's `outlineRev` now: one more when anything changed,
 * `alreadyChanged` telling of what was written before.
 */
export function* saveArrangement(
  outline: OpenOutline,
  after: Arrangement,
  { alreadyChanged = false }: { alreadyChanged?: boolean } = {},
): Steps<number> {
  const { source, course, window } = outline;
  const moved = yield* keepPlaces(outline, after);
  const ranged = yield* keepRanges(outline, after);
  const isWindowMoved = window.from !== after.window.from || window.to !== after.window.to;
  if (!moved && !ranged && !isWindowMoved && !alreadyChanged) return course.outlineRev;
  const { courses } = source.tables;
  const outlineRev = course.outlineRev + 1;
  const change = { outlineRev, windowFrom: after.window.from, windowTo: after.window.to };
  yield* run(source.update(courses).set(change).where(eq(courses.id, course.id)));
  return outlineRev;
}

function* keepPlaces({ source, lessons }: OpenOutline, after: Arrangement): Steps<boolean> {
  const table = source.tables.lessons;
  const before = new Map(lessons.map(({ id, orderIndex }) => [id, orderIndex]));
  const moved = after.lessons.filter(({ id, orderIndex }) => before.get(id) !== orderIndex);
  if (moved.some(({ orderIndex }) => orderIndex > LESSON_INDEX_LIMIT)) throw noRoom();
  for (const part of inParts(moved)) {
    // Ids and indexes are our own whole numbers: as text they keep their type on both engines.
    const cases = part.map(({ id, orderIndex }) => `when ${id} then ${orderIndex}`).join(' ');
    const orderIndex = sql`case ${table.id} ${sql.raw(cases)} end`;
    const ids = part.map(({ id }) => id);
    yield* run(source.update(table).set({ orderIndex }).where(inArray(table.id, ids)));
  }
  return moved.length > 0;
}

function* keepRanges({ source, modules }: OpenOutline, after: Arrangement): Steps<boolean> {
  const { courseModules } = source.tables;
  const before = new Map(modules.map((module) => [module.id, module]));
  const ranged = after.modules.filter(({ id, startLessonIndex, endLessonIndex }) => {
    const known = before.get(id);
    return known && (known.startLessonIndex !== startLessonIndex || known.endLessonIndex !== endLessonIndex);
  });
  for (const { id, startLessonIndex, endLessonIndex } of ranged) {
    if (endLessonIndex > LESSON_INDEX_LIMIT) throw noRoom();
    const range = { startLessonIndex, endLessonIndex };
    yield* run(source.update(courseModules).set(range).where(eq(courseModules.id, id)));
  }
  return ranged.length > 0;
}

function noRoom(): Refusal {
  return new Refusal('validation_failed', {}, `Lesson numbers go up to ${LESSON_INDEX_LIMIT}.`);
}

/** Notes what was done to a lesson or a module of the course, by its title of today. */
export function* noteOutlineAct(
  { source, acting, course }: OpenOutline,
  action: string,
  { subject, ...details }: { subject: number; [detail: string]: unknown },
): Steps<void> {
  const about = { organizationId: course.organizationId, subject: String(subject) };
  const act = { ...auditColumns(acting), ...about, action, details: { ...details, courseId: course.id } };
  yield* run(auditLog(source, act));
}
