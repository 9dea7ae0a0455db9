// What the routes below /auth/v1 share: validated bodies, the session of the bearer, and the parts that verbs need.

import type { Context } from 'hono';
import type { z } from 'zod/mini';
import { Refusal } from '#sync/contract/refusal.ts';
import type { Db } from '../db/client.ts';
import type { Http } from '../deps.ts';
import { parse, readJson, validateUuid } from '../http/validate.ts';
import { AuthError } from './auth-error.ts';
import { embeddedOf, serviceCaller } from './limits.ts';
import { allowedRedirect } from './links/redirects.ts';
import type { LinkContext } from './links/send-link.ts';
import { findSession, type SignInProof, type Signing, sessionNotFound } from './sessions.ts';
import { isBanned } from './users.ts';

/** The JSON body in this shape, else 400 `validation_failed`. */
export async function validateAuthBody<S extends z.core.$ZodType<unknown, unknown>>(c: Context<Http>, schema: S) {
  return parse(schema, await readJson(c));
}

/** The UUID in this part of the path, in lower case; 404 for anything else, which the answer calls `name`. */
export function pathId(c: Context<Http>, part: string, name: string): string {
  try {
    return validateUuid(c.req.param(part), 'not_found');
  } catch {
    throw new AuthError(404, 'validation_failed', `${name} must be an UUID`);
  }
}

/** What signs the access tokens of this response, and where the rest of it is read. */
export function signingOf(c: Context<Http>): Signing & { db: Db } {
  const { db, now } = c.var.deps;
  const { keys, issuer } = embeddedOf(c);
  return { keys, issuer, now: now(), db };
}

/** The proof of identity that a session stores. */
export function proofOf(c: Context<Http>, method: SignInProof['method']): SignInProof {
  return { method, ip: serviceCaller(c), userAgent: c.req.header('User-Agent'), at: c.var.deps.now() };
}

export function linkContextOf(c: Context<Http>): LinkContext {
  const { db, env, now } = c.var.deps;
  return { db, publicUrl: env.publicUrl, offer: env, now: now() };
}

/** The target of a link as far as it is allowed: from header, query or Referer, else PUBLIC_URL. */
export function redirectOf(c: Context<Http>): string {
  const wanted = c.req.header('redirect_to') || c.req.query('redirect_to') || c.req.header('Referer');
  return allowedRedirect(wanted, c.var.deps.env);
}

/** The bearer; the API key stands in for none, as the hosted service's gateway has it. */
export function bearerOf<E extends Http>(c: Context<E>): string {
  const token = /^Bearer +(\S+)$/i.exec(c.req.header('Authorization') ?? '')?.[1] ?? c.req.header('apikey');
  if (!token) throw new AuthError(401, 'no_authorization', 'This endpoint requires a valid Bearer token');
  return token;
}

/** The session and the user of the bearer, else the refusal that makes a client drop its session. */
export async function sessionOf(c: Context<Http>) {
  const { db, identity, now } = c.var.deps;
  const token = bearerOf(c);
  if (token === c.req.header('apikey')) throw new AuthError(403, 'bad_jwt', 'invalid claim: missing sub claim');
  const claims = await identity.verify(token).catch((error) => {
    if (!(error instanceof Refusal) || error.status !== 401) throw error;
    const why = error.code === 'token_expired' ? 'token has invalid claims: token is expired' : 'signature is invalid';
    throw new AuthError(403, 'bad_jwt', `invalid JWT: unable to parse or verify signature, ${why}`);
  });
  c.set('actorId', claims.sub);
  const row = await findSession(db, claims.session_id, claims.sub);
  if (!row) throw sessionNotFound();
  if (isBanned(row.user, now())) throw new AuthError(403, 'user_banned', 'User is banned');
  // An access token from before the second step of its session gains nothing by it: it may be in other hands.
  const aal = claims.aal === 'aal2' ? row.session.aal : 'aal1';
  return { ...row, session: { ...row.session, aal } };
}
