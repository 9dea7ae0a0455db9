// PKCE: a link that was asked for with a challenge gives a code, and only the browser with the verifier turns it into a
// session. The code works once, within five minutes (RFC 7636).

import { createHash, randomUUID, timingSafeEqual } from 'node:crypto';
import { and, eq, inArray } from 'drizzle-orm';
import * as z from 'zod/mini';
import { type Db, run, type Steps, type TxContext } from '../../db/client.ts';
import { AuthError, invalid } from '../auth-error.ts';
import { beginSession, type LiveSession, type SignInProof } from '../sessions.ts';

export const Challenge = z.object({ codeChallenge: z.string(), codeChallengeMethod: z.enum(['s256', 'plain']) });
export type Challenge = z.infer<typeof Challenge>;

/** The fields of a body that ask for a code. */
export const challengeFields = {
  code_challenge: z.nullish(z.string()),
  code_challenge_method: z.nullish(z.string()),
};
type ChallengeFields = { [Name in keyof typeof challengeFields]?: string | null | undefined };

const LIFETIME_MS = 300_000;

/** The challenge of a body, undefined for none. Refuses half of one, and one that RFC 7636 does not allow. */
export function challengeOf(body: ChallengeFields): Challenge | undefined {
  const { code_challenge: codeChallenge, code_challenge_method: method } = body;
  if (!codeChallenge && !method) return undefined;
  if (!codeChallenge || !method) throw invalid('PKCE flow requires code_challenge_method and code_challenge');
  if (codeChallenge.length < 43 || codeChallenge.length > 128) {
    throw invalid('code challenge has to be between 43 and 128 characters');
  }
  if (!/^[\w.~-]+$/.test(codeChallenge)) {
    throw invalid('code challenge can only contain alphanumeric characters, hyphens, periods, underscores and tildes');
  }
  const known = Challenge.shape.codeChallengeMethod.safeParse(method.toLowerCase());
  if (!known.success) throw invalid(`unsupported code_challenge method ${JSON.stringify(method)}`);
  return { codeChallenge, codeChallengeMethod: known.data };
}

export const hashOfToken = (token: string) => createHash('sha256').update(token).digest('hex');

interface WantedCode {
  userId: string;
  challenge: Challenge;
  now: Date;
  /** 'oauth' after a sign-in by a provider, 'pkce' after a link. */
  kind: 'pkce' | 'oauth';
}

/** A code for the browser that holds the verifier of this challenge. */
export function* issueCode({ queries, tables }: TxContext, { challenge, now, ...whose }: WantedCode): Steps<string> {
  const code = randomUUID();
  const expiresAt = new Date(now.getTime() + LIFETIME_MS);
  const values = { tokenHash: hashOfToken(code), expiresAt, createdAt: now, ...whose, ...challenge };
  yield* run(queries.insert(tables.oneTimeTokens).values(values));
  return code;
}

/** The session for a code and its verifier. A wrong verifier leaves the code to the browser that has the right one. */
export function exchangeCode(
  db: Db,
  wanted: { code: string; verifier: string },
  proof: Omit<SignInProof, 'method'>,
): Promise<LiveSession> {
  return db.transact(function* (tx) {
    const { oneTimeTokens } = tx.tables;
    const isCode = inArray(oneTimeTokens.kind, ['pkce', 'oauth']);
    const here = and(eq(oneTimeTokens.tokenHash, hashOfToken(wanted.code)), isCode);
    const [known] = yield* run(tx.select().from(oneTimeTokens).where(here));
    if (!known?.codeChallenge) throw noFlow();
    if (known.expiresAt <= proof.at) {
      throw new AuthError(422, 'flow_state_expired', 'invalid flow state, flow state has expired');
    }
    if (!isVerifier(wanted.verifier, known.codeChallenge, known.codeChallengeMethod)) {
      throw new AuthError(400, 'bad_code_verifier', 'code challenge does not match previously saved code verifier');
    }
    const [spent] = yield* run(tx.delete(oneTimeTokens).where(here).returning());
    if (!spent) throw noFlow();
    return yield* beginSession(tx, spent.userId, { ...proof, method: known.kind === 'oauth' ? 'oauth' : 'otp' });
  });
}

const noFlow = () => new AuthError(404, 'flow_state_not_found', 'invalid flow state, no valid flow state found');

function isVerifier(verifier: string, challenge: string, method: string | null): boolean {
  const hashed = method === 'plain' ? verifier : createHash('sha256').update(verifier).digest('base64url');
  const [given, expected] = [Buffer.from(hashed), Buffer.from(challenge)];
  return given.length === expected.length && timingSafeEqual(given, expected);
}
