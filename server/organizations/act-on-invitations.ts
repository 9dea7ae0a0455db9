// What is done to many invitations at once: each is judged, and one that the act would not help is left out with a reason.
import { and, eq, inArray } from 'drizzle-orm';
import { EXPIRED_LATELY_DAYS, EXTENDED_DAYS } from '#sync/contract/invitation.ts';
import type { BulkOutcome } from '#sync/contract/organization.ts';
import { type AuditActor, audit } from '../audit/audit-log.ts';
import { boolean, inBatches, pick, run, type Steps, type TxContext } from '../db/client.ts';
import { makerMayInvite } from '../end-invitations.ts';
import { daysFrom, type InvitationFound, isOvertaken } from './invitations.ts';
import { requireActive, requireOrganization } from './require-organization.ts';

export const NOT_HERE = 'This invitation is not here.';

interface ManyInvitations {
  organizationId: string;
  ids: readonly string[];
}

/** Ends invitations for good, as a step; whichever is not one of this organization, or ended before, is left out with a reason. */
export function* revokeInvitations(
  tx: TxContext,
  caller: AuditActor,
  { ids, ...at }: ManyInvitations,
): Steps<BulkOutcome> {
  const { id: organizationId } = yield* requireOrganization(tx, caller.actor, at.organizationId);
  const reasonOf = ({ revokedAt }: Judged) => revokedAt && 'Revoked before.';
  const { open, left } = yield* judgeInvitations(tx, { organizationId, ids, now: caller.now }, reasonOf);
  const { invitations } = tx.tables;
  for (const part of inBatches(open))
    yield* run(tx.update(invitations).set({ revokedAt: caller.now }).where(inArray(invitations.id, part)));
  const acts = open.map((subject) => ({ action: 'invitation.revoked', organizationId, subject }));
  yield* audit(tx, caller, acts);
  return { message: `${open.length} revoked.`, changed: open.length, left };
}

/**
 * Lets invitations that expire, or have expired, be used for EXTENDED_DAYS from now, with the link that they have. Leaves out with a reason
 * what that would not help; refuses `organization_inactive`.
 */
export function* extendInvitations(
  tx: TxContext,
  caller: AuditActor,
  { ids, ...at }: ManyInvitations,
): Steps<BulkOutcome> {
  const { id: organizationId } = yield* requireActive(tx, caller.actor, at.organizationId);
  const until = daysFrom(caller.now, EXTENDED_DAYS);
  const longAgo = daysFrom(caller.now, -EXPIRED_LATELY_DAYS);
  const reasonOf = ({ revokedAt, uses, maxUses, makerMayInvite: mayStill, expiresAt, isOvertaken: isPast }: Judged) => {
    if (revokedAt) return 'Revoked before.';
    if (uses >= maxUses) return 'Used up.';
    if (isPast) return 'Its person is here, or was invited again since.';
    if (!mayStill) return 'Its author can no longer invite people.';
    if (!expiresAt) return 'Never expires.';
    if (expiresAt < longAgo) return 'Expired long ago.';
    return expiresAt >= until && 'Can be used longer already.';
  };
  const { open, left } = yield* judgeInvitations(tx, { organizationId, ids, now: caller.now }, reasonOf);
  const { invitations } = tx.tables;
  for (const part of inBatches(open))
    yield* run(tx.update(invitations).set({ expiresAt: until }).where(inArray(invitations.id, part)));
  const acts = open.map((subject) => ({
    ...{ action: 'invitation.extended', organizationId, subject, details: { expiresAt: until } },
  }));
  yield* audit(tx, caller, acts);
  return { message: `${open.length} extended.`, changed: open.length, left };
}

type Judged = Pick<InvitationFound, 'revokedAt' | 'uses' | 'maxUses' | 'expiresAt' | 'makerMayInvite'> & {
  isOvertaken: boolean;
};

/** Tells those that an act is done on from those that it leaves out, with the reason. */
function* judgeInvitations(
  tx: TxContext,
  { organizationId, ids, now }: ManyInvitations & { now: Date },
  reasonOf: (row: Judged) => string | false | null,
): Steps<{ open: string[]; left: BulkOutcome['left'] }> {
  const { invitations, profiles, authUsers } = tx.tables;
  const facts = pick(invitations, 'id', 'revokedAt', 'uses', 'maxUses', 'expiresAt');
  const left: BulkOutcome['left'] = [];
  const open: string[] = [];
  for (const part of inBatches(ids)) {
    const found = yield* run(
      tx
        .select({
          ...facts,
          makerMayInvite: makerMayInvite(tx.tables, now),
          isOvertaken: boolean(isOvertaken(tx.tables)),
        })
        .from(invitations)
        .leftJoin(profiles, eq(profiles.id, invitations.createdBy))
        .leftJoin(authUsers, eq(authUsers.id, invitations.createdBy))
        .where(and(inArray(invitations.id, part), eq(invitations.organizationId, organizationId))),
    );
    const known = new Map(found.map((row) => [row.id, row]));
    for (const one of part) {
      const row = known.get(one);
      const reason = row ? reasonOf(row) : NOT_HERE;
      if (reason) left.push({ userId: one, reason });
      else open.push(one);
    }
  }
  return { open, left };
}
