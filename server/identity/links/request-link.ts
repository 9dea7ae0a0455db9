// Links that people ask for by their address. None of these tells whether the address has an account (I3).
import { eq } from 'drizzle-orm';
import { auditLog } from '../../audit/audit-log.ts';
import { run, type Steps, type TxContext } from '../../db/client.ts';
import { AuthError } from '../auth-error.ts';
import { createdTwice, foldEmail, isBanned, mergedMetadata, type UserRow, userByEmail } from '../users.ts';
import { type LinkContext, type LinkKind, sendLink, storeLink } from './send-link.ts';

export interface Asked {
  email: string;
  redirectTo: string;
  ip: string;
}

/** Mails a link that signs in; somebody new gets an account by it where `createUser` allows. */
export function askMagicLink(desk: LinkContext, asked: Asked & { createUser: boolean; data: Record<string, unknown> }) {
  return desk.db.transact(function* (source) {
    const [known] = yield* run(userByEmail(source, asked.email));
    const user = known ? yield* refreshed(source, known, asked.data) : yield* newcomer(source, asked);
    if (!user || isBanned(user, desk.now)) return;
    yield* sendLink({ ...desk, source }, { userId: user.id, kind: 'magiclink', redirectTo: asked.redirectTo });
  });
}

/** Mails a link by which a new password can be set. */
export function askRecovery(desk: LinkContext, asked: Asked) {
  return desk.db.transact(function* (source) {
    const [user] = yield* run(userByEmail(source, asked.email));
    if (!user || isBanned(user, desk.now)) return;
    yield* sendLink({ ...desk, source }, { userId: user.id, kind: 'recovery', redirectTo: asked.redirectTo });
    const act = { action: 'account.recovery_asked', actorId: user.id, subject: user.id, ip: asked.ip, at: desk.now };
    yield* run(auditLog(source, act));
  });
}

/** Mails the link of a sign-up again, to somebody who has not confirmed yet. */
export function askConfirmation(desk: LinkContext, asked: Asked) {
  return desk.db.transact(function* (source) {
    const [user] = yield* run(userByEmail(source, asked.email));
    if (!user || user.emailConfirmedAt || isBanned(user, desk.now)) return;
    yield* sendLink({ ...desk, source }, { userId: user.id, kind: 'signup', redirectTo: asked.redirectTo });
  });
}

function* newcomer(source: TxContext, asked: Asked & { createUser: boolean; data: Record<string, unknown> }) {
  if (!asked.createUser) return undefined;
  const values = { email: foldEmail(asked.email), userMetadata: asked.data };
  const [user] = yield* run(source.insert(source.tables.authUsers).values(values).onConflictDoNothing().returning());
  return user;
}

/** What an earlier asking said about a person who never came is no better than what this one says. */
function* refreshed({ queries, tables }: TxContext, user: UserRow, userMetadata: Record<string, unknown>) {
  if (user.emailConfirmedAt || user.passwordHash) return user;
  const { authUsers } = tables;
  const [changed] = yield* run(
    queries.update(authUsers).set({ userMetadata }).where(eq(authUsers.id, user.id)).returning(),
  );
  return changed;
}

// Links that the holder of the secret key orders for somebody, with or without the service's own mail.

export interface LinkOrder {
  kind: LinkKind;
  email: string;
  data: Record<string, unknown> | undefined;
  redirectTo: string;
  /** Of a sign-up. */
  passwordHash?: string | undefined;
}

/**
 * A link and the person it is for, who is made where there is none. A magic link for somebody new comes back as
 * a sign-up. Refuses 422 `email_exists` for a sign-up or invitation of a confirmed address, 404 `user_not_found` for a recovery of none.
 */
export function generateLink(
  desk: LinkContext,
  order: LinkOrder,
): Promise<{ user: UserRow; kind: LinkKind; token: string }> {
  return desk.db.transact(function* (source) {
    const { person, kind } = yield* personOf(source, order);
    const { user, token } = yield* storeLink(source, {
      userId: person.id,
      kind,
      redirectTo: order.redirectTo,
      now: desk.now,
    });
    return { user, kind, token };
  });
}

/** Mails an invitation. Refuses 422 `email_exists`. */
export function inviteByMail(desk: LinkContext, order: Omit<LinkOrder, 'kind'>): Promise<UserRow> {
  return desk.db.transact(function* (source) {
    const { person } = yield* personOf(source, { ...order, kind: 'invite' });
    return yield* sendLink({ ...desk, source }, { userId: person.id, kind: 'invite', redirectTo: order.redirectTo });
  });
}

function* personOf(source: TxContext, order: LinkOrder): Steps<{ person: UserRow; kind: LinkKind }> {
  const { queries, tables } = source;
  const { kind, email, passwordHash, data } = order;
  const [known] = yield* run(userByEmail(source, email));
  const isFirst = kind === 'signup' || kind === 'invite';
  if (!known && kind === 'recovery') throw new AuthError(404, 'user_not_found', 'User with this email not found');
  if (known?.emailConfirmedAt && isFirst) throw createdTwice();
  if (known && !isFirst) return { person: known, kind };
  const columns = { ...(passwordHash && { passwordHash }) };
  if (known) {
    const userMetadata = mergedMetadata(known.userMetadata, data ?? {});
    const changed = queries.update(tables.authUsers).set({ ...columns, userMetadata });
    const [user] = yield* run(changed.where(eq(tables.authUsers.id, known.id)).returning());
    return { person: user ?? known, kind };
  }
  const values = { email, userMetadata: data ?? {}, ...columns };
  const [user] = yield* run(queries.insert(tables.authUsers).values(values).onConflictDoNothing().returning());
  if (!user) throw createdTwice();
  return { person: user, kind: kind === 'magiclink' ? 'signup' : kind };
}
