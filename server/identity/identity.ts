// Authentication, by the embedded service below /auth/v1 or by a hosted project.

import { randomBytes } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import { decodeProtectedHeader, errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose';
import * as z from 'zod/mini';
import { Refusal } from '#sync/contract/refusal.ts';
import type { SignUps } from '#sync/contract/server.ts';
import type { Db } from '../db/client.ts';
import type { Claims, Identity, Log, SigningKeys, VerifyAccessToken } from '../deps.ts';
import type { Env } from '../env.ts';
import type { Actor } from '../permissions.ts';
import { isErased } from './erasures.ts';
import { actorColumns, actorOf, createSessionCheck, hostedActors, hostedKeys, mergedActor } from './hosted.ts';
import { publicKeyIn, rereadSigningKeys } from './keys.ts';
import { ensureProfile } from './profiles.ts';
import { readSignUps, UNCONFIRMED } from './project-settings.ts';
import { ACCESS_TOKEN_SECONDS } from './sessions.ts';
import { isBanned } from './users.ts';

interface IdentityParts {
  env: Env;
  db: Db;
  now: () => Date;
  log: Log;
  /** The installation's own keys; undefined with a hosted service. */
  keys: SigningKeys | undefined;
}

export function createIdentity({ env, db, now, log, keys }: IdentityParts): Identity {
  const { identity } = env;
  if (identity.kind === 'hosted') {
    const issuer = `${identity.url}/auth/v1`;
    const publicKey = hostedKeys(identity.url, now);
    const isIssuerOptional = true;
    const verify = createVerifier({ issuer, isIssuerOptional, publicKey, jwtSecret: identity.jwtSecret, now, log });
    const check = createSessionCheck({ ...identity, now });
    let signUps: SignUps = 'open';
    const find = hostedActors(db, { check, log, isConfirmed: () => signUps !== 'unconfirmed', twoStep: env.twoStep });
    const authenticate: Identity['authenticate'] = async (token, isSync = false) =>
      find(await verify(token), { token, isSync });
    const readSettings = async () => {
      const read = await readSignUps(identity);
      if (!read) return false;
      signUps = read;
      if (signUps === 'unconfirmed') log.warn('addresses are not confirmed', { advice: UNCONFIRMED });
      if (signUps === 'closed') log.info('the project takes no sign-ups');
      return true;
    };
    return { embedded: undefined, verify, authenticate, signUps: () => signUps, readSettings };
  }
  if (!keys) throw new Error('The embedded service needs signing keys.');
  const issuer = `${env.publicUrl}/auth/v1`;
  const verify = createVerifier({
    issuer,
    publicKey: publicKeyIn(env.dataDir, keys),
    jwtSecret: undefined,
    lifetimeSeconds: ACCESS_TOKEN_SECONDS,
    now,
    log,
  });
  const find = embeddedActors(db, { now, env });
  const secretKey = identity.secretKey ?? randomBytes(32).toString('base64url');
  return {
    embedded: { keys, secretKey, issuer },
    verify,
    authenticate: async (token, isSync = false) => find(await verify(token), isSync),
    signUps: () => 'open',
    readSettings: async () => {
      const warn = (error: Error) => log.warn('signing keys not read', { error: error.message });
      await rereadSigningKeys(env.dataDir, keys).catch(warn);
      return false;
    },
  };
}

// From a verified token to the person in our tables: one prepared read on the path of every request.

/** With the embedded service the session row decides too, so that an ended session is refused at once. */
function embeddedActors(db: Db, { now, env }: { now: () => Date; env: Env }) {
  const { autoconfirm, twoStep } = env;
  const { authFactors, authSessions, authUsers, profiles } = db.tables;
  const isTheirs = sql`${authFactors.userId} = ${authSessions.userId} and ${authFactors.isVerified}`;
  const query = db
    .select({
      bannedUntil: authUsers.bannedUntil,
      isUnproven: authUsers.isUnproven,
      notAfter: authSessions.notAfter,
      aal: authSessions.aal,
      hasFactor: sql<boolean>`exists (select 1 from ${authFactors} where ${isTheirs})`.mapWith(Boolean),
      profile: actorColumns(db),
    })
    .from(authSessions)
    .innerJoin(authUsers, eq(authUsers.id, authSessions.userId))
    .leftJoin(profiles, eq(profiles.id, authSessions.userId))
    .where(and(eq(authSessions.id, sql.placeholder('session')), eq(authSessions.userId, sql.placeholder('user'))))
    .prepare('');

  return async function find(claims: Claims, isSync: boolean): Promise<Actor> {
    const [row] = await query.execute({ session: claims.session_id, user: claims.sub });
    if (!row && (await isErased(db, claims.sub))) throw new Refusal('account_erased');
    if (!row || isBanned(row, now()) || (row.notAfter && row.notAfter <= now())) throw new Refusal('not_authenticated');
    if (row.profile?.mergedInto) return mergedActor(db, { id: claims.sub, mergedInto: row.profile.mergedInto, isSync });
    if (row.profile) {
      // Both: an older token of the session may be in other hands, and a session may have fallen back.
      const isSecondStepTaken = claims.aal === 'aal2' && row.aal === 'aal2';
      const hasProvenEmail = autoconfirm || !row.isUnproven;
      return actorOf(
        { id: claims.sub, ...row.profile, hasProvenEmail },
        { ...row, isSecondStepTaken, isSync, twoStep },
      );
    }
    const { sub, email, user_metadata = {} } = claims;
    await ensureProfile(db, { id: sub, email, metadata: user_metadata });
    return find(claims, isSync);
  };
}

// Verification of access tokens: one function for the embedded and for a hosted service.

const ClaimsShape = z.object({
  sub: z.uuid(),
  session_id: z.uuid(),
  role: z.literal('authenticated'),
  email: z.string(),
  exp: z.int(),
  is_anonymous: z.optional(z.literal(false)),
  aal: z.optional(z.string()),
  amr: z.optional(z.unknown()),
  user_metadata: z.optional(z.record(z.string(), z.unknown())),
});
const TOLERANCE_SECONDS = 10;
const CACHED_TOKENS = 20_000;

export interface Verification {
  issuer: string;
  /** A self-hosted project names no issuer; its own signature says enough. Another issuer is refused all the same. */
  isIssuerOptional?: boolean;
  /** Finds the public key named by a token's header. */
  publicKey: JWTVerifyGetKey;
  /** Only for a hosted project that still signs with HS256. */
  jwtSecret: string | undefined;
  /** How long our own tokens are valid after they were issued. A project decides that itself. */
  lifetimeSeconds?: number;
  now: () => Date;
  /** Told why a token was refused, never the token. */
  log: Pick<Log, 'info'>;
}

/** A verifier that caches valid tokens, because checking a signature costs more than the rest of a small request. */
export function createVerifier(verification: Verification): VerifyAccessToken {
  const good = new Map<string, Claims>();
  return async (token) => {
    const known = good.get(token);
    if (known) {
      if (known.exp + TOLERANCE_SECONDS > verification.now().getTime() / 1000) return known;
      good.delete(token);
      throw new Refusal('token_expired');
    }
    const claims = await verifyAccessToken(token, verification);
    if (good.size >= CACHED_TOKENS) good.delete(good.keys().next().value ?? '');
    good.set(token, claims);
    return claims;
  };
}

/** Checks algorithm, signature, issuer, audience, times and the shape of the claims. */
export async function verifyAccessToken(token: string, verification: Verification): Promise<Claims> {
  let payload: JWTPayload;
  try {
    payload = await signedPayload(token, verification);
  } catch (error) {
    if (error instanceof errors.JWTExpired) throw new Refusal('token_expired');
    if (!(error instanceof errors.JOSEError || error instanceof TypeError)) throw error;
    verification.log.info('token refused', { reason: reasonOf(error) });
    throw new Refusal('not_authenticated');
  }
  const claims = ClaimsShape.safeParse(payload);
  if (!claims.success) {
    const claim = String(claims.error.issues[0]?.path[0] ?? 'claims');
    verification.log.info('token refused', { reason: `its ${claim} is missing or of another kind` });
    throw new Refusal('not_authenticated');
  }
  return { ...claims.data, sub: claims.data.sub.toLowerCase(), session_id: claims.data.session_id.toLowerCase() };
}

/** Fixed words and names of claims: nothing that a stranger wrote into a token. */
function reasonOf(error: Error): string {
  if (error instanceof errors.JWTClaimValidationFailed) {
    const { claim, reason } = error;
    // Here a time that has not come yet; what has expired is no news.
    const isAhead = reason === 'check_failed' && ['nbf', 'iat'].includes(claim);
    return `its ${claim} is ${isAhead ? 'in the future: the clock of this server or of the auth service is wrong' : reason}`;
  }
  if (error instanceof errors.JOSEError) return error.code;
  return 'it is not a token';
}

async function signedPayload(token: string, verification: Verification): Promise<JWTPayload> {
  const { issuer, isIssuerOptional, publicKey, jwtSecret, lifetimeSeconds, now } = verification;
  const expected = {
    audience: 'authenticated',
    clockTolerance: TOLERANCE_SECONDS,
    currentDate: now(),
    requiredClaims: ['sub', 'exp', 'iat', 'session_id'],
    // Also refuses what was issued in the future.
    ...(lifetimeSeconds !== undefined && { maxTokenAge: lifetimeSeconds }),
  };
  // The secret verifies HS256 alone and a public key never does: a key of one kind must not verify the other.
  if (decodeProtectedHeader(token).alg === 'HS256' && jwtSecret) {
    const secret = new TextEncoder().encode(jwtSecret);
    return checked((await jwtVerify(token, secret, { ...expected, algorithms: ['HS256'] })).payload);
  }
  return checked((await jwtVerify(token, publicKey, { ...expected, algorithms: ['ES256', 'RS256'] })).payload);

  function checked(payload: JWTPayload): JWTPayload {
    const { exp = 0, iat = 0 } = payload;
    if (lifetimeSeconds !== undefined && exp > iat + lifetimeSeconds) {
      throw new errors.JWTClaimValidationFailed('unexpected "exp" claim value', payload, 'exp', 'too late');
    }
    if (payload.iss === issuer || (payload.iss === undefined && isIssuerOptional)) return payload;
    const state = payload.iss === undefined ? 'missing' : 'another one';
    throw new errors.JWTClaimValidationFailed('unexpected "iss" claim value', payload, 'iss', state);
  }
}
