import { and, count, eq, isNotNull } from 'drizzle-orm';
import { hasAddress } from '#sync/contract/email.ts';
import type { Assignment, BulkOutcome } from '#sync/contract/organization.ts';
import { Refusal, type RefusalCode } from '#sync/contract/refusal.ts';
import { type Db, run, type Steps, type TxContext } from '../db/client.ts';
import type { ActDeps, Deps } from '../deps.ts';
import { type AuditActor, audit, auditColumns } from '../http/audit-log.ts';
import { endInvitationsBack, endMadeBy } from '../identity/end-invitations.ts';
import { UNSORTED } from '../identity/profiles.ts';
import { requireActive, requireOrganization } from '../identity/require-organization.ts';
import { nameOnJoining } from '../identity/sign-in-names.ts';
import { endAssignments, endGroups } from '../learning/end-assignments.ts';
import { enrollJoined } from '../learning/enrollments.ts';
import { tellOfToken } from '../mail/mail-admins.ts';
import { type PersonRow, readPersonRow, readPersonRows } from '../people/search-people.ts';
import { may } from '../permissions.ts';
import { leftOut, onEach, type RowsKind } from '../queue/job-kinds.ts';
import { actOnPeople, changedPeople } from '../queue/start-job.ts';

interface Membership {
  organizationId: string;
  userId: string;
  isOrgAdmin: boolean;
}

/**
 * Makes a member an org admin, or an org admin a member. Refuses `user_not_found`, `cannot_change_self`, for org
 * admins `last_admin`, and `needs_address` for whoever has no address.
 */
export function changeMember(db: Db, caller: AuditActor, wanted: Membership) {
  return db.transact(function* (tx) {
    const { id: organizationId } = yield* requireOrganization(tx, caller.actor, wanted.organizationId);
    if (wanted.userId === caller.actor.id) throw new Refusal('cannot_change_self', { field: 'userId' });
    const one = yield* readPersonRow(tx, wanted.userId);
    const admins = wanted.isOrgAdmin ? Number.POSITIVE_INFINITY : yield* countAdmins(tx, organizationId);
    const code = removalRefusal({ one, organizationId, admins, caller });
    if (code) throw new Refusal(code, { field: 'userId' });
    if (wanted.isOrgAdmin && one && !hasAddress(one.email)) throw new Refusal('needs_address', { field: 'userId' });
    if (one && one.isOrgAdmin !== wanted.isOrgAdmin) yield* setRole(tx, caller, { ...wanted, one });
    return { message: wanted.isOrgAdmin ? 'The person is now an admin.' : 'The person is now a member.' };
  });
}

function* setRole(
  tx: TxContext,
  caller: AuditActor,
  { userId, organizationId, isOrgAdmin, one }: Membership & { one: PersonRow },
): Steps<void> {
  const { profiles } = tx.tables;
  yield* run(tx.update(profiles).set({ isOrgAdmin }).where(eq(profiles.id, userId)));
  const act = { action: 'account.role_changed', organizationId, subject: userId, details: { isOrgAdmin } };
  yield* audit(tx, caller, act);
  if (isOrgAdmin) return;
  yield* endMadeBy(tx, [userId], auditColumns(caller));
  yield* endInvitationsBack(tx, { organizationId, people: [one] }, auditColumns(caller));
}

/**
 * Moves people into an organization, or with null out of theirs; a move clears is_org_admin (P-16). Whoever is elsewhere than they were
 * when it was decided stays. Refuses `organization_not_found`, `organization_inactive`, and `user_not_found` when only that one person was
 * named.
 */
export async function assignPeople(
  { db, env, queue }: ActDeps,
  caller: AuditActor,
  assignment: Assignment,
): Promise<BulkOutcome> {
  const named = namedIn(assignment);
  const to = assignment.organizationId?.toLowerCase() ?? null;
  const outcome = await db.transact(function* (tx) {
    const target = to === null ? null : yield* requireActive(tx, caller.actor, to);
    const found = yield* readPersonRows(tx, [...named.keys()]);
    if (assignment.userId && found.size === 0) throw new Refusal('user_not_found', { field: 'userId' });
    const where = target ? `assigned to ${target.name}` : 'taken out of their organization';
    return yield* actOnPeople({ ...tx, env }, caller, movePeopleKind, {
      ...{ act: { kind: 'move-people', to }, organizationId: to, within: null },
      rows: [...named].map(([userId, from = found.get(userId)?.organizationId ?? null]) => ({
        userId,
        payload: { from },
      })),
      sentence: (outcomes) => `${changedPeople(outcomes)} ${where}.`,
    });
  });
  queue.wake('jobs');
  return outcome;
}

export const movePeopleKind: RowsKind<'move-people'> = {
  kind: 'move-people',
  *title(tx, { actor }, { act: { to } }) {
    return to === null ? 'Take out of their organization' : `Assign to ${(yield* requireActive(tx, actor, to)).name}`;
  },
  *perform(tx, caller, { act: { to }, rows }) {
    if (!caller.actor.isSuperAdmin) throw new Refusal('access_denied');
    const target = to === null ? null : yield* requireActive(tx, caller.actor, to);
    return yield* onEach(rows, ({ userId, payload }) =>
      move(tx, caller, { userId: userId ?? '', from: payload?.from ?? null, target }),
    );
  },
};

interface Move {
  userId: string;
  from: string | null;
  target: { id: string; name: string } | null;
}

function* move(tx: TxContext, caller: AuditActor, { userId, from, target }: Move): Steps<undefined> {
  const to = target?.id ?? null;
  const one = yield* readPersonRow(tx, userId);
  if (!one) throw leftOut('This person is not here.');
  if (one.organizationId === to) throw leftOut(target ? `Already in ${target.name}.` : 'Not in any organization.');
  if (one.organizationId !== from) throw leftOut('No longer in the organization that was shown. Please check again.');
  yield* movePerson(tx, caller, one, to);
  yield* audit(tx, caller, {
    ...{ action: to === null ? 'organization.person_removed' : 'organization.person_assigned', subject: userId },
    organizationId: to ?? from,
    details: { from, to, ...(one.isOrgAdmin && { wasOrgAdmin: true }) },
  });
  if (to !== null) yield* enrollJoined(tx, caller, { organizationId: to, userId });
}

/** Whom an assignment names, and where they were when it was decided, as far as that was said. */
function namedIn({ userId, userIds, fromOrganizationId, fromOrganizationIds }: Assignment) {
  const named = userIds ?? (userId ? [userId] : []);
  if (named.length === 0) throw new Refusal('validation_failed', { field: 'userId' }, 'Please choose a person.');
  if (fromOrganizationIds && fromOrganizationIds.length !== named.length)
    throw new Refusal(
      'validation_failed',
      { field: 'fromOrganizationIds' },
      'Please say of each person where they are.',
    );
  const fromOf = (at: number) => (fromOrganizationIds ? fromOrganizationIds[at] : fromOrganizationId);
  return new Map(named.map((id, at) => [id.toLowerCase(), fromOf(at)?.toLowerCase() ?? fromOf(at)]));
}

/**
 * Takes one member out of an organization; it cannot be undone, and clears is_org_admin. Refuses `user_not_found`,
 * `cannot_remove_self`, and for org admins `last_admin`.
 */
export function removeMember(
  { db, env }: Pick<Deps, 'db' | 'env'>,
  caller: AuditActor,
  at: { organizationId: string; userId: string },
) {
  return db.transact(function* (tx) {
    const organization = yield* requireOrganization(tx, caller.actor, at.organizationId);
    const { email, isOrgAdmin } = yield* remove(tx, caller, { organizationId: organization.id, userId: at.userId });
    if (isOrgAdmin) yield* tellOfToken(tx, caller, { offer: env, organization, removed: [email] });
    return { message: `The person was removed from ${organization.name}.` };
  });
}

export const removeKind: RowsKind<'remove'> = {
  kind: 'remove',
  title: 'Remove from the organization',
  *perform(tx, caller, { rows, ...job }) {
    const { id: organizationId } = yield* requireOrganization(tx, caller.actor, job.organizationId ?? '');
    return yield* onEach(rows, function* ({ userId }) {
      yield* remove(tx, caller, { organizationId, userId: userId ?? '' });
      return undefined;
    });
  },
};

function* remove(
  tx: TxContext,
  caller: AuditActor,
  { organizationId, userId }: { organizationId: string; userId: string },
): Steps<PersonRow> {
  const one = yield* readPersonRow(tx, userId);
  const code = removalRefusal({ one, organizationId, admins: yield* countAdmins(tx, organizationId), caller });
  if (code || !one) throw new Refusal(code ?? 'user_not_found', { field: 'userId' });
  yield* movePerson(tx, caller, one, null);
  yield* audit(tx, caller, {
    ...{ action: 'organization.person_removed', subject: userId, organizationId },
    details: { from: organizationId, to: null, ...(one.isOrgAdmin && { wasOrgAdmin: true }) },
  });
  return one;
}

interface RemovalCheck {
  one: PersonRow | undefined;
  organizationId: string;
  admins: number;
  caller: AuditActor;
}

/** Why a member cannot be removed. The caller counts among the admins, unless they lost that role a moment ago: one stays. */
export function removalRefusal({ one, organizationId, admins, caller }: RemovalCheck): RefusalCode | undefined {
  if (one?.organizationId !== organizationId) return 'user_not_found';
  if (one.id === caller.actor.id) return 'cannot_remove_self';
  if (one.isOrgAdmin && !may(caller.actor, 'change_admins', null)) return 'scope_missing';
  if (one.isOrgAdmin && admins <= 1 && !caller.actor.isSuperAdmin) return 'last_admin';
  return undefined;
}

/** Moves a person into an organization, or out of theirs with null; nobody stays an org admin (P-16). */
export function* movePerson(tx: TxContext, caller: AuditActor, one: PersonRow, to: string | null): Steps<void> {
  const { profiles, signInCards } = tx.tables;
  const { id: userId, organizationId } = one;
  const email = to === null ? one.email : yield* nameOnJoining(tx, to, one.email);
  const place = { organizationId: to, joinedAt: to === null ? null : caller.now };
  const change = { ...place, isOrgAdmin: false, ...(email !== one.email && { email, ...UNSORTED }) };
  yield* run(tx.delete(signInCards).where(eq(signInCards.userId, userId)));
  yield* run(tx.update(profiles).set(change).where(eq(profiles.id, userId)));
  yield* endMadeBy(tx, [userId], auditColumns(caller));
  if (!organizationId) return;
  yield* endInvitationsBack(tx, { organizationId, people: [one] }, auditColumns(caller));
  yield* endMembership(tx, caller, { organizationId, userId });
}

/** Whoever leaves an organization keeps nothing that was given by hand, courses and groups; progress and certificates stay. */
function* endMembership(
  tx: TxContext,
  caller: AuditActor,
  { organizationId, userId }: { organizationId: string; userId: string },
): Steps<void> {
  const { endedMemberships, courseProgress } = tx.tables;
  const target = [endedMemberships.userId, endedMemberships.organizationId];
  const ended = tx.insert(endedMemberships).values({ userId, organizationId, endedAt: caller.now });
  yield* run(ended.onConflictDoUpdate({ target, set: { endedAt: caller.now } }));
  yield* endAssignments(tx, caller, { userId, organizationId });
  yield* endGroups(tx, caller, { userId, organizationId });
  // In courses of others too: who is no member has no due dates (decision 183).
  const isDated = and(eq(courseProgress.userId, userId), isNotNull(courseProgress.dueOn));
  yield* run(tx.update(courseProgress).set({ dueOn: null }).where(isDated));
}

export function* countAdmins({ queries, tables }: TxContext, organizationId: string): Steps<number> {
  const { profiles } = tables;
  const isAdmin = and(eq(profiles.organizationId, organizationId), eq(profiles.isOrgAdmin, true));
  const [row] = yield* run(queries.select({ admins: count() }).from(profiles).where(isAdmin));
  return row?.admins ?? 0;
}
