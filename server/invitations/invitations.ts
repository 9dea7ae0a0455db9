// Invitations: created once, shown once, used by their token (P-16).

import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { and, asc, eq, gt, isNull, lt, not, or, type SQL, sql } from 'drizzle-orm';
import { foldEmail, hasAddress } from '#sync/contract/email.ts';
import {
  ADMIN_INVITATION_DAYS,
  EXPIRED_LATELY_DAYS,
  type INVITATION_ROLES,
  type INVITATION_STATES,
  type InvitationUseAnswer,
  UNUSED_AFTER_DAYS,
} from '#sync/contract/invitation.ts';
import { Refusal } from '#sync/contract/refusal.ts';
import { boolean, type Db, isOneOf, pick, run, type Steps, type TxContext } from '../db/client.ts';
import type { Tables } from '../db/schema.ts';
import { auditLog } from '../http/audit-log.ts';
import { makerMayInvite } from '../identity/end-invitations.ts';
import { UNSORTED } from '../identity/profiles.ts';
import { nameOnJoining } from '../identity/sign-in-names.ts';
import { enrollJoined } from '../learning/enrollments.ts';
import { recountCourse } from '../learning/recount-course.ts';
import { enterGroup, type Group } from '../people/groups.ts';
import type { Actor } from '../permissions.ts';

const DAY_MS = 86_400_000;
export const daysFrom = (now: Date, days: number) => new Date(now.getTime() + days * DAY_MS);

export interface NewInvitation {
  organizationId: string;
  /** Without the right to invite, now or later, it has no force. */
  createdBy: string;
  role?: (typeof INVITATION_ROLES)[number];
  maxUses?: number;
  expiresAt?: Date | null;
  /** Using the invitation also enrolls in this course. */
  courseId?: number | null;
  /** Using the invitation also leads into this group of the organization; into further ones by rows of their own. */
  groupId?: string | null;
  /** The only person who may use it. */
  email?: string | null;
  createdAt?: Date;
}

/** A new invitation as it is stored, and its token, which is stored nowhere. The caller has checked access (P-14). */
export function freshInvitation(invitation: NewInvitation) {
  const token = randomBytes(16).toString('base64url');
  const email = invitation.email ? foldEmail(invitation.email) : null;
  return { token, row: { ...invitation, id: randomUUID(), email, tokenHash: hashOf(token) } };
}

/** The expiry of an invitation whose maker chose none. */
export function defaultExpiry(role: NewInvitation['role'], now: Date): Date | null {
  return role === 'admin' ? daysFrom(now, ADMIN_INVITATION_DAYS) : null;
}

/** An invitation with what decides about its use. */
export interface Invitation {
  id: string;
  organizationId: string;
  organization: string;
  /** Of the organization's people who have chosen none. */
  language: string | null;
  role: (typeof INVITATION_ROLES)[number];
  courseId: number | null;
  group: Group | null;
  email: string | null;
  uses: number;
  maxUses: number;
}

/** The invitation of this token when it can be used now. Refuses `invitation_invalid`, `_expired` and `_used_up`. */
export async function openInvitation(db: Db, token: string, now: Date): Promise<Invitation> {
  const [found] = await invitationQuery(db, token, now);
  return requireUsable(found, now);
}

/** `openInvitation` inside a unit, which ignores the count of uses: the person's own may be among them. */
export function* readInvitation(tx: TxContext, token: string, now: Date): Steps<Invitation> {
  const [found] = yield* run(invitationQuery(tx, token, now));
  return requireUsable(found && { ...found, uses: 0 }, now);
}

export type InvitationFound = Awaited<ReturnType<typeof invitationQuery>>[number];

function invitationQuery({ queries, tables }: TxContext, token: string, now: Date) {
  const { invitations, organizations, groups, profiles, authUsers } = tables;
  return queries
    .select({
      ...pick(invitations, 'id', 'organizationId', 'role', 'courseId', 'email'),
      ...pick(invitations, 'uses', 'maxUses', 'expiresAt', 'revokedAt'),
      organization: organizations.name,
      language: organizations.language,
      isActive: organizations.isActive,
      makerMayInvite: makerMayInvite(tables, now),
      group: { id: groups.id, name: groups.name },
    })
    .from(invitations)
    .innerJoin(organizations, eq(organizations.id, invitations.organizationId))
    .leftJoin(groups, eq(groups.id, invitations.groupId))
    .leftJoin(profiles, eq(profiles.id, invitations.createdBy))
    .leftJoin(authUsers, eq(authUsers.id, invitations.createdBy))
    .where(eq(invitations.tokenHash, hashOf(token)));
}

function requireUsable(found: InvitationFound | undefined, now: Date): Invitation {
  if (!found || found.revokedAt || !found.isActive || !found.makerMayInvite)
    throw new Refusal('invitation_invalid', { field: 'invitationToken' });
  const { isActive: _, revokedAt: __, makerMayInvite: ___, expiresAt, ...invitation } = found;
  if (expiresAt && expiresAt <= now) throw new Refusal('invitation_expired', { field: 'invitationToken' });
  if (found.uses >= found.maxUses) throw new Refusal('invitation_used_up', { field: 'invitationToken' });
  return invitation;
}

/** Refuses `invitation_for_another` when the invitation is for another address. */
export function requireInvited(invitation: Invitation, email: string): void {
  if (invitation.email && invitation.email !== foldEmail(email)) throw new Refusal('invitation_for_another');
}

function hashOf(token: string): string {
  return createHash('sha256').update(token.trim()).digest('hex');
}

/**
 * The query for what a course is to an organization: `isReached` when its people may begin it once it is published (public,
 * its own or granted), `isOwn` when it is its own. No row when there is no such course.
 */
export function courseForOrganization(
  tx: TxContext,
  { courseId, organizationId }: { courseId: number; organizationId: string },
) {
  return coursesForOrganization(tx, organizationId).where(eq(tx.tables.courses.id, courseId));
}

/** The same of every course; the caller adds the condition. */
export function coursesForOrganization({ queries, tables }: TxContext, organizationId: string) {
  const { courses, organizations, courseGrants } = tables;
  const asking = sql.param(organizationId, courseGrants.organizationId);
  const isOwn = sql`coalesce(${courses.organizationId} = ${asking}, false)`;
  const isGranted = sql`exists (select 1 from ${courseGrants}
    where ${courseGrants.courseId} = ${courses.id} and ${courseGrants.organizationId} = ${asking})`;
  return queries
    .select({
      id: courses.id,
      title: courses.title,
      isPublished: courses.isPublished,
      isOwn: boolean(isOwn),
      isReached: boolean(sql`${courses.archivedAt} is null and coalesce(${organizations.isActive}, true)
        and (${courses.visibility} = 'public' or ${isOwn} or ${isGranted})`),
    })
    .from(courses)
    .leftJoin(organizations, eq(organizations.id, courses.organizationId));
}

/** The condition that an invitation was made for such an address; undefined without a search. */
export function hasEmailLike({ invitations }: Tables, search: string | undefined): SQL | undefined {
  const wanted = search?.trim().toLowerCase();
  if (!wanted) return undefined;
  return sql`${invitations.email} like ${`%${wanted.replaceAll(/[\\%_]/g, '\\$&')}%`} escape '\\'`;
}

/**
 * True for an invitation whose person is here, or has been invited anew since. What they came in by may have been taken from them, so the
 * older one must not bring it back.
 */
export const isOvertaken = ({ invitations, profiles }: Tables): SQL => sql`(
  exists (select 1 from ${profiles} here where here.email = invitations.email and here.organization_id = invitations.organization_id)
  or exists (select 1 from ${invitations} newer where newer.email = invitations.email
    and newer.organization_id = invitations.organization_id and newer.created_at > invitations.created_at))`;

/** True for an invitation that no one has used for a week, and that works or has expired lately. */
export function isUnused(tables: Tables, now: Date): SQL | undefined {
  const { invitations } = tables;
  const { uses, revokedAt, endedBy, createdAt, expiresAt } = invitations;
  return and(
    ...[eq(uses, 0), isNull(revokedAt), isNull(endedBy), lt(createdAt, daysFrom(now, -UNUSED_AFTER_DAYS))],
    or(isNull(expiresAt), gt(expiresAt, daysFrom(now, -EXPIRED_LATELY_DAYS))),
    not(isOvertaken(tables)),
  );
}

interface Narrowed {
  search?: string | undefined;
  group?: string | undefined;
  state?: (typeof INVITATION_STATES)[number] | undefined;
}

/** What a list of invitations, and an act on all that match, is narrowed by. */
export const isFound = (tables: Tables, { search, group, state }: Narrowed, now: Date) =>
  and(hasEmailLike(tables, search), group ? leadsInto(tables, group) : undefined, state && isUnused(tables, now));

/** The condition that an invitation leads into this group. */
export function leadsInto({ invitations, invitationGroups }: Tables, group: string): SQL | undefined {
  const id = group.toLowerCase();
  const { invitationId, groupId } = invitationGroups;
  const further = sql`select ${invitationId} from ${invitationGroups} where ${eq(groupId, id)}`;
  return or(eq(invitations.groupId, id), sql`${invitations.id} in (${further})`);
}

/** The query for the groups behind the first that these invitations lead into, by name. */
export function furtherGroupsOf({ queries, tables: { invitationGroups, groups } }: TxContext, ids: string[]) {
  const { invitationId, groupId } = invitationGroups;
  return queries
    .select({ invitationId, id: groups.id, name: groups.name })
    .from(invitationGroups)
    .innerJoin(groups, eq(groups.id, groupId))
    .where(isOneOf(invitationId, ids))
    .orderBy(asc(groups.nameKey));
}

// Using an invitation: membership, role, enrollment and the count of uses, all or nothing.

export interface InvitationAttempt {
  token: string;
  person: Actor;
  ip: string;
  now: Date;
  /** The calendar day of `now`. */
  today: string;
}

/**
 * Brings a person into the organization of an invitation. Refuses `invitation_already_used` (409) the second time,
 * `already_in_organization` (403) for a member of another one, `needs_address` for an admin without one, and tokens that can no longer be used.
 */
export function consumeInvitation(db: Db, use: InvitationAttempt): Promise<InvitationUseAnswer> {
  return inSequence(use.token, () => db.transact((tx) => consume(tx, use)));
}

function* consume(tx: TxContext, { token, person, ip, now, today }: InvitationAttempt): Steps<InvitationUseAnswer> {
  const invitation = yield* readInvitation(tx, token, now);
  requireInvited(invitation, person.email);
  if (invitation.email && person.hasProvenEmail === false) throw new Refusal('address_unproven');
  if (invitation.role === 'admin' && !hasAddress(person.email)) throw new Refusal('needs_address');
  yield* countUse(tx, invitation, { userId: person.id, now });
  const isNew = person.organizationId !== invitation.organizationId;
  const email = isNew ? yield* nameOnJoining(tx, invitation.organizationId, person.email) : person.email;
  yield* join(tx, invitation, { userId: person.id, joinedAt: isNew ? now : undefined, email });
  const { organizationId, organization, group } = invitation;
  const courseId = yield* enroll(tx, invitation, { person: { ...person, organizationId }, now });
  const caller = { actor: person, ip, now, today };
  if (isNew) yield* enrollJoined(tx, caller, { organizationId, userId: person.id });
  const further = yield* run(furtherGroupsOf(tx, [invitation.id]));
  for (const { id, name } of [...(group ? [group] : []), ...further])
    yield* enterGroup(tx, caller, { group: { id, name, organizationId }, userId: person.id });
  const act = { actorId: person.id, organizationId, ip, at: now };
  yield* run(auditLog(tx, { ...act, action: 'invitation.used', subject: invitation.id }));
  if (invitation.role === 'admin' && !person.isOrgAdmin) {
    const details = { isOrgAdmin: true, by: 'invitation' };
    yield* run(auditLog(tx, { ...act, action: 'account.role_changed', subject: person.id, details }));
  }
  return { success: true, message: `You have joined ${organization}.`, organization, organizationId, courseId };
}

/** Both statements check and write at once, so that simultaneous requests cannot use the invitation once too often. */
function* countUse(
  { queries, tables }: TxContext,
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

/** A member stays a member, and an admin of the organization stays one after a member's invitation. */
function* join(
  { queries, tables }: TxContext,
  { organizationId, role }: Invitation,
  { userId, joinedAt, email }: { userId: string; joinedAt: Date | undefined; email: string },
): Steps<void> {
  const { profiles } = tables;
  const isFree = or(isNull(profiles.organizationId), eq(profiles.organizationId, organizationId));
  const [joined] = yield* run(
    queries
      .update(profiles)
      .set({
        organizationId,
        ...(joinedAt && { joinedAt }),
        ...(role === 'admin' && { isOrgAdmin: true }),
        ...(!hasAddress(email) && { email, ...UNSORTED }),
      })
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
 * Enrolls in the course of the invitation and returns its id; null when the organization may no longer take it. In its own
 * course the person counts as enrolled by an admin; a granted course is open as long as the grant lasts.
 */
function* enroll(tx: TxContext, invitation: Invitation, { person, now }: Enrolling): Steps<number | null> {
  const { organizationId, courseId } = invitation;
  if (courseId === null) return null;
  const [course] = yield* run(courseForOrganization(tx, { organizationId, courseId }));
  if (!course?.isReached) return null;
  yield* recountCourse({ ...tx, person, now }, courseId);
  if (!course.isOwn) return courseId;
  const { courseProgress } = tx.tables;
  yield* run(
    tx
      .update(courseProgress)
      .set({ isAssigned: true })
      .where(and(eq(courseProgress.userId, person.id), eq(courseProgress.courseId, courseId))),
  );
  return courseId;
}

const queues = new Map<string, Promise<unknown>>();

/**
 * Runs the work of one token in sequence within this process. Otherwise a class that joins at once would lose races
 * against itself on PostgreSQL until its attempts are spent; races with other processes the database decides.
 */
function inSequence<T>(token: string, work: () => Promise<T>): Promise<T> {
  const before = queues.get(token) ?? Promise.resolve();
  const next = before.then(work, work);
  queues.set(token, next);
  const leave = () => {
    if (queues.get(token) === next) queues.delete(token);
  };
  next.then(leave, leave);
  return next;
}
