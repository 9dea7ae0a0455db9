import { and, eq, ne } from 'drizzle-orm';
import { type Db, run, type Steps, type TxContext } from '../db/client.ts';
import { auditLog, ownAct } from '../http/audit-log.ts';
import { queueMail } from '../mail/mailer.ts';
import type { Offer } from '../words/languages.ts';
import { AuthError } from './auth-error.ts';
import { type EmailChange, requestEmailChange } from './links/change-email.ts';
import { spendCode } from './links/send-link.ts';
import { checkPassword } from './password-rules.ts';
import { hashPassword, isRightPassword } from './passwords.ts';
import { sessionNotFound } from './sessions.ts';
import { resetPage } from './two-step/factors.ts';
import { givenName, Metadata, mergedMetadata, type UserRow, userById } from './users.ts';

interface UserChange {
  user: UserRow;
  change: {
    password: string | undefined;
    data: Record<string, unknown> | undefined;
    /** A new address, to be confirmed by mail. */
    email?: Omit<EmailChange, 'user'> | undefined;
  };
  request: { sessionId: string; ip: string; at: Date; publicUrl: string; offer: Offer };
}

/**
 * Changes a person's own password and metadata, and asks for a change of address: all of it or nothing. A new password
 * ends every other session and revokes pending links, and the person is mailed about it.
 * Refuses `weak_password`, `same_password`, `email_exists`, metadata that became too large, and a session that ended while
 * the request was under way.
 */
export async function changeUser(db: Db, { user, change, request }: UserChange): Promise<UserRow> {
  const { password, data, email } = change;
  const passwordHash = password === undefined ? undefined : await newHash(password, user.passwordHash);
  return db.transact(function* (tx) {
    const { authUsers, authSessions } = tx.tables;
    const session = eq(authSessions.id, request.sessionId);
    const [live] = yield* run(tx.select({ id: authSessions.id }).from(authSessions).where(session));
    if (!live) throw sessionNotFound();
    const [known] = yield* run(userById(tx, user.id));
    const userMetadata = data && mergedMetadata(known?.userMetadata ?? {}, data);
    if (userMetadata && !Metadata.safeParse(userMetadata).success) {
      throw new AuthError(400, 'validation_failed', 'data: data is too large');
    }
    if (passwordHash) yield* dropOtherWaysIn(tx, user.id, request.sessionId);
    const change = { updatedAt: request.at, passwordHash, userMetadata };
    const [changed] = yield* run(tx.update(authUsers).set(change).where(eq(authUsers.id, user.id)).returning());
    if (!changed) throw new AuthError(403, 'user_not_found', 'User from sub claim in JWT does not exist');
    if (passwordHash) {
      yield* run(auditLog(tx, ownAct('account.password_changed', user.id, request)));
      const mail = { to: changed.email, at: request.at, name: givenName(changed), link: resetPage(request.publicUrl) };
      yield* queueMail(tx, request.offer, 'password_changed', mail);
    }
    if (!email) return changed;
    const context = { tx, publicUrl: request.publicUrl, offer: request.offer, now: request.at };
    return yield* requestEmailChange(context, { ...email, user: changed });
  });
}

async function newHash(password: string, knownHash: string | null): Promise<string> {
  checkPassword(password);
  if (await isRightPassword(password, knownHash)) {
    throw new AuthError(422, 'same_password', 'New password should be different from the old password.');
  }
  return hashPassword(password);
}

/** Uses up the code of `/reauthenticate`; a wrong one is 422 `reauthentication_not_valid`. */
export async function spendNonce(db: Db, { user, nonce, now }: { user: UserRow; nonce: string; now: Date }) {
  const wanted = { email: user.email, code: nonce, kinds: ['reauthentication' as const], now };
  const spent = await db.transact((tx) => spendCode(tx, wanted));
  if (spent?.userId !== user.id) {
    throw new AuthError(422, 'reauthentication_not_valid', 'Nonce has expired or is invalid');
  }
}

/** Ends the person's sessions except `sessionId` (all of them without one), and revokes pending links. */
export function* dropOtherWaysIn(tx: TxContext, userId: string, sessionId?: string): Steps<void> {
  const { queries, tables } = tx;
  const { authSessions } = tables;
  const others = sessionId === undefined ? undefined : ne(authSessions.id, sessionId);
  yield* run(queries.delete(authSessions).where(and(eq(authSessions.userId, userId), others)));
  yield* dropLinks(tx, userId);
}

/** Revokes every link of the person, and with them a change of address that was asked for. */
export function* dropLinks({ queries, tables }: TxContext, userId: string): Steps<void> {
  const { authUsers, oneTimeTokens } = tables;
  yield* run(queries.delete(oneTimeTokens).where(eq(oneTimeTokens.userId, userId)));
  const nothingAsked = { newEmail: null, emailChangeSentAt: null, emailChangeConfirmed: null };
  yield* run(queries.update(authUsers).set(nothingAsked).where(eq(authUsers.id, userId)));
}
