import { eq } from 'drizzle-orm';
import type { Told } from '#sync/contract/organization.ts';
import { Refusal } from '#sync/contract/refusal.ts';
import { noteAct } from '../audit/note.ts';
import { type Db, run, type Source, type Steps } from '../db/client.ts';
import { type Acting, signed } from '../http/admin.ts';
import { countAdmins, findPeople } from './bulk.ts';
import { whyItStays } from './remove-members.ts';
import { requireOrganization } from './require-organization.ts';

interface Membership {
  organizationId: string;
  userId: string;
  isOrgAdmin: boolean;
}

/**
 * Makes a member an org admin, or an org admin a member. Refuses `user_not_found`, `cannot_change_self`, and for org
 * admins `last_admin`.
 */
export function changeMember(db: Db, acting: Acting, wanted: Membership): Promise<Told> {
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

function* setRole(source: Source, acting: Acting, { userId, organizationId, isOrgAdmin }: Membership): Steps<void> {
  const { profiles } = source.tables;
  yield* run(source.update(profiles).set({ isOrgAdmin }).where(eq(profiles.id, userId)));
  const act = { action: 'account.role_changed', organizationId, subject: userId, details: { isOrgAdmin } };
  yield* run(noteAct(source, { ...signed(acting), ...act }));
}
