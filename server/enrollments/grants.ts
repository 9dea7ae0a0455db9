// Granting an organization a course it does not own, and taking it back: both take effect at once for all members (R-M8).
import { and, eq, isNotNull, not, sql } from 'drizzle-orm';
import type { CourseGrant } from '#sync/contract/organization.ts';
import { type CourseRecord, requireEditable } from '../catalog/editable.ts';
import { type Db, run, type Steps, type TxContext } from '../db/client.ts';
import type { ActDeps } from '../deps.ts';
import { type AuditActor, audit } from '../http/audit-log.ts';
import { requireActive, requireOrganization } from '../identity/require-organization.ts';
import { endAssignments } from '../learning/end-assignments.ts';
import { countEnrolled, pageOfEnrolled } from '../learning/enrolled.ts';
import type { CourseKind, JobTx } from '../queue/job-kinds.ts';
import { startCourseJob } from '../queue/start-job.ts';
import { dropLostRules } from './enrollment-rules.ts';

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

/**
 * Takes a granted course back, also from members who were enrolled in it by hand; without a grant nothing changes. The enrollments
 * of many members end later, and open nothing from this moment on.
 */
export async function revokeCourse(
  { db, env, queue }: ActDeps,
  caller: AuditActor,
  { courseId, organizationId: named }: CourseGrant,
): Promise<{ message: string }> {
  const { courseGrants } = db.tables;
  const told = await db.transact(function* (tx) {
    const course = yield* requireEditable(tx, caller.actor, courseId);
    const { title } = course;
    const { id: organizationId, name } = yield* requireOrganization(tx, caller.actor, named);
    const here = and(eq(courseGrants.courseId, courseId), eq(courseGrants.organizationId, organizationId));
    const [gone] = yield* run(tx.delete(courseGrants).where(here).returning());
    if (!gone) return { message: `${name} was not granted ${title}.` };
    const isLost = course.visibility !== 'public' && course.organizationId !== organizationId;
    if (isLost) {
      yield* dropLostRules(tx, caller, courseId);
      yield* endGiven({ ...tx, env }, caller, { course, organizationId });
    }
    const act = { action: 'course.grant_revoked', organizationId, subject: String(courseId) };
    yield* audit(tx, caller, act);
    return { message: `${name} no longer has ${title}.` };
  });
  queue.wake('jobs');
  return told;
}

/** Ends what was given by hand in a course to members of an organization that has it no more. */
function* endGiven(
  tx: JobTx,
  caller: AuditActor,
  { course: { id: courseId, title }, organizationId }: { course: CourseRecord; organizationId: string },
): Steps<void> {
  const isLeft = yield* startCourseJob(tx, caller, endGrantKind, {
    act: { kind: 'end-grant', courseId },
    ...{ title: `End enrollments in ${title}`, organizationId, total: yield* countEnrolled(tx, courseId) },
  });
  if (isLeft) yield* keepClosed(tx, { courseId, organizationId, endedAt: caller.now });
}

/** A course that was public is so no more: what was given by hand ends for organizations that neither own it nor were granted it. */
export function* closeToOthers(tx: JobTx, caller: AuditActor, course: CourseRecord): Steps<void> {
  const { courseProgress, courseGrants, profiles } = tx.tables;
  const { organizationId } = profiles;
  const isGranted = sql`exists (select 1 from ${courseGrants} where ${courseGrants.courseId} = ${course.id}
    and ${courseGrants.organizationId} = ${organizationId})`;
  const isAssigned = and(eq(courseProgress.courseId, course.id), eq(courseProgress.isAssigned, true));
  const others = yield* run(
    tx
      .selectDistinct({ id: organizationId })
      .from(courseProgress)
      .innerJoin(profiles, eq(profiles.id, courseProgress.userId))
      .where(and(isAssigned, isNotNull(organizationId), not(isGranted))),
  );
  for (const { id } of others)
    if (id !== null && id !== course.organizationId) yield* endGiven(tx, caller, { course, organizationId: id });
}

function* keepClosed(tx: TxContext, ended: { courseId: number; organizationId: string; endedAt: Date }): Steps<void> {
  const { endedGrants } = tx.tables;
  const target = [endedGrants.courseId, endedGrants.organizationId];
  const set = { endedAt: ended.endedAt };
  yield* run(tx.insert(endedGrants).values(ended).onConflictDoUpdate({ target, set }));
}

/** Ends the next of the enrollments by hand that members of the organization have, behind those who are still to be enrolled. */
export const endGrantKind: CourseKind<'end-grant'> = {
  kind: 'end-grant',
  isInTurn: true,
  *doPage(tx, caller, { act: { courseId }, organizationId, cursor }) {
    const { page, nextCursor } = yield* pageOfEnrolled(tx, courseId, cursor);
    const theirs = page.filter((row) => row.isAssigned && row.organizationId === organizationId);
    let changed = 0;
    for (const { userId } of theirs)
      changed += yield* endAssignments(tx, caller, { courseId, userId, auditedIn: organizationId });
    const late =
      nextCursor === null ? yield* openAgain(tx, caller, { courseId, organizationId: organizationId ?? '' }) : 0;
    return { handled: page.length, changed: changed + late, cursor: nextCursor };
  },
};

/**
 * What `revokeCourse` has closed is over, once the last of them has ended: also those whom a merge has moved to before the cursor.
 * Returns how many these were.
 */
function* openAgain(
  tx: TxContext,
  caller: AuditActor,
  { courseId, organizationId }: { courseId: number; organizationId: string },
): Steps<number> {
  const { courseProgress, endedGrants, profiles } = tx.tables;
  const { userId, isAssigned } = courseProgress;
  const isLeft = and(
    eq(courseProgress.courseId, courseId),
    eq(isAssigned, true),
    eq(profiles.organizationId, organizationId),
  );
  const left = yield* run(
    tx.select({ userId }).from(courseProgress).innerJoin(profiles, eq(profiles.id, userId)).where(isLeft),
  );
  let ended = 0;
  for (const row of left) ended += yield* endAssignments(tx, caller, { courseId, ...row, auditedIn: organizationId });
  const here = and(eq(endedGrants.courseId, courseId), eq(endedGrants.organizationId, organizationId));
  yield* run(tx.delete(endedGrants).where(here));
  return ended;
}
