import type { BulkOutcome } from '#sync/contract/organization.ts';
import { REFUSALS, Refusal, type RefusalCode } from '#sync/contract/refusal.ts';
import type { Db, Source, Steps } from '../db/client.ts';
import type { Acting } from '../http/admin.ts';
import { countAdmins, findPeople, movePeople, noteEach, people, type Someone } from './bulk.ts';
import { requireOrganization } from './require-organization.ts';

/**
 * Takes one member out of an organization; it cannot be undone, and clears is_org_admin. Refuses `user_not_found`,
 * `cannot_remove_self`, and for org admins `last_admin`.
 */
export function removeMember(db: Db, acting: Acting, at: { organizationId: string; userId: string }) {
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
  acting: Acting,
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
  source: Source,
  acting: Acting,
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
  yield* movePeople(
    source,
    going.map((one) => one.id),
    null,
  );
  const acts = going.map(({ id, isOrgAdmin }) => ({
    action: 'organization.person_removed',
    subject: id,
    organizationId,
    details: { from: organizationId, to: null, ...(isOrgAdmin && { wasOrgAdmin: true }) },
  }));
  yield* noteEach(source, acting, acts);
  return { removed: going.length, left };
}

interface Case {
  one: Someone | undefined;
  organizationId: string;
  admins: number;
  acting: Acting;
}

/** Why somebody cannot go. An org admin who asks is counted among the admins, unless somebody removed them a moment ago: then one must stay. */
export function whyItStays({ one, organizationId, admins, acting }: Case): RefusalCode | undefined {
  if (one?.organizationId !== organizationId) return 'user_not_found';
  if (one.id === acting.actor.id) return 'cannot_remove_self';
  if (one.isOrgAdmin && admins <= 1 && !acting.actor.isSuperAdmin) return 'last_admin';
  return undefined;
}
