import { eq } from 'drizzle-orm';
import type { Assignment, BulkOutcome, Told } from '#sync/contract/organization.ts';
import { REFUSALS, Refusal, type RefusalCode } from '#sync/contract/refusal.ts';
import { auditLog } from '../audit/audit-log.ts';
import { auditEach, countAdmins, findPeople, type Left, movePeople, people, type Someone } from '../audit/bulk.ts';
import { type Db, run, type Steps, type TxContext } from '../db/client.ts';
import { type AuditActor, auditColumns } from '../http/actor.ts';
import { requireActive, requireOrganization } from './require-organization.ts';

interface Membership {
  organizationId: string;
  userId: string;
  isOrgAdmin: boolean;
}

/**
 * Makes a member an org admin, or an org admin a member. Refuses `user_not_found`, `cannot_change_self`, and for org
 * admins `last_admin`.
 */
export function changeMember(db: Db, acting: AuditActor, wanted: Membership): Promise<Told> {
  return db.transact(function* (source) {
    const { id: organizationId } = yield* requireOrganization(source, acting.actor, wanted.organizationId);
    if (wanted.userId === acting.actor.id) throw new Refusal('cannot_change_self', { field: 'userId' });
    const one = (yield* findPeople(source, [wanted.userId])).get(wanted.userId);
    const admins = wanted.isOrgAdmin ? Number.POSITIVE_INFINITY : yield* countAdmins(source, organizationId);
    const code = whyItStays({ one, organizationId, admins, acting });
    if (code) throw new Refusal(code, { field: 'userId' });
    if (one?.isOrgAdmin !== wanted.isOrgAdmin) yield* setRole(source, acting, wanted);
    return { message: wanted.isOrgAdmin ? 'The person is now an admin.' : 'The person is now a member.' };
  });
}

function* setRole(
  source: TxContext,
  acting: AuditActor,
  { userId, organizationId, isOrgAdmin }: Membership,
): Steps<void> {
  const { profiles } = source.tables;
  yield* run(source.update(profiles).set({ isOrgAdmin }).where(eq(profiles.id, userId)));
  const act = { action: 'account.role_changed', organizationId, subject: userId, details: { isOrgAdmin } };
  yield* run(auditLog(source, { ...auditColumns(acting), ...act }));
}

/**
 * Moves people into an organization, or with null out of theirs; a move clears is_org_admin (decision 16). Refuses
 * `organization_not_found`, `organization_inactive`, and `user_not_found` when only that one person was named.
 */
export async function assignPeople(db: Db, acting: AuditActor, assignment: Assignment): Promise<BulkOutcome> {
  const ids = namedIn(assignment);
  const to = assignment.organizationId?.toLowerCase() ?? null;
  return db.transact(function* (source) {
    const target = to === null ? null : yield* requireActive(source, acting.actor, to);
    const found = yield* findPeople(source, ids);
    if (assignment.userId && found.size === 0) throw new Refusal('user_not_found', { field: 'userId' });
    const left: Left = [];
    const moved = ids.flatMap((id) => {
      const one = found.get(id);
      if (one && one.organizationId !== to) return one;
      left.push({ userId: id, reason: whyNot(one !== undefined, target?.name) });
      return [];
    });
    yield* movePeople(source, moved, to);
    const acts = moved.map(({ id, organizationId: from, isOrgAdmin }) => ({
      action: to === null ? 'organization.person_removed' : 'organization.person_assigned',
      subject: id,
      organizationId: to ?? from,
      details: { from, to, ...(isOrgAdmin && { wasOrgAdmin: true }) },
    }));
    yield* auditEach(source, acting, acts);
    const where = target ? `assigned to ${target.name}` : 'taken out of their organization';
    return { message: `${people(moved.length)} ${where}.`, changed: moved.length, left };
  });
}

function namedIn({ userId, userIds }: Assignment): string[] {
  const named = userIds ?? (userId ? [userId] : []);
  if (named.length === 0) throw new Refusal('validation_failed', { field: 'userId' }, 'Please choose a person.');
  return [...new Set(named.map((id) => id.toLowerCase()))];
}

function whyNot(exists: boolean, organization: string | undefined): string {
  if (!exists) return 'This person is not here.';
  return organization ? `Already in ${organization}.` : 'Not in any organization.';
}

/**
 * Takes one member out of an organization; it cannot be undone, and clears is_org_admin. Refuses `user_not_found`,
 * `cannot_remove_self`, and for org admins `last_admin`.
 */
export function removeMember(db: Db, acting: AuditActor, at: { organizationId: string; userId: string }) {
  return db.transact(function* (source) {
    const organization = yield* requireOrganization(source, acting.actor, at.organizationId);
    const { left } = yield* remove(source, acting, { organizationId: organization.id, userIds: [at.userId] });
    const refused = left[0];
    if (refused) throw new Refusal(refused.code, { field: 'userId' });
    return { message: `The person was removed from ${organization.name}.` };
  });
}

/** The same for several people: who cannot be removed stays, with the reason. */
export function removeMembers(
  db: Db,
  acting: AuditActor,
  at: { organizationId: string; userIds: string[] },
): Promise<BulkOutcome> {
  return db.transact(function* (source) {
    const organization = yield* requireOrganization(source, acting.actor, at.organizationId);
    const userIds = [...new Set(at.userIds.map((id) => id.toLowerCase()))];
    const { removed, left } = yield* remove(source, acting, { organizationId: organization.id, userIds });
    const message = `${people(removed)} removed from ${organization.name}.`;
    return {
      message,
      changed: removed,
      left: left.map(({ userId, code }) => ({ userId, reason: REFUSALS[code][1] })),
    };
  });
}

interface Refused {
  userId: string;
  code: RefusalCode;
}

function* remove(
  source: TxContext,
  acting: AuditActor,
  { organizationId, userIds }: { organizationId: string; userIds: string[] },
): Steps<{ removed: number; left: Refused[] }> {
  const found = yield* findPeople(source, userIds);
  let admins = yield* countAdmins(source, organizationId);
  const left: Refused[] = [];
  const going: Someone[] = [];
  for (const userId of userIds) {
    const one = found.get(userId);
    const code = whyItStays({ one, organizationId, admins, acting });
    if (code) left.push({ userId, code });
    else if (one) {
      going.push(one);
      if (one.isOrgAdmin) admins -= 1;
    }
  }
  yield* movePeople(source, going, null);
  const acts = going.map(({ id, isOrgAdmin }) => ({
    action: 'organization.person_removed',
    subject: id,
    organizationId,
    details: { from: organizationId, to: null, ...(isOrgAdmin && { wasOrgAdmin: true }) },
  }));
  yield* auditEach(source, acting, acts);
  return { removed: going.length, left };
}

interface Case {
  one: Someone | undefined;
  organizationId: string;
  admins: number;
  acting: AuditActor;
}

/** Why somebody cannot go. An org admin who asks is counted among the admins, unless somebody removed them a moment ago: then one must stay. */
export function whyItStays({ one, organizationId, admins, acting }: Case): RefusalCode | undefined {
  if (one?.organizationId !== organizationId) return 'user_not_found';
  if (one.id === acting.actor.id) return 'cannot_remove_self';
  if (one.isOrgAdmin && admins <= 1 && !acting.actor.isSuperAdmin) return 'last_admin';
  return undefined;
}
