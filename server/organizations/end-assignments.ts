// Ends the access to an organization's courses that was given to single people by hand.
import { and, eq, inArray, isNull, or } from 'drizzle-orm';
import { type AuditActor, audit } from '../audit/audit-log.ts';
import { inBatches, run, type Steps, type TxContext } from '../db/client.ts';
import { excluded } from '../db/prepared.ts';
import { announce } from '../events.ts';

/**
 * Ends the enrollments by hand of these people in one course, or in all courses that an organization which they leave owns or
 * was granted. Progress stays; an enrollment in which nothing was done goes. Returns how many ended.
 */
export function* endAssignments(
  tx: TxContext,
  caller: AuditActor,
  {
    userIds,
    ...of
  }: { userIds: readonly string[] } & ({ courseId: number; auditedIn: string | null } | { organizationId: string }),
): Steps<number> {
  const { courseProgress, courses, courseGrants, endedGrants, endedAssignments } = tx.tables;
  const { userId, courseId, isAssigned, lastActivityAt, round } = courseProgress;
  let ended = 0;
  for (const part of inBatches(userIds)) {
    const inCourse =
      'courseId' in of
        ? eq(courseId, of.courseId)
        : or(
            inArray(
              courseId,
              tx.select({ id: courses.id }).from(courses).where(eq(courses.organizationId, of.organizationId)),
            ),
            inArray(
              courseId,
              tx
                .select({ id: courseGrants.courseId })
                .from(courseGrants)
                .where(eq(courseGrants.organizationId, of.organizationId)),
            ),
            // Taken back, and not yet ended for all of them.
            inArray(
              courseId,
              tx
                .select({ id: endedGrants.courseId })
                .from(endedGrants)
                .where(eq(endedGrants.organizationId, of.organizationId)),
            ),
          );
    const here = and(inArray(userId, part), eq(isAssigned, true), inCourse);
    const found = yield* run(tx.select({ userId, courseId }).from(courseProgress).where(here));
    if (found.length === 0) continue;
    for (const some of inBatches(found)) {
      const rows = some.map((row) => ({ userId: row.userId, courseId: row.courseId, endedAt: caller.now }));
      const target = [endedAssignments.userId, endedAssignments.courseId];
      const set = { endedAt: excluded(endedAssignments.endedAt) };
      yield* run(tx.insert(endedAssignments).values(rows).onConflictDoUpdate({ target, set }));
    }
    // The row of a later round says which one it is, and that those before were completed.
    yield* run(tx.delete(courseProgress).where(and(here, isNull(lastActivityAt), eq(round, 1))));
    yield* run(tx.update(courseProgress).set({ isAssigned: false, enrolledBy: null, dueOn: null }).where(here));
    const acts = found.map((row) => ({
      action: 'course.person_unenrolled',
      organizationId: 'organizationId' in of ? of.organizationId : of.auditedIn,
      subject: row.userId,
      details: { courseId: row.courseId, ...('organizationId' in of && { because: 'left the organization' }) },
    }));
    yield* audit(tx, caller, acts);
    for (const [ofCourse, rows] of Map.groupBy(found, (row) => row.courseId)) {
      const people = rows.map((row) => ({ userId: row.userId, key: caller.now.getTime() }));
      yield* announce(tx, { type: 'course.unenrolled', courseId: ofCourse, at: caller.now, people });
    }
    ended += found.length;
  }
  return ended;
}

/** Takes people who leave an organization out of its groups, and with that ends what they led. */
export function* endGroups(
  tx: TxContext,
  caller: AuditActor,
  { userIds, organizationId }: { userIds: readonly string[]; organizationId: string },
): Steps<void> {
  const { groups, groupMembers } = tx.tables;
  const { userId, groupId } = groupMembers;
  const ours = tx.select({ id: groups.id }).from(groups).where(eq(groups.organizationId, organizationId));
  for (const part of inBatches(userIds)) {
    const here = and(inArray(userId, part), inArray(groupId, ours));
    const found = yield* run(
      tx
        .select({ userId, group: groups.name })
        .from(groupMembers)
        .innerJoin(groups, eq(groups.id, groupId))
        .where(here),
    );
    if (found.length === 0) continue;
    yield* run(tx.delete(groupMembers).where(here));
    const act = { action: 'group.person_removed', organizationId };
    const acts = found.map((row) => ({
      ...act,
      subject: row.userId,
      details: { group: row.group, because: 'left the organization' },
    }));
    yield* audit(tx, caller, acts);
  }
}
