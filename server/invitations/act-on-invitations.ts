// Ending an invitation, and letting it be used longer: one, or many by a job. One that the act would not help is left out with a reason.
import { and, desc, eq } from 'drizzle-orm';
import type { Matching } from '#sync/contract/bulk-job.ts';
import { EXPIRED_LATELY_DAYS, EXTENDED_DAYS } from '#sync/contract/invitation.ts';
import { Refusal } from '#sync/contract/refusal.ts';
import { boolean, pick, run, type Steps, type TxContext } from '../db/client.ts';
import type { Deps } from '../deps.ts';
import { type AuditActor, audit } from '../http/audit-log.ts';
import { makerMayInvite } from '../identity/end-invitations.ts';
import { requireActive, requireOrganization } from '../identity/require-organization.ts';
import { leftOut, onEach, type RowOutcome, type RowsKind } from '../queue/job-kinds.ts';
import { daysFrom, isFound, isOvertaken } from './invitations.ts';

interface InvitationPlace {
  organizationId: string;
  id: string;
}

/** Ends an invitation for good; one that was revoked before stays so. Refuses `invitation_not_found`. */
export function* revokeInvitation(
  tx: TxContext,
  caller: AuditActor,
  place: InvitationPlace,
): Steps<Partial<RowOutcome> | undefined> {
  const { revokedAt } = yield* findInvitation(tx, place, caller.now);
  if (revokedAt) return { isChanged: false, reason: 'Revoked before.' };
  const { invitations } = tx.tables;
  yield* run(tx.update(invitations).set({ revokedAt: caller.now }).where(eq(invitations.id, place.id)));
  const { organizationId, id: subject } = place;
  yield* audit(tx, caller, { action: 'invitation.revoked', organizationId, subject });
  return undefined;
}

/**
 * Lets an invitation that expires, or has expired, be used for EXTENDED_DAYS from now, with the link that it has. Refuses one that this
 * would not help, with the reason.
 */
function* extendInvitation(tx: TxContext, caller: AuditActor, place: InvitationPlace): Steps<undefined> {
  const until = daysFrom(caller.now, EXTENDED_DAYS);
  const found = yield* findInvitation(tx, place, caller.now);
  const { expiresAt } = found;
  if (found.revokedAt) throw leftOut('Revoked before.');
  if (found.uses >= found.maxUses) throw leftOut('Used up.');
  if (found.isOvertaken) throw leftOut('Its person is here, or was invited again since.');
  if (!found.makerMayInvite) throw leftOut('Its author can no longer invite people.');
  if (!expiresAt) throw leftOut('Never expires.');
  if (expiresAt < daysFrom(caller.now, -EXPIRED_LATELY_DAYS)) throw leftOut('Expired long ago.');
  if (expiresAt >= until) throw leftOut('Can be used longer already.');
  const { invitations } = tx.tables;
  yield* run(tx.update(invitations).set({ expiresAt: until }).where(eq(invitations.id, place.id)));
  const { organizationId, id: subject } = place;
  yield* audit(tx, caller, { action: 'invitation.extended', organizationId, subject, details: { expiresAt: until } });
  return undefined;
}

/** For an act on all that match: their ids, the newest first. Refuses `nobody_matches`. */
export async function listMatchingInvitations(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  organizationId: string,
  { except = [], ...matching }: Matching,
): Promise<string[]> {
  const { invitations } = db.tables;
  const rows = await db
    .select({ id: invitations.id })
    .from(invitations)
    .where(and(eq(invitations.organizationId, organizationId), isFound(db.tables, matching, now())))
    .orderBy(desc(invitations.createdAt), desc(invitations.id));
  const wanted = rows.map(({ id }) => id).filter((id) => !except.includes(id));
  if (wanted.length === 0) throw new Refusal('nobody_matches', {}, 'No invitation matches this search.');
  return wanted;
}

function* findInvitation(tx: TxContext, { organizationId, id }: InvitationPlace, now: Date) {
  const { invitations, profiles, authUsers } = tx.tables;
  const [found] = yield* run(
    tx
      .select({
        ...pick(invitations, 'revokedAt', 'uses', 'maxUses', 'expiresAt'),
        makerMayInvite: makerMayInvite(tx.tables, now),
        isOvertaken: boolean(isOvertaken(tx.tables)),
      })
      .from(invitations)
      .leftJoin(profiles, eq(profiles.id, invitations.createdBy))
      .leftJoin(authUsers, eq(authUsers.id, invitations.createdBy))
      .where(and(eq(invitations.id, id), eq(invitations.organizationId, organizationId))),
  );
  if (!found) throw new Refusal('invitation_not_found');
  return found;
}

export const revokeKind: RowsKind<'revoke'> = {
  kind: 'revoke',
  title: 'Revoke invitations',
  *perform(tx, caller, { rows, ...job }) {
    const { id: organizationId } = yield* requireOrganization(tx, caller.actor, job.organizationId ?? '');
    return yield* onEach(rows, ({ invitationId }) =>
      revokeInvitation(tx, caller, { organizationId, id: invitationId ?? '' }),
    );
  },
};

export const extendKind: RowsKind<'extend'> = {
  kind: 'extend',
  title: 'Extend invitations',
  *perform(tx, caller, { rows, ...job }) {
    const { id: organizationId } = yield* requireActive(tx, caller.actor, job.organizationId ?? '');
    return yield* onEach(rows, ({ invitationId }) =>
      extendInvitation(tx, caller, { organizationId, id: invitationId ?? '' }),
    );
  },
};
