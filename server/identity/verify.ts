// Whether an access token is good: one function for the embedded and for a hosted service (I5).

import { decodeProtectedHeader, errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose';
import * as z from 'zod/mini';
import { Refusal } from '#sync/contract/refusal.ts';

const Claims = z.object({
  sub: z.uuid(),
  session_id: z.uuid(),
  role: z.literal('authenticated'),
  email: z.string(),
  exp: z.number(),
  is_anonymous: z.optional(z.literal(false)),
  user_metadata: z.optional(z.record(z.string(), z.unknown())),
});
/** What we read of an access token. `user_metadata` is written by the person: a name may come from it, a right never. */
export type Claims = z.infer<typeof Claims>;

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

/** The claims of a good token. Refuses with `token_expired` or `not_authenticated`. */
export type VerifyAccessToken = (token: string) => Promise<Claims>;

/** A verifier that remembers good tokens, because checking a signature costs more than the rest of a small request. */
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
  const claims = Claims.safeParse(payload);
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
  // The secret meets HS256 alone and a public key never does: a key of one kind must not check the other.
  if (decodeProtectedHeader(token).alg === 'HS256' && jwtSecret) {
    const secret = new TextEncoder().encode(jwtSecret);
    return (await jwtVerify(token, secret, { ...expected, algorithms: ['HS256'] })).payload;
  }
  return (await jwtVerify(token, publicKey, { ...expected, algorithms: ['ES256', 'RS256'] })).payload;
}
