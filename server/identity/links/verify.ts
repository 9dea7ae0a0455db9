// The effect of a one-time link or its code: the address is confirmed and a session begins, in the one unit that uses it up.

import { eq } from 'drizzle-orm';
import { auditLog } from '../../audit/audit-log.ts';
import { type Db, run, type Steps, type TxContext } from '../../db/client.ts';
import { type Challenge, issueCode } from '../challenge.ts';
import { beginSession, type LiveSession, type SignInProof } from '../sessions.ts';
import { isBanned, type UserRow, userById } from '../users.ts';
import { confirmEmailChange } from './change-email.ts';
import { type LinkKind, type SpentLink, spendCode, spendLink } from './send-link.ts';

/** What was presented: the token of a link, or the code of a mail to this address. */
export type Presented = { token: string } | { code: string; email: string };

export type Verified =
  | { is: 'session'; live: LiveSession; kind: LinkKind }
  /** Only the browser that asked for the link can turn this code into a session. */
  | { is: 'code'; code: string }
  /** One of the two addresses of a change; the other one's link is still to be opened. */
  | { is: 'first of two' };

/** Undefined when what was presented is wrong, used or expired, or its person is banned. */
export function verifyLink(
  db: Db,
  wanted: { presented: Presented; kinds: LinkKind[]; givesCodes: boolean },
  proof: SignInProof,
): Promise<Verified | undefined> {
  const { presented, kinds, givesCodes } = wanted;
  const now = proof.at;
  return db.transact(function* (tx): Steps<Verified | undefined> {
    const spent =
      'token' in presented
        ? yield* spendLink(tx, { ...presented, kinds, now })
        : yield* spendCode(tx, { ...presented, kinds, now });
    if (!spent) return undefined;
    const [user] = yield* run(userById(tx, spent.userId));
    if (!user || isBanned(user, now)) return undefined;
    const took = yield* takeEffect(tx, { user, spent, proof });
    if (took !== 'whole') return took && { is: 'first of two' };
    if (givesCodes && spent.challenge) {
      return { is: 'code', code: yield* codeFor(tx, user, spent.challenge, now) };
    }
    return { is: 'session', live: yield* beginSession(tx, user.id, proof), kind: spent.kind };
  });
}

const codeFor = (tx: TxContext, { id }: UserRow, challenge: Challenge, now: Date) =>
  issueCode(tx, { userId: id, challenge, now });

interface Effect {
  user: UserRow;
  spent: SpentLink;
  proof: SignInProof;
}

function* takeEffect(tx: TxContext, { user, spent, proof }: Effect): Steps<'whole' | 'first of two' | undefined> {
  const { kind } = spent;
  if (kind === 'email_change_current' || kind === 'email_change_new') {
    return yield* confirmEmailChange(tx, { user, kind, ip: proof.ip, now: proof.at });
  }
  if (!user.emailConfirmedAt) yield* confirm(tx, { user, kind, proof });
  if (kind === 'recovery') {
    const act = { action: 'account.recovered', actorId: user.id, subject: user.id, ip: proof.ip, at: proof.at };
    yield* run(auditLog(tx, act));
  }
  return 'whole';
}

function* confirm(
  tx: TxContext,
  { user, kind, proof }: { user: UserRow; kind: LinkKind; proof: SignInProof },
): Steps<void> {
  const { authUsers, oneTimeTokens } = tx.tables;
  // Whoever signed up with this address did not read its mail until now: unless this is the mail of that very sign-up, its
  // password and metadata may come from a stranger who waited for the owner to confirm (pre-hijacking).
  const isStrangers = kind !== 'signup' && user.passwordHash !== null;
  const change = { emailConfirmedAt: proof.at, ...(isStrangers && { passwordHash: null, userMetadata: {} }) };
  yield* run(tx.update(authUsers).set(change).where(eq(authUsers.id, user.id)));
  yield* run(tx.delete(oneTimeTokens).where(eq(oneTimeTokens.userId, user.id)));
  const act = { action: 'account.confirmed', actorId: user.id, subject: user.id, ip: proof.ip, at: proof.at };
  yield* run(auditLog(tx, { ...act, details: { by: kind } }));
}
