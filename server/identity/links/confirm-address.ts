import { eq } from 'drizzle-orm';
import { run, type Steps, type TxContext } from '../../db/client.ts';
import { auditLog, ownAct } from '../../http/audit-log.ts';
import { dropOtherWaysIn } from '../change-user.ts';
import { endMadeBy } from '../end-invitations.ts';
import type { SignInProof } from '../sessions.ts';
import { dropRecoveryCodes } from '../two-step/recovery-codes.ts';
import type { UserRow } from '../users.ts';
import type { LinkKind } from './send-link.ts';

/** Whether nobody has shown yet that the address of the account is theirs. */
export const mustConfirm = ({ emailConfirmedAt, isUnproven }: UserRow) => emailConfirmedAt === null || isUnproven;

/** Confirms the address of an account by a mail to it, or by the word of a sign-in provider. */
export function* confirmAddress(
  tx: TxContext,
  { user, by, proof }: { user: UserRow; by: LinkKind | 'provider'; proof: SignInProof },
): Steps<void> {
  const { authUsers } = tx.tables;
  // Whoever signed up with this address did not read its mail until now: unless this is the mail of that very sign-up, its
  // password and metadata may come from a stranger who waited for the owner to confirm (pre-hijacking).
  const isStrangers = user.isUnproven || (by !== 'signup' && user.passwordHash !== null);
  const nothing = isStrangers && { passwordHash: null, userMetadata: {} };
  const change = { emailConfirmedAt: user.emailConfirmedAt ?? proof.at, isUnproven: false, ...nothing };
  yield* run(tx.update(authUsers).set(change).where(eq(authUsers.id, user.id)));
  yield* dropOtherWaysIn(tx, user.id);
  if (user.isUnproven) yield* dropStrangers(tx, user.id, proof);
  yield* run(auditLog(tx, { ...ownAct('account.confirmed', user.id, proof), details: { by } }));
}

/** What somebody may have made in the account who signed up with another person's address while AUTOCONFIRM was on (decision 121). */
function* dropStrangers(tx: TxContext, userId: string, { at, ip }: SignInProof): Steps<void> {
  const { authFactors } = tx.tables;
  yield* run(tx.delete(authFactors).where(eq(authFactors.userId, userId)));
  yield* dropRecoveryCodes(tx, userId);
  yield* endMadeBy(tx, [userId], { at, ip, areGone: true });
}
