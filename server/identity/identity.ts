// Authentication, by the embedded service below /auth/v1 or by a hosted project (I1, I5, I6).

import { randomBytes } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import {
  createLocalJWKSet,
  decodeProtectedHeader,
  errors,
  type JSONWebKeySet,
  type JWTPayload,
  type JWTVerifyGetKey,
  jwtVerify,
} from 'jose';
import * as z from 'zod/mini';
import { Refusal } from '#sync/contract/refusal.ts';
import type { Db } from '../db/client.ts';
import type { Claims, Identity, SigningKeys, VerifyAccessToken } from '../deps.ts';
import type { Env } from '../env.ts';
import type { Actor } from '../permissions.ts';
import { isErased } from './erasures.ts';
import { ensureProfile } from './profiles.ts';
import { isBanned } from './users.ts';

interface IdentityParts {
  env: Env;
  db: Db;
  now: () => Date;
  /** The installation's own keys; undefined with a hosted service. */
  keys: SigningKeys | undefined;
}

export function createIdentity({ env, db, now, keys }: IdentityParts): Identity {
  const { identity } = env;
  if (identity.kind === 'hosted') {
    const issuer = `${identity.url}/auth/v1`;
    const publicKey = hostedKeys(identity.url, now);
    const verify = createVerifier({ issuer, publicKey, jwtSecret: identity.jwtSecret, now });
    const find = hostedActors(db);
    return { embedded: undefined, verify, authenticate: async (token) => find(await verify(token)) };
  }
  if (!keys) throw new Error('The embedded service needs signing keys.');
  const issuer = `${env.publicUrl}/auth/v1`;
  const verify = createVerifier({ issuer, publicKey: createLocalJWKSet(keys.jwks), jwtSecret: undefined, now });
  const find = embeddedActors(db, now);
  const secretKey = identity.secretKey ?? randomBytes(32).toString('base64url');
  return {
    embedded: { keys, secretKey, issuer },
    verify,
    authenticate: async (token) => find(await verify(token)),
  };
}

const FRESH_MS = 600_000;
const COOL_DOWN_MS = 30_000;
const KEYS_TIMEOUT_MS = 5_000;

type KeySet = ReturnType<typeof createLocalJWKSet>;

/**
 * The public keys of a hosted project. The last good set is used while the project cannot be reached, so that people with
 * valid tokens can go on working; an unknown key id loads the keys again, at most every 30 seconds.
 */
function hostedKeys(projectUrl: string, now: () => Date, fetchKeys: typeof fetch = fetch): JWTVerifyGetKey {
  let known: KeySet | undefined;
  let loadedAt = Number.NEGATIVE_INFINITY;
  let loading: Promise<void> | undefined;

  async function load() {
    loadedAt = now().getTime();
    const address = `${projectUrl}/auth/v1/.well-known/jwks.json`;
    const answer = await fetchKeys(address, { signal: AbortSignal.timeout(KEYS_TIMEOUT_MS) });
    if (answer.ok) known = createLocalJWKSet((await answer.json()) as JSONWebKeySet);
  }
  /** One request at a time; a failure leaves the known keys. */
  function refresh(): Promise<void> {
    loading ??= load()
      .catch(() => undefined)
      .finally(() => {
        loading = undefined;
      });
    return loading;
  }

  const age = () => now().getTime() - loadedAt;

  return async (header, token) => {
    if (!known && (loading || age() >= COOL_DOWN_MS)) await refresh();
    if (!known)
      throw new Refusal('unavailable', {}, 'The sign-in service cannot be reached right now. Please try again.');
    if (age() >= FRESH_MS) refresh().catch(() => undefined);
    try {
      return await known(header, token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey) || age() < COOL_DOWN_MS) throw error;
      await refresh();
      return known(header, token);
    }
  };
}

// From a verified token to the person in our tables: one prepared read on the path of every request.

type FindActor = (claims: Claims) => Promise<Actor>;

const actorColumns = (db: Db) => {
  const { profiles } = db.tables;
  return {
    email: profiles.email,
    organizationId: profiles.organizationId,
    isOrgAdmin: profiles.isOrgAdmin,
    isSuperAdmin: profiles.isSuperAdmin,
  };
};

/** With the embedded service the session row decides too, so that an ended session is refused at once. */
function embeddedActors(db: Db, now: () => Date): FindActor {
  const { authSessions, authUsers, profiles } = db.tables;
  const query = db
    .select({ bannedUntil: authUsers.bannedUntil, notAfter: authSessions.notAfter, profile: actorColumns(db) })
    .from(authSessions)
    .innerJoin(authUsers, eq(authUsers.id, authSessions.userId))
    .leftJoin(profiles, eq(profiles.id, authSessions.userId))
    .where(and(eq(authSessions.id, sql.placeholder('session')), eq(authSessions.userId, sql.placeholder('user'))))
    .prepare('');

  return async function find(claims): Promise<Actor> {
    const [row] = await query.execute({ session: claims.session_id, user: claims.sub });
    if (!row && (await isErased(db, claims.sub))) throw new Refusal('account_erased');
    if (!row || isBanned(row, now()) || (row.notAfter && row.notAfter <= now())) throw new Refusal('not_authenticated');
    if (row.profile) return { id: claims.sub, ...row.profile };
    await createProfile(db, claims);
    return find(claims);
  };
}

/** A hosted service keeps its sessions to itself; a token is valid until it expires. */
function hostedActors(db: Db): FindActor {
  const { profiles } = db.tables;
  const query = db
    .select(actorColumns(db))
    .from(profiles)
    .where(eq(profiles.id, sql.placeholder('user')))
    .prepare('');

  return async function find(claims): Promise<Actor> {
    const [profile] = await query.execute({ user: claims.sub });
    if (profile) return { id: claims.sub, ...profile };
    await createProfile(db, claims);
    return find(claims);
  };
}

function createProfile(db: Db, { sub, email, user_metadata = {} }: Claims): Promise<void> {
  return ensureProfile(db, { id: sub, email, metadata: user_metadata });
}

// Verification of access tokens: one function for the embedded and for a hosted service (I5).

const ClaimsShape = z.object({
  sub: z.uuid(),
  session_id: z.uuid(),
  role: z.literal('authenticated'),
  email: z.string(),
  exp: z.number(),
  is_anonymous: z.optional(z.literal(false)),
  amr: z.optional(z.unknown()),
  user_metadata: z.optional(z.record(z.string(), z.unknown())),
});
const TOLERANCE_SECONDS = 10;
const CACHED_TOKENS = 20_000;

export interface Verification {
  issuer: string;
  /** Finds the public key named by a token's header. */
  publicKey: JWTVerifyGetKey;
  /** Only for a hosted project that still signs with HS256. */
  jwtSecret: string | undefined;
  now: () => Date;
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
    if (error instanceof errors.JOSEError || error instanceof TypeError) throw new Refusal('not_authenticated');
    throw error;
  }
  const claims = ClaimsShape.safeParse(payload);
  if (!claims.success) throw new Refusal('not_authenticated');
  return { ...claims.data, sub: claims.data.sub.toLowerCase(), session_id: claims.data.session_id.toLowerCase() };
}

async function signedPayload(token: string, verification: Verification): Promise<JWTPayload> {
  const { issuer, publicKey, jwtSecret, now } = verification;
  const expected = {
    issuer,
    audience: 'authenticated',
    clockTolerance: TOLERANCE_SECONDS,
    currentDate: now(),
    requiredClaims: ['sub', 'exp', 'iat', 'session_id'],
  };
  // The secret verifies HS256 alone and a public key never does: a key of one kind must not verify the other.
  if (decodeProtectedHeader(token).alg === 'HS256' && jwtSecret) {
    const secret = new TextEncoder().encode(jwtSecret);
    return (await jwtVerify(token, secret, { ...expected, algorithms: ['HS256'] })).payload;
  }
  return (await jwtVerify(token, publicKey, { ...expected, algorithms: ['ES256', 'RS256'] })).payload;
}
