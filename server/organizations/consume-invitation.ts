// Using an invitation: membership, role, enrollment and the count of uses, all or nothing.
import { and, eq, isNull, lt, or, sql } from 'drizzle-orm';
import type { InvitationUsed } from '#sync/contract/invitation.ts';
import { Refusal } from '#sync/contract/refusal.ts';
import { noteAct } from '../audit/note.ts';
import { type Db, run, type Source, type Steps } from '../db/client.ts';
import type { Actor } from '../http/actor.ts';
import { recountCourse } from '../progress/recount-course.ts';
import { courseForOrganization, type Invitation, readInvitation, requireInvited } from './invitations.ts';

export interface Consuming {
  token: string;
  person: Actor;
  ip: string;
  now: Date;
}

/**
 * Brings a person into the organization of an invitation. Refuses `invitation_already_used` (409) the second time,
 * `already_in_organization` (403) for a member of another one, and tokens that can no longer be used.
 */
export function consumeInvitation(db: Db, consuming: Consuming): Promise<InvitationUsed> {
  return inTurn(consuming.token, () => db.transact((source) => consume(source, consuming)));
}

function* consume(source: Source, { token, person, ip, now }: Consuming): Steps<InvitationUsed> {
  const invitation = yield* readInvitation(source, token, now);
  requireInvited(invitation, person.email);
  yield* countUse(source, invitation, { userId: person.id, now });
  yield* join(source, invitation, person.id);
  const { organizationId, organization } = invitation;
  const courseId = yield* enroll(source, invitation, { person: { ...person, organizationId }, now });
  const act = { actorId: person.id, organizationId, ip, at: now };
  yield* run(noteAct(source, { ...act, action: 'invitation.used', subject: invitation.id }));
  if (invitation.role === 'admin' && !person.isOrgAdmin) {
    const details = { isOrgAdmin: true, by: 'invitation' };
    yield* run(noteAct(source, { ...act, action: 'account.role_changed', subject: person.id, details }));
  }
  return { success: true, message: `You have joined ${organization}.`, organizationId, courseId };
}

/** Both statements decide by themselves, so that no number of people at once can use it once too often. */
function* countUse(
  { queries, tables }: Source,
  { id }: Invitation,
  { userId, now }: { userId: string; now: Date },
): Steps<void> {
  const { invitations, invitationUses } = tables;
  const use = { invitationId: id, userId, usedAt: now };
  const [isFirst] = yield* run(queries.insert(invitationUses).values(use).onConflictDoNothing().returning());
  if (!isFirst) throw new Refusal('invitation_already_used');
  const [counted] = yield* run(
    queries
      .update(invitations)
      .set({ uses: sql`${invitations.uses} + 1` })
      .where(and(eq(invitations.id, id), lt(invitations.uses, invitations.maxUses)))
      .returning({ uses: invitations.uses }),
  );
  if (!counted) throw new Refusal('invitation_used_up', { field: 'invitationToken' });
}

/** A member stays one, and an admin of the organization is not made less by a member's invitation. */
function* join({ queries, tables }: Source, { organizationId, role }: Invitation, userId: string): Steps<void> {
  const { profiles } = tables;
  const isFree = or(isNull(profiles.organizationId), eq(profiles.organizationId, organizationId));
  const [joined] = yield* run(
    queries
      .update(profiles)
      .set({ organizationId, ...(role === 'admin' && { isOrgAdmin: true }) })
      .where(and(eq(profiles.id, userId), isFree))
      .returning({ id: profiles.id }),
  );
  if (!joined) throw new Refusal('already_in_organization');
}

interface Enrolling {
  person: Actor;
  now: Date;
}

/**
 * Enrolls in the course of the invitation, and answers its id; null when the organization may not take it any more. Its
 * own course an administrator opened with the invitation as by an enrollment by hand; a granted one opens as long as the
 * grant is there.
 */
function* enroll(source: Source, invitation: Invitation, { person, now }: Enrolling): Steps<number | null> {
  const { organizationId, courseId } = invitation;
  if (courseId === null) return null;
  const [course] = yield* run(courseForOrganization(source, { organizationId, courseId }));
  if (!course?.isReached) return null;
  yield* recountCourse({ ...source, person, now }, courseId);
  if (!course.isOwn) return courseId;
  const { courseProgress } = source.tables;
  yield* run(
    source
      .update(courseProgress)
      .set({ isAssigned: true })
      .where(and(eq(courseProgress.userId, person.id), eq(courseProgress.courseId, courseId))),
  );
  return courseId;
}

const turns = new Map<string, Promise<unknown>>();

/**
 * One after the other for each token within this process. A class that joins at once would otherwise lose races
 * against itself on PostgreSQL until its tries are spent; races with other processes the database decides.
 */
function inTurn<T>(token: string, work: () => Promise<T>): Promise<T> {
  const before = turns.get(token) ?? Promise.resolve();
  const mine = before.then(work, work);
  turns.set(token, mine);
  const leave = () => {
    if (turns.get(token) === mine) turns.delete(token);
  };
  mine.then(leave, leave);
  return mine;
}
