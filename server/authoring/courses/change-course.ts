// A course is changed, published, archived and deleted.

import { and, eq, notExists, sql } from 'drizzle-orm';
import type { CourseChange } from '#sync/contract/course-draft.ts';
import { needsPassedAttempt } from '#sync/contract/lesson.ts';
import type { AdminCourse } from '#sync/contract/organization.ts';
import { Refusal } from '#sync/contract/refusal.ts';
import { type CourseRecord, requireEditable } from '../../catalog/editable.ts';
import { isVisibleLesson } from '../../catalog/facts.ts';
import { run, type Steps, type TxContext } from '../../db/client.ts';
import type { Deps } from '../../deps.ts';
import { dropLostRules } from '../../enrollments/enrollment-rules.ts';
import { closeToOthers } from '../../enrollments/grants.ts';
import { type AuditActor, audit } from '../../http/audit-log.ts';
import { requireActive } from '../../identity/require-organization.ts';
import { readAdminCourse } from './admin-course.ts';

/**
 * Changes a course, including whether it is published or archived; absent fields stay. Refuses `course_not_found`,
 * `course_changed` with the course as it is, `quiz_without_questions`, and org admins who change visibility or owner.
 */
export async function changeCourse(
  { db, env }: Pick<Deps, 'db' | 'env'>,
  caller: AuditActor,
  { courseId, seenRev, ...change }: CourseChange & { courseId: number },
): Promise<AdminCourse> {
  const { courses } = db.tables;
  const isCurrent = await db.transact(function* (tx): Steps<boolean> {
    const known = yield* requireEditable(tx, caller.actor, courseId);
    if (seenRev !== undefined && seenRev !== known.rev) return false;
    const wanted = columnsOf(known, change, caller.now);
    const fields = changedFields(known, wanted);
    if (fields.length === 0) return true;
    yield* requireFree(tx, caller, { known, wanted });
    if (fields.includes('isPublished') && wanted.isPublished) yield* requireQuestions(tx, courseId);
    yield* run(
      tx
        .update(courses)
        .set({ ...wanted, rev: known.rev + 1 })
        .where(eq(courses.id, courseId)),
    );
    const isClosed = known.visibility === 'public' && fields.includes('visibility');
    if (isClosed || fields.includes('organizationId')) yield* dropLostRules(tx, caller, courseId);
    if (isClosed) yield* closeToOthers({ ...tx, env }, caller, { ...known, ...wanted });
    const about = { organizationId: known.organizationId, subject: String(courseId) };
    const others = fields.filter((field) => field !== 'isPublished' && field !== 'archivedAt');
    if (others.length > 0)
      yield* audit(tx, caller, { ...about, action: 'course.changed', details: { fields: others } });
    if (fields.includes('isPublished')) {
      const action = wanted.isPublished ? 'course.published' : 'course.unpublished';
      yield* audit(tx, caller, { ...about, action });
    }
    if (fields.includes('archivedAt')) {
      yield* audit(tx, caller, { ...about, action: wanted.archivedAt ? 'course.archived' : 'course.restored' });
    }
    return true;
  });
  const course = await readAdminCourse(db, courseId);
  if (!isCurrent) throw new Refusal('course_changed', { field: 'seenRev', course });
  return course;
}

type Columns = Partial<CourseRecord>;

function columnsOf(
  known: CourseRecord,
  { duration, price, organizationId, isArchived, ...change }: Omit<CourseChange, 'seenRev'>,
  now: Date,
): Columns {
  const named: Columns = {
    ...change,
    ...(duration !== undefined && { durationMinutes: duration }),
    ...(price !== undefined && { priceCents: price }),
    ...(organizationId !== undefined && { organizationId: organizationId?.toLowerCase() ?? null }),
    ...(isArchived !== undefined && { archivedAt: isArchived ? (known.archivedAt ?? now) : null }),
  };
  return Object.fromEntries(Object.entries(named).filter(([, value]) => value !== undefined));
}

function changedFields(known: CourseRecord, wanted: Columns): string[] {
  const before = known as Record<string, unknown>;
  return Object.entries(wanted)
    .filter(([name, value]) => JSON.stringify(before[name]) !== JSON.stringify(value))
    .map(([name]) => name);
}

/** Only super admins change the visibility and the owner of an existing course (P-13 and P-14). */
function* requireFree(
  tx: TxContext,
  { actor }: AuditActor,
  { known, wanted }: { known: CourseRecord; wanted: Columns },
): Steps<void> {
  const { organizationId = known.organizationId, visibility = known.visibility } = wanted;
  if (organizationId !== known.organizationId) {
    if (organizationId !== null) yield* requireActive(tx, actor, organizationId);
    if (!actor.isSuperAdmin) throw new Refusal('access_denied', { field: 'organizationId' });
  }
  if (visibility !== known.visibility && !actor.isSuperAdmin)
    throw new Refusal('access_denied', { field: 'visibility' });
}

/**
 * A quiz is completed only by passing it, so no one could complete a course in which one is empty (decision 032). Looks at what learners
 * will see: the visible lessons of a course that is to be published, or the one lesson that is to be shown.
 */
export function* requireQuestions({ queries, tables }: TxContext, courseId: number, shownId?: number): Steps<void> {
  const { lessons, courses, quizQuestions } = tables;
  const { title, kind, assetId } = lessons;
  const isAsked = and(eq(quizQuestions.lessonId, lessons.id), sql`${quizQuestions.retiredAt} is null`);
  const unasked = yield* run(
    queries
      .select({ title, kind, videoUrl: assetId })
      .from(lessons)
      .innerJoin(courses, eq(courses.id, lessons.courseId))
      .where(
        and(
          eq(lessons.courseId, courseId),
          shownId === undefined ? isVisibleLesson(tables) : eq(lessons.id, shownId),
          notExists(queries.select({ id: quizQuestions.id }).from(quizQuestions).where(isAsked)),
        ),
      )
      .orderBy(lessons.orderIndex, lessons.id),
  );
  const empty = unasked.filter(needsPassedAttempt).map((lesson) => `"${lesson.title}"`);
  if (empty.length === 0) return;
  const names = new Intl.ListFormat('en').format(empty);
  const which = empty.length === 1 ? `The quiz ${names} has` : `The quizzes ${names} have`;
  const [field, act] = shownId === undefined ? ['isPublished', 'publish'] : ['isHidden', 'show'];
  const message = `${which} no questions, so no one could complete the course. Add questions, then ${act} it.`;
  throw new Refusal('quiz_without_questions', { field }, message);
}
