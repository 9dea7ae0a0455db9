// The second step of a sign-in: authenticator apps (TOTP, RFC 6238), and what a session gains by one of their codes.

import { randomUUID } from 'node:crypto';
import { and, eq, isNull, lt, ne, or, sql } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import encodeQR from 'qr';
import { type Db, run, type Steps, type TxContext } from '../../db/client.ts';
import type { Env } from '../../env.ts';
import { auditLog, ownAct } from '../../http/audit-log.ts';
import { queueMail } from '../../mail/mailer.ts';
import { AuthError } from '../auth-error.ts';
import { isRecentlyProven } from '../password-rules.ts';
import { refreshTokenOf } from '../refresh-token.ts';
import { type LiveSession, REUSE_GRACE_MS, type SessionRow, sessionNotFound } from '../sessions.ts';
import { type FactorRow, factorsOf, type UserRow } from '../users.ts';
import { dropRecoveryCodes } from './recovery-codes.ts';

/** A call of a signed-in person about their authenticators. */
export interface FactorCall {
  user: UserRow;
  session: SessionRow;
  ip: string;
  at: Date;
}

const PERIOD_SECONDS = 30;
/** One step before and after the present one: clocks differ, and people type. */
const STEPS_EITHER_SIDE = 1;
const MOST_FACTORS = 10;
const UNVERIFIED_LIFETIME_MS = 300_000;
const CHALLENGE_LIFETIME_MS = 300_000;

const totpOf = (secret: string, label?: { issuer: string; label: string }) =>
  new TOTP({ ...label, algorithm: 'SHA1', digits: 6, period: PERIOD_SECONDS, secret: Secret.fromBase32(secret) });

/**
 * Adds an authenticator, which counts once a code of it was verified. Refuses `mfa_factor_name_conflict`,
 * `too_many_enrolled_mfa_factors`, `insufficient_aal` for a person who has one already and did not use it here, and
 * `reauthentication_needed` for a sign-in that is not recent: a device that was left open must not lock its owner out.
 */
export async function enrollFactor(
  db: Db,
  { user, session, at }: FactorCall,
  { friendlyName, issuer }: { friendlyName: string; issuer: string },
) {
  const secret = new Secret({ size: 20 }).base32;
  const factor = await db.transact(function* (tx): Steps<FactorRow> {
    const { authFactors } = tx.tables;
    const expired = lt(authFactors.createdAt, new Date(at.getTime() - UNVERIFIED_LIFETIME_MS));
    const isUnverified = and(eq(authFactors.userId, user.id), eq(authFactors.isVerified, false));
    yield* run(tx.queries.delete(authFactors).where(and(isUnverified, expired)));
    const known = yield* run(factorsOf(tx, user.id));
    if (known.some((one) => one.friendlyName === friendlyName)) {
      const words = `A factor with the friendly name ${JSON.stringify(friendlyName)} for this user already exists`;
      throw new AuthError(422, 'mfa_factor_name_conflict', words);
    }
    if (known.length >= MOST_FACTORS) {
      const words = 'Maximum number of verified factors reached, unenroll to continue';
      throw new AuthError(422, 'too_many_enrolled_mfa_factors', words);
    }
    if (known.some(({ isVerified }) => isVerified) && session.aal !== 'aal2') {
      throw new AuthError(403, 'insufficient_aal', 'AAL2 required to enroll a new factor');
    }
    if (session.aal !== 'aal2' && !isRecentlyProven(session, at)) {
      throw new AuthError(400, 'reauthentication_needed', 'Enrolling a factor requires reauthentication');
    }
    const values = { userId: user.id, friendlyName, secret, createdAt: at, updatedAt: at };
    const [made] = yield* run(tx.queries.insert(authFactors).values(values).returning());
    if (!made) throw new Error('The factor was not stored.');
    return made;
  });
  const uri = totpOf(secret, { issuer, label: user.email }).toString();
  return {
    id: factor.id,
    type: 'totp',
    friendly_name: friendlyName,
    totp: { qr_code: encodeQR(uri, 'svg'), secret, uri },
  };
}

/** The person's own factor; 404 `mfa_factor_not_found` for any other. */
export async function ownFactor(db: Db, userId: string, id: string): Promise<FactorRow> {
  const factor = (await factorsOf(db, userId)).find((one) => one.id === id.toLowerCase());
  if (!factor) throw new AuthError(404, 'mfa_factor_not_found', 'Factor not found');
  return factor;
}

/** A challenge, which the next code answers within five minutes; it replaces the one before. */
export async function challengeFactor(db: Db, factor: FactorRow, at: Date) {
  const { authFactors } = db.tables;
  const id = randomUUID();
  await db.update(authFactors).set({ challengeId: id, lastChallengedAt: at }).where(eq(authFactors.id, factor.id));
  return { id, type: 'totp', expires_at: Math.floor((at.getTime() + CHALLENGE_LIFETIME_MS) / 1000) };
}

/** Refuses an answer to another challenge than the last one, or one that comes late. */
export function requireChallenge({ challengeId, lastChallengedAt }: FactorRow, id: string, at: Date): void {
  if (!challengeId || challengeId !== id.toLowerCase()) {
    throw new AuthError(422, 'mfa_factor_not_found', 'MFA factor with the provided challenge ID not found');
  }
  if (at.getTime() - (lastChallengedAt?.getTime() ?? 0) > CHALLENGE_LIFETIME_MS) {
    const words = `MFA challenge ${challengeId} has expired, verify against another challenge or create a new challenge.`;
    throw new AuthError(422, 'mfa_challenge_expired', words);
  }
}

/**
 * The session after the second step, with `aal2` and a refresh token that replaces every one before. Sessions without the
 * second step end: whoever held one could not take it; recovery codes end with a new authenticator. Undefined for a wrong code,
 * and for one that was taken before.
 */
export async function verifyFactor(
  db: Db,
  { user, session, ip, at }: FactorCall,
  { factor, code, env }: { factor: FactorRow; code: string; env: Env },
): Promise<LiveSession | undefined> {
  const delta = totpOf(factor.secret).validate({ token: code, timestamp: at.getTime(), window: STEPS_EITHER_SIDE });
  if (delta === null) return undefined;
  const step = Math.floor(at.getTime() / 1000 / PERIOD_SECONDS) + delta;
  return db.transact(function* (tx): Steps<LiveSession | undefined> {
    const { authFactors, authSessions } = tx.tables;
    if (!factor.isVerified && session.aal !== 'aal2') {
      // It may have been added while another one was being verified.
      const known = yield* run(factorsOf(tx, user.id));
      if (known.some(({ isVerified }) => isVerified)) {
        throw new AuthError(403, 'insufficient_aal', 'AAL2 required to verify a new factor');
      }
    }
    const isUnused = or(isNull(authFactors.lastStep), lt(authFactors.lastStep, step));
    const here = and(eq(authFactors.id, factor.id), isUnused);
    const change = { lastStep: step, isVerified: true, challengeId: null };
    const taken = yield* run(tx.queries.update(authFactors).set(change).where(here).returning());
    if (taken.length === 0) return undefined;
    const proof = { method: 'totp', timestamp: Math.floor(at.getTime() / 1000) };
    const raised = {
      aal: 'aal2',
      amr: [proof, ...session.amr.filter(({ method }) => method !== 'totp')],
      // By two: the parent of the present token would be answered with it, and whoever has that one has no code.
      counter: sql`${authSessions.counter} + 2`,
      // And older ones, too, soon after a refresh: that time is over now.
      refreshedAt: new Date(at.getTime() - REUSE_GRACE_MS),
    };
    const thisOne = eq(authSessions.id, session.id);
    const [live] = yield* run(tx.queries.update(authSessions).set(raised).where(thisOne).returning());
    if (!live) throw sessionNotFound();
    const ofPerson = eq(authSessions.userId, user.id);
    yield* run(tx.queries.delete(authSessions).where(and(ofPerson, ne(authSessions.aal, 'aal2'))));
    const isUnverified = and(eq(authFactors.userId, user.id), eq(authFactors.isVerified, false));
    yield* run(tx.queries.delete(authFactors).where(isUnverified));
    const action = factor.isVerified ? 'account.two_step_sign_in' : 'account.two_step_on';
    yield* run(auditLog(tx, ownAct(action, user.id, { ip, at })));
    if (!factor.isVerified) {
      // Whoever found the codes of before must not remove the new authenticator (decision 142).
      yield* dropRecoveryCodes(tx, user.id);
      yield* mailTwoStep(tx, 'two_step_on', { to: user.email, at, env });
    }
    return { user, session: live, refreshToken: refreshTokenOf(live) };
  });
}

/** Removes an authenticator; a verified one only after the second step, else 422 `insufficient_aal`. */
export async function unenrollFactor(
  db: Db,
  { user, session, ip, at }: FactorCall,
  { factor, env }: { factor: FactorRow; env: Env },
): Promise<void> {
  if (factor.isVerified && session.aal !== 'aal2') {
    throw new AuthError(422, 'insufficient_aal', 'AAL2 required to unenroll verified factor');
  }
  await db.transact(function* (tx): Steps<void> {
    yield* removeFactor(tx, factor);
    if (!factor.isVerified) return;
    const rest = yield* run(factorsOf(tx, user.id));
    if (rest.some(({ isVerified }) => isVerified)) return;
    yield* dropRecoveryCodes(tx, user.id);
    yield* run(auditLog(tx, ownAct('account.two_step_off', user.id, { ip, at })));
    yield* mailTwoStep(tx, 'two_step_off', { to: user.email, at, env });
  });
}

/** Deletes a factor; with a verified one every session of its person falls back to its first step. */
export function* removeFactor({ queries, tables }: TxContext, factor: FactorRow): Steps<void> {
  const { authFactors, authSessions } = tables;
  yield* run(queries.delete(authFactors).where(eq(authFactors.id, factor.id)));
  if (!factor.isVerified) return;
  const isRaised = and(eq(authSessions.userId, factor.userId), eq(authSessions.aal, 'aal2'));
  for (const { id, amr } of yield* run(queries.select().from(authSessions).where(isRaised))) {
    const fallen = { aal: 'aal1', amr: amr.filter(({ method }) => method !== 'totp') };
    yield* run(queries.update(authSessions).set(fallen).where(eq(authSessions.id, id)));
  }
}

/** Where a person sets a new password who did not do what a mail tells them. */
export const resetPage = (publicUrl: string) => new URL('/auth?mode=reset', publicUrl).href;

/** Tells a person that their second step was turned on or off. */
export function* mailTwoStep(
  tx: TxContext,
  kind: 'two_step_on' | 'two_step_off',
  { env, ...mail }: { to: string; at: Date; env: Env; by?: 'recovery code' | 'administrator' },
): Steps<void> {
  yield* queueMail(tx, env, kind, { ...mail, link: resetPage(env.publicUrl) });
}
