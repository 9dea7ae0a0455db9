import type { Assignment, BulkOutcome } from '#sync/contract/organization.ts';
import { Refusal } from '#sync/contract/refusal.ts';
import type { Db } from '../db/client.ts';
import type { Acting } from '../http/admin.ts';
import { findPeople, type Left, movePeople, noteEach, people } from './bulk.ts';
import { requireActive } from './require-organization.ts';

/**
 * Moves people into an organization, or with null out of theirs; a move clears is_org_admin (decision 16). Refuses
 * `organization_not_found`, `organization_inactive`, and `user_not_found` when only that one person was named.
 */
export async function assignPeople(db: Db, acting: Acting, assignment: Assignment): Promise<BulkOutcome> {
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
    yield* movePeople(
      source,
      moved.map((one) => one.id),
      to,
    );
    const acts = moved.map(({ id, organizationId: from, isOrgAdmin }) => ({
      action: to === null ? 'organization.person_removed' : 'organization.person_assigned',
      subject: id,
      organizationId: to ?? from,
      details: { from, to, ...(isOrgAdmin && { wasOrgAdmin: true }) },
    }));
    yield* noteEach(source, acting, acts);
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
