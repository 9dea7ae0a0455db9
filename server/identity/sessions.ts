// Sessions of the embedded service: opened by a proof, kept alive by refresh tokens, ended by their rows.

import { randomBytes } from 'node:crypto';
import { and, eq, ne } from 'drizzle-orm';
import { SignJWT } from 'jose';
import { type Db, run, type Steps, type TxContext } from '../db/client.ts';
import type { SigningKeys } from '../deps.ts';
import type { Env } from '../env.ts';
import { auditLog } from '../http/audit-log.ts';
import { AuthError } from './auth-error.ts';
import { type RefreshToken, readRefreshToken, refreshTokenOf } from './refresh-token.ts';
import { appMetadata, factorsOf, isBanned, type UserRow, userMetadata, wireUser } from './users.ts';

export type SessionRow = Db['tables']['authSessions']['$inferSelect'];

/** A session after it was opened or refreshed. */
export interface LiveSession {
  user: UserRow;
  session: SessionRow;
  refreshToken: string;
}

/** A proof of identity, and the client that presented it. */
export interface SignInProof {
  method: 'password' | 'otp' | 'oauth';
  ip: string;
  userAgent: string | undefined;
  at: Date;
  /** The hash that the password matched. Comparing takes a while, so it counts only if it is still the person's hash. */
  passwordHash?: string | null;
}

/** One use of a session: when, from which address, and how many days sessions live. */
interface SessionUse {
  now: Date;
  ip: string;
  lifetime: Env['sessions'];
}

const DAY_MS = 86_400_000;

/** The last use of a session that the server knows of: a device in use refreshes once an hour. */
export const lastUseOf = ({ refreshedAt, createdAt }: SessionRow): Date => refreshedAt ?? createdAt;

/** When a session ends, and whether that is because nobody used it. */
export function endOf(session: SessionRow, { idleDays, maxDays }: Env['sessions']): { at: Date; isIdle: boolean } {
  const idle = lastUseOf(session).getTime() + idleDays * DAY_MS;
  const most = session.createdAt.getTime() + maxDays * DAY_MS;
  return { at: new Date(Math.min(idle, most)), isIdle: idle < most };
}

/** How long after a refresh an older token is accepted: two tabs, or a response that got lost. */
export const REUSE_GRACE_MS = 10_000;

/** Opens a session for a person who proved their identity, and logs it in the audit log. */
export function openSession(db: Db, userId: string, proof: SignInProof): Promise<LiveSession> {
  return db.transact((tx) => beginSession(tx, userId, proof));
}

/** `openSession` as steps of a unit that also uses up the proof. */
export function* beginSession(tx: TxContext, userId: string, proof: SignInProof): Steps<LiveSession> {
  const { authSessions, authUsers } = tx.tables;
  const { at, ip } = proof;
  const values = {
    userId,
    hmacKey: randomBytes(32).toString('base64url'),
    userAgent: proof.userAgent?.slice(0, 300),
    ip,
    amr: [{ method: proof.method, timestamp: Math.floor(at.getTime() / 1000) }],
    createdAt: at,
  };
  const isStillRight = proof.passwordHash ? eq(authUsers.passwordHash, proof.passwordHash) : undefined;
  const here = and(eq(authUsers.id, userId), isStillRight);
  const [user] = yield* run(tx.update(authUsers).set({ lastSignInAt: at }).where(here).returning());
  if (!user && isStillRight) throw wrongPassword();
  const [session] = yield* run(tx.insert(authSessions).values(values).returning());
  if (!user || !session) throw new AuthError(403, 'user_not_found', 'User from sub claim in JWT does not exist');
  const act = { actorId: userId, action: 'account.sign_in', subject: session.id, details: { method: proof.method } };
  yield* run(auditLog(tx, { ...act, ip, at }));
  return { user, session, refreshToken: refreshTokenOf(session) };
}

/** 400 `invalid_credentials`: no such account, or not its password. */
export function wrongPassword(): AuthError {
  return new AuthError(400, 'invalid_credentials', 'Invalid login credentials');
}

/** 403 `session_not_found`: it has ended, and the client drops it. */
export function sessionNotFound(): AuthError {
  return new AuthError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist');
}

/**
 * The session of a refresh token, with the token to use next. The current token is replaced; its parent always gets the
 * current one, an older token only within ten seconds. Later reuse means that the token was stolen, and ends the session.
 * A token ahead of its session was issued before the database went back to an older copy: the seal proves it, and the
 * session continues from there (Y20: devices converge without their people).
 */
export async function refreshSession(db: Db, text: string, use: SessionUse): Promise<LiveSession> {
  const token = readRefreshToken(text);
  if (!token) throw new AuthError(400, 'validation_failed', 'Refresh token is not valid');
  const outcome = await db.transact((tx) => rotate(tx, token, use));
  if (outcome instanceof AuthError) throw outcome;
  return outcome;
}

// Refusals are returned: thrown ones would roll back the end of the session.
function* rotate(tx: TxContext, token: RefreshToken, { now, ip, lifetime }: SessionUse) {
  const { authSessions } = tx.tables;
  const here = eq(authSessions.id, token.sessionId);
  const [row] = yield* run(sessionsWithUsers(tx).where(here));
  if (!row || !token.isSealedBy(row.session.hmacKey)) return notFound();
  const { session, user } = row;
  if (isBanned(user, now)) return new AuthError(400, 'user_banned', 'Invalid Refresh Token: User Banned');
  if (session.notAfter && session.notAfter <= now) {
    return new AuthError(400, 'session_expired', 'Invalid Refresh Token: Session Expired');
  }
  const end = endOf(session, lifetime);
  if (end.at <= now) {
    yield* run(tx.delete(authSessions).where(here));
    const why = end.isIdle ? ' (Inactivity)' : '';
    return new AuthError(400, 'session_expired', `Invalid Refresh Token: Session Expired${why}`);
  }
  const steps = session.counter - token.counter;
  const sinceRefresh = now.getTime() - (session.refreshedAt?.getTime() ?? 0);
  if (steps > 1 && sinceRefresh >= REUSE_GRACE_MS) {
    yield* run(tx.delete(authSessions).where(here));
    return new AuthError(400, 'refresh_token_already_used', 'Invalid Refresh Token: Already Used');
  }
  if (steps > 0) return { user, session, refreshToken: refreshTokenOf(session) };
  const change = { counter: token.counter + 1, refreshedAt: now, ip };
  yield* run(tx.update(authSessions).set(change).where(here));
  const refreshed = { ...session, ...change };
  return { user, session: refreshed, refreshToken: refreshTokenOf(refreshed) };
}

const notFound = () => new AuthError(400, 'refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found');

/** Signs a person out of this session, of every other one, or of all of theirs, and logs it in the audit log. */
export async function endSessions(
  db: Db,
  session: SessionRow,
  { scope, ip, at }: { scope: 'local' | 'others' | 'global'; ip: string; at: Date },
) {
  const { authSessions } = db.tables;
  const ofPerson = eq(authSessions.userId, session.userId);
  const which = {
    local: and(ofPerson, eq(authSessions.id, session.id)),
    others: and(ofPerson, ne(authSessions.id, session.id)),
    global: ofPerson,
  };
  const act = { action: 'account.sign_out', actorId: session.userId, subject: session.id, details: { scope }, ip, at };
  await db.transact(function* (tx) {
    yield* run(tx.delete(authSessions).where(which[scope]));
    yield* run(auditLog(tx, act));
  });
}

/** The session row with its user; undefined once the session has ended. */
export async function findSession(db: Db, id: string, userId: string) {
  const { authSessions } = db.tables;
  const [row] = await sessionsWithUsers(db).where(and(eq(authSessions.id, id), eq(authSessions.userId, userId)));
  return row;
}

function sessionsWithUsers({ queries, tables: { authSessions, authUsers } }: TxContext) {
  return queries
    .select({ session: authSessions, user: authUsers })
    .from(authSessions)
    .innerJoin(authUsers, eq(authUsers.id, authSessions.userId));
}

/** Shorter than two minutes would make the client refresh in a loop. */
export const ACCESS_TOKEN_SECONDS = 3600;

/** Signs the access token of a session. `issuer` is PUBLIC_URL/auth/v1. */
export function signAccessToken(live: Pick<LiveSession, 'user' | 'session'>, { keys, issuer, now }: Signing) {
  const { user, session } = live;
  const issuedAt = Math.floor(now.getTime() / 1000);
  return new SignJWT({
    email: user.email,
    phone: '',
    app_metadata: appMetadata(user),
    user_metadata: userMetadata(user),
    role: 'authenticated',
    aal: session.aal,
    amr: session.amr,
    session_id: session.id,
    is_anonymous: false,
  })
    .setProtectedHeader({ alg: 'ES256', kid: keys.kid, typ: 'JWT' })
    .setIssuer(issuer)
    .setSubject(user.id)
    .setAudience('authenticated')
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + ACCESS_TOKEN_SECONDS)
    .sign(keys.signingKey);
}

export interface Signing {
  keys: SigningKeys;
  issuer: string;
  now: Date;
}

/** The body that the client stores: both tokens, their times in unix seconds, and the user. */
export async function wireSession(live: LiveSession, { db, ...signing }: Signing & { db: Db }) {
  const factors = await factorsOf(db, live.user.id);
  return {
    access_token: await signAccessToken(live, signing),
    token_type: 'bearer',
    expires_in: ACCESS_TOKEN_SECONDS,
    expires_at: Math.floor(signing.now.getTime() / 1000) + ACCESS_TOKEN_SECONDS,
    refresh_token: live.refreshToken,
    user: wireUser(live.user, factors),
  };
}
