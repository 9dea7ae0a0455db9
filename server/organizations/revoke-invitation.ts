import { and, eq } from 'drizzle-orm';
import type { Told } from '#sync/contract/organization.ts';
import { Refusal } from '#sync/contract/refusal.ts';
import { noteAct } from '../audit/note.ts';
import { type Db, run } from '../db/client.ts';
import { type Acting, signed } from '../http/admin.ts';
import { requireOrganization } from './require-organization.ts';

/** Ends an invitation for good; a second time changes nothing. Refuses `invitation_not_found`. */
export function revokeInvitation(db: Db, acting: Acting, at: { organizationId: string; id: string }): Promise<Told> {
  const { invitations } = db.tables;
  return db.transact(function* (source) {
    const { id: organizationId } = yield* requireOrganization(source, acting.actor, at.organizationId);
    const here = and(eq(invitations.id, at.id), eq(invitations.organizationId, organizationId));
    const [known] = yield* run(source.select({ revokedAt: invitations.revokedAt }).from(invitations).where(here));
    if (!known) throw new Refusal('invitation_not_found');
    if (!known.revokedAt) {
      yield* run(source.update(invitations).set({ revokedAt: acting.now }).where(here));
      const act = { action: 'invitation.revoked', organizationId, subject: at.id };
      yield* run(noteAct(source, { ...signed(acting), ...act }));
    }
    return { message: 'The invitation was revoked.' };
  });
}
