import { eq } from 'drizzle-orm';
import { auditLog, ownAct } from '../../audit/audit-log.ts';
import { run, type Steps, type TxContext } from '../../db/client.ts';
import type { SignInProof } from '../sessions.ts';
import type { UserRow } from '../users.ts';
import type { LinkKind } from './send-link.ts';

/** Confirms the address of an account by a mail to it, or by the word of a sign-in provider. */
export function* confirmAddress(
  tx: TxContext,
  { user, by, proof }: { user: UserRow; by: LinkKind | 'provider'; proof: SignInProof },
): Steps<void> {
  const { authUsers, oneTimeTokens } = tx.tables;
  // Whoever signed up with this address did not read its mail until now: unless this is the mail of that very sign-up, its
  // password and metadata may come from a stranger who waited for the owner to confirm (pre-hijacking).
  const isStrangers = by !== 'signup' && user.passwordHash !== null;
  const change = { emailConfirmedAt: proof.at, ...(isStrangers && { passwordHash: null, userMetadata: {} }) };
  yield* run(tx.update(authUsers).set(change).where(eq(authUsers.id, user.id)));
  yield* run(tx.delete(oneTimeTokens).where(eq(oneTimeTokens.userId, user.id)));
  yield* run(auditLog(tx, { ...ownAct('account.confirmed', user.id, proof), details: { by } }));
}
