// POST /token: a session for a password or for a refresh token.
import { type Context, Hono } from 'hono';
import * as z from 'zod/mini';
import { callerAddress } from '../http/caller.ts';
import type { Http } from '../http/context.ts';
import type { Rule } from '../http/rate-limit.ts';
import { type Signing, wireSession } from './access-token.ts';
import { acceptBody, embeddedOf } from './asking.ts';
import { AuthError } from './auth-error.ts';
import { isRightPassword } from './passwords.ts';
import { openSession, refreshSession } from './sessions.ts';
import { findUserByEmail, foldEmail, isBanned } from './users.ts';

const PASSWORDS_BY_ADDRESS: Rule = { name: 'password by address', limit: 30, windowSeconds: 300 };
const PASSWORDS_BY_ACCOUNT: Rule = { name: 'password by account', limit: 10, windowSeconds: 900 };
const REFRESHES: Rule = { name: 'refresh by address', limit: 150, windowSeconds: 300 };

const PasswordGrant = z.object({ email: z.string().check(z.maxLength(255)), password: z.string() });
const RefreshGrant = z.object({ refresh_token: z.string() });

export const tokenRoutes = new Hono<Http>().post('/token', async (c) => {
  c.header('Cache-Control', 'no-store');
  switch (c.req.query('grant_type')) {
    case 'password':
      return c.json(await signIn(c));
    case 'refresh_token':
      return c.json(await refresh(c));
  }
  throw new AuthError(400, 'validation_failed', 'unsupported_grant_type');
});

async function signIn(c: Context<Http>) {
  const { db, now, rateLimits } = c.var.deps;
  const { email, password } = await acceptBody(c, PasswordGrant);
  await limit(c, PASSWORDS_BY_ADDRESS, callerAddress(c));
  await limit(c, PASSWORDS_BY_ACCOUNT, foldEmail(email));
  const user = await findUserByEmail(db, email);
  const isRight = await isRightPassword(password, user?.passwordHash);
  if (!user || !isRight) throw new AuthError(400, 'invalid_credentials', 'Invalid login credentials');
  if (isBanned(user, now())) throw new AuthError(400, 'user_banned', 'User is banned');
  if (!user.emailConfirmedAt) throw new AuthError(400, 'email_not_confirmed', 'Email not confirmed');
  await rateLimits.forget(PASSWORDS_BY_ACCOUNT, foldEmail(email));
  const proof = { method: 'password', ip: callerAddress(c), userAgent: c.req.header('User-Agent') } as const;
  return wireSession(await openSession(db, user.id, proof, now()), signing(c));
}

async function refresh(c: Context<Http>) {
  const { db, now } = c.var.deps;
  const { refresh_token } = await acceptBody(c, RefreshGrant);
  await limit(c, REFRESHES, callerAddress(c));
  return wireSession(await refreshSession(db, refresh_token, now()), signing(c));
}

function signing(c: Context<Http>): Signing {
  const { keys, issuer } = embeddedOf(c);
  return { keys, issuer, now: c.var.deps.now() };
}

async function limit(c: Context<Http>, rule: Rule, who: string): Promise<void> {
  const seconds = await c.var.deps.rateLimits.count(rule, who);
  if (seconds > 0) throw new AuthError(429, 'over_request_rate_limit', 'Request rate limit reached', seconds);
}
