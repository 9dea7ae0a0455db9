// Sessions of the embedded service: opened by a proof, kept alive by refresh tokens, ended by their rows.

import { randomBytes } from 'node:crypto';
import { and, eq, ne } from 'drizzle-orm';
import { SignJWT } from 'jose';
import { auditLog } from '../../audit/audit-log.ts';
import { type Db, run, type Steps, type TxContext } from '../../db/client.ts';
import type { SigningKeys } from '../../deps.ts';
import { AuthError } from '../auth-error.ts';
import { appMetadata, isBanned, type UserRow, wireUser } from '../users.ts';
import { type RefreshToken, readRefreshToken, writeRefreshToken } from './refresh-token.ts';

export type SessionRow = Db['tables']['authSessions']['$inferSelect'];

/** A session as it stands after an opening or a refresh. */
export interface LiveSession {
  user: UserRow;
  session: SessionRow;
  refreshToken: string;
}

/** What was proved, and by whom as far as the wire tells. */
export interface Proof {
  method: 'password' | 'otp';
  ip: string;
  userAgent: string | undefined;
  at: Date;
  /** The hash that the password fitted. It takes a while to find out, and counts only if it is still the person's. */
  passwordHash?: string | null;
}

/** An older token may come again this long after a refresh: two tabs, or an answer that got lost. */
const REUSE_GRACE_MS = 10_000;

/** Opens a session for someone who proved who they are, and notes it in the audit log. */
export function openSession(db: Db, userId: string, proof: Proof): Promise<LiveSession> {
  return db.transact((source) => beginSession(source, userId, proof));
}

/** `openSession` as steps of a unit that also spends the proof. */
export function* beginSession(source: TxContext, userId: string, proof: Proof): Steps<LiveSession> {
  const { authSessions, authUsers } = source.tables;
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
  const [user] = yield* run(source.update(authUsers).set({ lastSignInAt: at }).where(here).returning());
  if (!user && isStillRight) throw wrongPassword();
  const [session] = yield* run(source.insert(authSessions).values(values).returning());
  if (!user || !session) throw new AuthError(403, 'user_not_found', 'User from sub claim in JWT does not exist');
  const act = { actorId: userId, action: 'account.sign_in', subject: session.id, details: { method: proof.method } };
  yield* run(auditLog(source, { ...act, ip, at }));
  return { user, session, refreshToken: writeRefreshToken(session.id, session.counter, session.hmacKey) };
}

/** 400 `invalid_credentials`: no such account, or not its password. */
export function wrongPassword(): AuthError {
  return new AuthError(400, 'invalid_credentials', 'Invalid login credentials');
}

/**
 * The session of a refresh token, with the token to use next. The current token moves on; its parent is always
 * answered with the current one, an older one only within ten seconds. Later reuse means that the token was stolen:
 * it ends the session. A token ahead of its session was given before the database went back to an older copy: the seal
 * proves it, and the session goes on from there (Y20: devices converge without their people).
 */
export async function refreshSession(db: Db, text: string, now: Date): Promise<LiveSession> {
  const token = readRefreshToken(text);
  if (!token) throw new AuthError(400, 'validation_failed', 'Refresh token is not valid');
  const outcome = await db.transact((source) => turn(source, token, now));
  if (outcome instanceof AuthError) throw outcome;
  return outcome;
}

// Returns its refusals: thrown ones would roll back the end of the session.
function* turn(source: TxContext, token: RefreshToken, now: Date) {
  const { authSessions, authUsers } = source.tables;
  const here = eq(authSessions.id, token.sessionId);
  const [row] = yield* run(
    source
      .select({ session: authSessions, user: authUsers })
      .from(authSessions)
      .innerJoin(authUsers, eq(authUsers.id, authSessions.userId))
      .where(here),
  );
  if (!row || !token.isSealedBy(row.session.hmacKey)) return notFound();
  const { session, user } = row;
  if (isBanned(user, now)) return new AuthError(400, 'user_banned', 'Invalid Refresh Token: User Banned');
  if (session.notAfter && session.notAfter <= now) {
    return new AuthError(400, 'session_expired', 'Invalid Refresh Token: Session Expired');
  }
  const steps = session.counter - token.counter;
  const sinceRefresh = now.getTime() - (session.refreshedAt?.getTime() ?? 0);
  if (steps > 1 && sinceRefresh >= REUSE_GRACE_MS) {
    yield* run(source.delete(authSessions).where(here));
    return new AuthError(400, 'refresh_token_already_used', 'Invalid Refresh Token: Already Used');
  }
  if (steps > 0)
    return { user, session, refreshToken: writeRefreshToken(session.id, session.counter, session.hmacKey) };
  const change = { counter: token.counter + 1, refreshedAt: now };
  yield* run(source.update(authSessions).set(change).where(here));
  return {
    user,
    session: { ...session, ...change },
    refreshToken: writeRefreshToken(session.id, change.counter, session.hmacKey),
  };
}

const notFound = () => new AuthError(400, 'refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found');

/** Which sessions a sign-out ends: this one, every other one, or all of the person's. */
export type SignOutScope = 'local' | 'others' | 'global';

export async function endSessions(db: Db, session: Pick<SessionRow, 'id' | 'userId'>, scope: SignOutScope) {
  const { authSessions } = db.tables;
  const ofPerson = eq(authSessions.userId, session.userId);
  const which = {
    local: and(ofPerson, eq(authSessions.id, session.id)),
    others: and(ofPerson, ne(authSessions.id, session.id)),
    global: ofPerson,
  };
  await db.delete(authSessions).where(which[scope]);
}

/** The session row with its user; undefined as soon as the session has ended. */
export async function findSession(db: Db, id: string, userId: string) {
  const { authSessions, authUsers } = db.tables;
  const [row] = await db
    .select({ session: authSessions, user: authUsers })
    .from(authSessions)
    .innerJoin(authUsers, eq(authUsers.id, authSessions.userId))
    .where(and(eq(authSessions.id, id), eq(authSessions.userId, userId)));
  return row;
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
    user_metadata: user.userMetadata,
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
export async function wireSession(live: LiveSession, signing: Signing) {
  return {
    access_token: await signAccessToken(live, signing),
    token_type: 'bearer',
    expires_in: ACCESS_TOKEN_SECONDS,
    expires_at: Math.floor(signing.now.getTime() / 1000) + ACCESS_TOKEN_SECONDS,
    refresh_token: live.refreshToken,
    user: wireUser(live.user),
  };
}
