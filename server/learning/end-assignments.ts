// Ends the access to an organization's courses that was given to single people by hand.
import { and, eq, inArray, isNull, or } from 'drizzle-orm';
import { run, type Steps, type TxContext } from '../db/client.ts';
import { announce } from '../events.ts';
import { type AuditActor, audit } from '../http/audit-log.ts';

type EndedFor = { userId: string } & ({ courseId: number; auditedIn: string | null } | { organizationId: string });

/**
 * Ends the enrollments by hand of a person in one course, or in all courses that an organization which they leave owns or was granted.
 * Progress stays; an enrollment in which nothing was done goes. Returns how many ended.
 */
export function* endAssignments(tx: TxContext, caller: AuditActor, { userId, ...of }: EndedFor): Steps<number> {
  const { courseProgress, courses, courseGrants, endedGrants, endedAssignments } = tx.tables;
  const { courseId, isAssigned, lastActivityAt, round } = courseProgress;
  const coursesOf = (organizationId: string) =>
    or(
      inArray(courseId, tx.select({ id: courses.id }).from(courses).where(eq(courses.organizationId, organizationId))),
      // Granted, or taken back and not yet ended for all of them.
      ...[courseGrants, endedGrants].map((table) =>
        inArray(
          courseId,
          tx.select({ id: table.courseId }).from(table).where(eq(table.organizationId, organizationId)),
        ),
      ),
    );
  const isOne = 'courseId' in of ? eq(courseId, of.courseId) : coursesOf(of.organizationId);
  const here = and(eq(courseProgress.userId, userId), eq(isAssigned, true), isOne);
  const found = yield* run(tx.select({ courseId }).from(courseProgress).where(here));
  for (const one of found) {
    const target = [endedAssignments.userId, endedAssignments.courseId];
    const ended = tx.insert(endedAssignments).values({ ...one, userId, endedAt: caller.now });
    yield* run(ended.onConflictDoUpdate({ target, set: { endedAt: caller.now } }));
  }
  // The row of a later round says which one it is, and that those before were completed.
  yield* run(tx.delete(courseProgress).where(and(here, isNull(lastActivityAt), eq(round, 1))));
  yield* run(tx.update(courseProgress).set({ isAssigned: false, enrolledBy: null, dueOn: null }).where(here));
  for (const one of found) {
    yield* audit(tx, caller, {
      ...{ action: 'course.person_unenrolled', subject: userId },
      organizationId: 'organizationId' in of ? of.organizationId : of.auditedIn,
      details: { ...one, ...('organizationId' in of && { because: 'left the organization' }) },
    });
    const people = [{ userId, key: caller.now.getTime() }];
    yield* announce(tx, { type: 'course.unenrolled', ...one, at: caller.now, people });
  }
  return found.length;
}

/** Takes a person who leaves an organization out of its groups, and with that ends what they led. */
export function* endGroups(
  tx: TxContext,
  caller: AuditActor,
  { userId, organizationId }: { userId: string; organizationId: string },
): Steps<void> {
  const { groups, groupMembers } = tx.tables;
  const isOurs = and(eq(groupMembers.userId, userId), eq(groups.organizationId, organizationId));
  const found = yield* run(
    tx
      .select({ id: groups.id, name: groups.name })
      .from(groupMembers)
      .innerJoin(groups, eq(groups.id, groupMembers.groupId))
      .where(isOurs),
  );
  for (const { id, name } of found) {
    yield* run(tx.delete(groupMembers).where(and(eq(groupMembers.groupId, id), eq(groupMembers.userId, userId))));
    const details = { group: name, because: 'left the organization' };
    yield* audit(tx, caller, { action: 'group.person_removed', organizationId, subject: userId, details });
  }
}
