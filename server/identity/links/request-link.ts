// Links that people request by their address. None of them reveals whether the address has an account.
import { eq } from 'drizzle-orm';
import { run, type Steps, type TxContext } from '../../db/client.ts';
import { auditLog, ownAct } from '../../http/audit-log.ts';
import { AuthError } from '../auth-error.ts';
import type { Challenge } from '../two-step/challenge.ts';
import { addUser, createdTwice, isBanned, mergedMetadata, type UserRow, userByEmail } from '../users.ts';
import { mailBothSides, wantEmail } from './change-email.ts';
import { mustConfirm } from './confirm-address.ts';
import { carriesMore, type LinkContext, type LinkKind, lastTarget, sendLink, storeLink } from './send-link.ts';

export interface LinkRequest {
  email: string;
  redirectTo: string;
  ip: string;
  challenge: Challenge | undefined;
  /** The installation's mails are used up: only confirmed accounts are mailed. */
  isScarce?: boolean;
}

interface MagicLinkRequest extends LinkRequest {
  createUser: boolean;
  data: Record<string, unknown>;
}

/** Mails a link that signs in; a new person gets an account by it where `createUser` allows. */
export function requestMagicLink(context: LinkContext, request: MagicLinkRequest) {
  return context.db.transact(function* (tx) {
    const [known] = yield* run(userByEmail(tx, request.email));
    if (request.isScarce && !known?.emailConfirmedAt) return;
    const user = yield* accountFor(tx, known, request);
    if (!user || isBanned(user, context.now)) return;
    // Whoever has a password and never confirmed may be a stranger who signed this address up: see `confirmAddress`.
    const kind = user.emailConfirmedAt || user.passwordHash ? 'magiclink' : 'signup';
    const { redirectTo, challenge } = request;
    yield* sendLink({ ...context, tx }, { userId: user.id, kind, redirectTo, challenge });
  });
}

export function requestRecovery(context: LinkContext, request: LinkRequest) {
  return context.db.transact(function* (tx) {
    const [user] = yield* run(userByEmail(tx, request.email));
    if (!user || isBanned(user, context.now) || (request.isScarce && !user.emailConfirmedAt)) return;
    const { redirectTo, challenge } = request;
    yield* sendLink({ ...context, tx }, { userId: user.id, kind: 'recovery', redirectTo, challenge });
    yield* run(auditLog(tx, ownAct('account.recovery_asked', user.id, { ip: request.ip, at: context.now })));
  });
}

/**
 * Mails the link of a sign-up again, to a person who has not confirmed yet. It leads where the last one did, to an invitation
 * or a course, unless the request names one.
 */
export function requestConfirmation(context: LinkContext, request: LinkRequest) {
  return context.db.transact(function* (tx) {
    const [user] = yield* run(userByEmail(tx, request.email));
    if (!user || user.emailConfirmedAt || isBanned(user, context.now) || request.isScarce) return;
    const { redirectTo: asked, challenge } = request;
    const redirectTo = carriesMore(asked) ? asked : ((yield* lastTarget(tx, user.id, 'signup')) ?? asked);
    yield* sendLink({ ...context, tx }, { userId: user.id, kind: 'signup', redirectTo, challenge });
  });
}

/**
 * Mails the links of a change of address again, to a person who asked for one. A side that was confirmed stays confirmed:
 * anybody may call this.
 */
export function requestChangeAgain(context: LinkContext, { email, redirectTo, challenge }: LinkRequest) {
  return context.db.transact(function* (tx) {
    const [user] = yield* run(userByEmail(tx, email));
    if (!user?.newEmail || isBanned(user, context.now)) return;
    yield* mailBothSides({ ...context, tx }, { user, redirectTo, challenge });
  });
}

/** For a person who never confirmed, the metadata of the latest request replaces that of an earlier one. */
function* accountFor(tx: TxContext, known: UserRow | undefined, { email, createUser, data }: MagicLinkRequest) {
  if (known?.emailConfirmedAt || known?.passwordHash) return known;
  if (!known && !createUser) return undefined;
  const { authUsers } = tx.tables;
  const [user] = known
    ? yield* run(tx.update(authUsers).set({ userMetadata: data }).where(eq(authUsers.id, known.id)).returning())
    : yield* run(tx.insert(authUsers).values({ email, userMetadata: data }).onConflictDoNothing().returning());
  return user;
}

// Links that the holder of the secret key orders for a person, with or without the service's own mail.

export interface LinkOrder {
  kind: LinkKind;
  email: string;
  data: Record<string, unknown> | undefined;
  redirectTo: string;
  /** For a sign-up. */
  passwordHash?: string | undefined;
  /** For a change of address. */
  newEmail?: string | undefined;
}

/**
 * A link and its person, who is created where there is none. A magic link for a new person is returned as a sign-up.
 * Refuses 422 `email_exists` for a confirmed address (sign-up, invitation), 404 `user_not_found` for a recovery or a change
 * of address without one.
 */
export function generateLink(
  context: LinkContext,
  order: LinkOrder,
): Promise<{ user: UserRow; kind: LinkKind; token: string; code: string }> {
  return context.db.transact(function* (tx) {
    const { person, kind } = yield* personOf(tx, order);
    if (order.newEmail && order.newEmail !== person.newEmail) yield* wantEmail(tx, person, order.newEmail);
    const link = { userId: person.id, kind, redirectTo: order.redirectTo, now: context.now };
    return { ...(yield* storeLink(tx, link)), kind };
  });
}

/** Mails an invitation. Refuses 422 `email_exists`. */
export function inviteByMail(context: LinkContext, order: Omit<LinkOrder, 'kind'>): Promise<UserRow> {
  return context.db.transact(function* (tx) {
    const { person } = yield* personOf(tx, { ...order, kind: 'invite' });
    return yield* sendLink({ ...context, tx }, { userId: person.id, kind: 'invite', redirectTo: order.redirectTo });
  });
}

function* personOf(tx: TxContext, order: LinkOrder): Steps<{ person: UserRow; kind: LinkKind }> {
  const { queries, tables } = tx;
  const { kind, email, passwordHash, data } = order;
  const [known] = yield* run(userByEmail(tx, email));
  const isFirst = kind === 'signup' || kind === 'invite';
  const isExisting = kind === 'recovery' || kind.startsWith('email_change');
  if (!known && isExisting) throw new AuthError(404, 'user_not_found', 'User with this email not found');
  const isTaken = kind === 'invite' ? known && !mustConfirm(known) : isFirst && known?.emailConfirmedAt;
  if (isTaken) throw createdTwice();
  if (known && !isFirst) return { person: known, kind };
  if (known) {
    const userMetadata = mergedMetadata(known.userMetadata, data ?? {});
    const changed = queries.update(tables.authUsers).set({ passwordHash, userMetadata });
    const [user] = yield* run(changed.where(eq(tables.authUsers.id, known.id)).returning());
    return { person: user ?? known, kind };
  }
  const values = { email, userMetadata: data ?? {}, passwordHash };
  return { person: yield* addUser(tx, values), kind: kind === 'magiclink' ? 'signup' : kind };
}
