import { and, eq, isNull } from 'drizzle-orm';
import { Refusal } from '#sync/contract/refusal.ts';
import { type Db, run, type Steps, type TxContext } from '../db/client.ts';
import type { Tables } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import { type AuditActor, audit } from '../http/audit-log.ts';
import { findPerson } from '../identity/profiles.ts';
import { may, type Person } from '../permissions.ts';
import { readerOf } from './facts.ts';
import { findCourseFacts } from './open-course.ts';

export type CourseRecord = Tables['courses']['$inferSelect'];

/**
 * The row of a course that this person may edit. Everything else is refused with `missing`: `course_not_found`, unless the
 * course was reached through something that belongs to it (P-13).
 */
export function requireEditable(
  tx: TxContext,
  actor: Person,
  courseId: number,
  missing = new Refusal('course_not_found', { field: 'courseId' }),
): Steps<CourseRecord> {
  return requireCourse(tx, actor, { courseId, verbs: ['edit_course'], missing });
}

/** The row of a course from which this person may take out people whom they may enroll; everything else is `course_not_found`. */
export function requireAssignable(tx: TxContext, actor: Person, courseId: number): Steps<CourseRecord> {
  const missing = new Refusal('course_not_found', { field: 'courseId' });
  return requireCourse(tx, actor, { courseId, verbs: ['assign_course'], missing });
}

/** The row of a course whose learners, as far as they are this person's own, they may follow. Everything else is `course_not_found`. */
export function requireFollowed(tx: TxContext, actor: Person, courseId: number): Steps<CourseRecord> {
  const missing = new Refusal('course_not_found', { field: 'courseId' });
  return requireCourse(tx, actor, { courseId, verbs: ['assign_course', 'see_course'], missing });
}

/** The row of a course in which this person may enroll people now. Refuses `course_not_found` and `course_archived`. */
export function* requireOpen(tx: TxContext, actor: Person, courseId: number): Steps<CourseRecord> {
  const course = yield* requireFollowed(tx, actor, courseId);
  if (course.archivedAt) throw new Refusal('course_archived', { field: 'courseId' });
  return course;
}

interface Asked {
  courseId: number;
  verbs: ('edit_course' | 'assign_course' | 'see_course')[];
  missing: Refusal;
}

function* requireCourse(tx: TxContext, actor: Person, { courseId, verbs, missing }: Asked): Steps<CourseRecord> {
  const { courses } = tx.tables;
  const [known] = yield* run(findCourseFacts(tx, { ...readerOf(actor), courseId }));
  if (!known || !verbs.every((verb) => may(actor, verb, known.facts))) throw missing;
  const [row] = yield* run(tx.select().from(courses).where(eq(courses.id, courseId)));
  if (!row) throw missing;
  return row;
}

/** The id of the course of a lesson that this person may edit; everything else is `lesson_not_found`. */
export function courseOfLesson(db: Db, actor: Person, lessonId: number): Promise<number> {
  return db.transact(function* (tx) {
    const { course } = yield* requireEditableLesson(tx, actor, { lessonId }, new Refusal('lesson_not_found'));
    return course.id;
  });
}

/** The id of the course of a module that this person may edit; everything else is `module_not_found`. */
export function courseOfModule(db: Db, actor: Person, moduleId: number): Promise<number> {
  const missing = new Refusal('module_not_found');
  const { courseModules } = db.tables;
  return db.transact(function* (tx) {
    const [module] = yield* run(tx.select().from(courseModules).where(eq(courseModules.id, moduleId)));
    if (!module) throw missing;
    return (yield* requireEditable(tx, actor, module.courseId, missing)).id;
  });
}

export type LessonRecord = Tables['lessons']['$inferSelect'];

/**
 * A lesson that this person may edit, with its course. `courseId` is the course that the caller expects; undefined when they
 * named none. Everything else is refused with `missing`.
 */
export function* requireEditableLesson(
  tx: TxContext,
  actor: Person,
  { lessonId, courseId }: { lessonId: number; courseId?: number | undefined },
  missing = new Refusal('lesson_not_found', { field: 'lessonId' }),
): Steps<{ lesson: LessonRecord; course: CourseRecord }> {
  const { lessons } = tx.tables;
  const isThere = and(eq(lessons.id, lessonId), isNull(lessons.retiredAt));
  const [lesson] = yield* run(tx.select().from(lessons).where(isThere));
  if (!lesson || (courseId !== undefined && lesson.courseId !== courseId)) throw missing;
  return { lesson, course: yield* requireEditable(tx, actor, lesson.courseId, missing) };
}

/** The sender with the rights that they have by now, after a file that may have been on its way for long. */
export async function senderNow(deps: Pick<Deps, 'db' | 'identity' | 'now'>, sender: AuditActor): Promise<AuditActor> {
  const actor = await findPerson(deps, sender.actor.id);
  if (!actor) throw new Refusal('access_denied');
  return { ...sender, actor };
}

/** Logs an act on a lesson under its present title. */
export function auditLesson(
  tx: TxContext,
  caller: AuditActor,
  {
    lesson,
    course,
    action,
    ...details
  }: { lesson: LessonRecord; course: CourseRecord; action: string; [detail: string]: unknown },
): Steps<void> {
  const about = { organizationId: course.organizationId, subject: String(lesson.id) };
  return audit(tx, caller, { action, ...about, details: { courseId: course.id, title: lesson.title, ...details } });
}
