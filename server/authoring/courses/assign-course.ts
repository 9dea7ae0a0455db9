// Enrolling people by hand (M14), which opens a private course to them (decision 13).
import { and, eq, sql } from 'drizzle-orm';
import type { BulkOutcome, CourseGrant } from '#sync/contract/organization.ts';
import { Refusal } from '#sync/contract/refusal.ts';
import { type AuditActor, audit } from '../../audit/audit-log.ts';
import { isVisibleLesson, lessonPoints } from '../../catalog/facts.ts';
import { type Db, inBatches, number, run, type Steps, type TxContext } from '../../db/client.ts';
import { excluded } from '../../db/prepared.ts';
import { lockCourse } from '../../learning/recount-course.ts';
import { countOfPeople, findPeople, type PersonRow } from '../../organizations/change-members.ts';
import { endAssignments } from '../../organizations/end-assignments.ts';
import { requireActive, requireOrganization } from '../../organizations/require-organization.ts';
import type { Person } from '../../permissions.ts';
import { requireEditable } from '../editable.ts';

/**
 * Enrolls people in a course: org admins only people of their own organization, super admins anybody. Whoever is left out
 * comes with a reason. Refuses `course_not_found` and `course_archived`.
 */
export function enrollPeople(db: Db, caller: AuditActor, request: { courseId: number; userIds: string[] }) {
  const { actor } = caller;
  return db.transact(function* (tx) {
    const { id: courseId, title, organizationId, archivedAt } = yield* requireEditable(tx, actor, request.courseId);
    if (archivedAt) throw new Refusal('course_archived', { field: 'courseId' });
    const ids = [...new Set(request.userIds.map((id) => id.toLowerCase()))];
    const found = yield* findPeople(tx, ids);
    const already = yield* findAssigned(tx, courseId);
    const left: BulkOutcome['left'] = [];
    const enrolled = ids.filter((userId) => {
      const one = found.get(userId);
      if (!isTheirs(actor, one)) left.push({ userId, reason: actor.isSuperAdmin ? NOT_HERE : NOT_YOURS });
      else if (already.has(userId)) left.push({ userId, reason: 'Already enrolled by an admin.' });
      else return true;
      return false;
    });
    yield* saveEnrollments(tx, caller, { courseId, userIds: enrolled });
    const act = { action: 'course.person_enrolled', organizationId, details: { courseId } };
    yield* audit(
      tx,
      caller,
      enrolled.map((subject) => ({ ...act, subject })),
    );
    return { message: `${countOfPeople(enrolled.length)} enrolled in ${title}.`, changed: enrolled.length, left };
  });
}

function isTheirs(actor: Person, one: PersonRow | undefined): boolean {
  return one !== undefined && (actor.isSuperAdmin || one.organizationId === actor.organizationId);
}

const NOT_HERE = 'This person is not here.';
const NOT_YOURS = 'This person is not in your organization.';

function* findAssigned({ queries, tables: { courseProgress } }: TxContext, courseId: number): Steps<Set<string>> {
  const isAssigned = and(eq(courseProgress.courseId, courseId), eq(courseProgress.isAssigned, true));
  const rows = yield* run(queries.select({ userId: courseProgress.userId }).from(courseProgress).where(isAssigned));
  return new Set(rows.map((row) => row.userId));
}

/** An existing enrollment keeps everything it holds. A new one has no activity until the person does something. */
function* saveEnrollments(
  tx: TxContext,
  { actor, now }: AuditActor,
  { courseId, userIds }: { courseId: number; userIds: string[] },
): Steps<void> {
  const { courseProgress } = tx.tables;
  yield* run(lockCourse(tx, { courseId }));
  const totalPoints = yield* countPoints(tx, courseId);
  const row = { courseId, totalPoints, isAssigned: true, enrolledBy: actor.id, enrolledAt: now };
  for (const part of inBatches(userIds)) {
    yield* run(
      tx
        .insert(courseProgress)
        .values(part.map((userId) => ({ ...row, userId })))
        .onConflictDoUpdate({
          target: [courseProgress.userId, courseProgress.courseId],
          set: { isAssigned: true, enrolledBy: excluded(courseProgress.enrolledBy) },
        }),
    );
  }
}

function* countPoints({ queries, tables }: TxContext, courseId: number): Steps<number> {
  const { lessons, courses } = tables;
  const [row] = yield* run(
    queries
      .select({ points: number(sql`coalesce(sum(${lessonPoints(tables)}), 0)`) })
      .from(lessons)
      .innerJoin(courses, eq(courses.id, lessons.courseId))
      .where(and(eq(lessons.courseId, courseId), isVisibleLesson(tables))),
  );
  return row?.points ?? 0;
}

/**
 * Withdraws an enrollment by hand, whoever made it and wherever the person is now; progress in the course is kept.
 * Refuses `course_not_found` and `enrollment_not_found`.
 */
export function unenrollPerson(db: Db, caller: AuditActor, request: { courseId: number; userId: string }) {
  return db.transact(function* (tx) {
    const { id: courseId, title } = yield* requireEditable(tx, caller.actor, request.courseId);
    const ended = yield* endAssignments(tx, caller, { courseId, userIds: [request.userId] });
    if (ended === 0) throw new Refusal('enrollment_not_found');
    return { message: `The person is no longer enrolled in ${title}.` };
  });
}

// Granting an organization a course it does not own, and revoking it: both take effect at once for all members (M8).

/** Grants a course; repeating it changes nothing. Refuses `course_not_found`, `organization_not_found`, `_inactive`. */
export function grantCourse(db: Db, caller: AuditActor, { courseId, organizationId: named }: CourseGrant) {
  const { courseGrants } = db.tables;
  return db.transact(function* (tx) {
    const { title, organizationId: owner } = yield* requireEditable(tx, caller.actor, courseId);
    const { id: organizationId, name } = yield* requireActive(tx, caller.actor, named);
    if (owner === organizationId) return { message: `${title} already belongs to ${name}.` };
    const grant = { courseId, organizationId, grantedBy: caller.actor.id, createdAt: caller.now };
    const [made] = yield* run(tx.insert(courseGrants).values(grant).onConflictDoNothing().returning());
    if (!made) return { message: `${name} already has ${title}.` };
    const act = { action: 'course.granted', organizationId, subject: String(courseId) };
    yield* audit(tx, caller, act);
    return { message: `${name} now has ${title}.` };
  });
}

/** Revokes a granted course; without a grant nothing changes. */
export function revokeCourse(db: Db, caller: AuditActor, { courseId, organizationId: named }: CourseGrant) {
  const { courseGrants } = db.tables;
  return db.transact(function* (tx) {
    const { title } = yield* requireEditable(tx, caller.actor, courseId);
    const { id: organizationId, name } = yield* requireOrganization(tx, caller.actor, named);
    const here = and(eq(courseGrants.courseId, courseId), eq(courseGrants.organizationId, organizationId));
    const [gone] = yield* run(tx.delete(courseGrants).where(here).returning());
    if (!gone) return { message: `${name} was not granted ${title}.` };
    const act = { action: 'course.grant_revoked', organizationId, subject: String(courseId) };
    yield* audit(tx, caller, act);
    return { message: `${name} no longer has ${title}.` };
  });
}
