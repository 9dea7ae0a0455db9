// POST /token: a session for a password or for a refresh token.
import { type Context, Hono } from 'hono';
import * as z from 'zod/mini';
import { noteAct } from '../audit/note.ts';
import type { Http } from '../http/context.ts';
import type { Rule } from '../http/rate-limit.ts';
import { wireSession } from './access-token.ts';
import { acceptBody, proofOf, signingOf } from './asking.ts';
import { AuthError } from './auth-error.ts';
import { byCaller, limit, serviceCaller } from './limits.ts';
import { isRightPassword } from './passwords.ts';
import { openSession, refreshSession, wrongPassword } from './sessions.ts';
import { findUserByEmail, foldEmail, isBanned } from './users.ts';

const PASSWORDS = byCaller('password');
const PASSWORDS_BY_ACCOUNT: Rule = { name: 'password by account', limit: 10, windowSeconds: 900 };
const REFRESHES = byCaller('refresh', 150);

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
  await limit(c, PASSWORDS);
  await limit(c, PASSWORDS_BY_ACCOUNT, foldEmail(email));
  const user = await findUserByEmail(db, email);
  const isRight = await isRightPassword(password, user?.passwordHash);
  if (!user || !isRight) {
    const details = { email: foldEmail(email) };
    const act = {
      action: 'account.sign_in_failed',
      actorId: user?.id ?? null,
      details,
      ip: serviceCaller(c),
      at: now(),
    };
    await noteAct(db, act);
    throw wrongPassword();
  }
  if (isBanned(user, now())) throw new AuthError(400, 'user_banned', 'User is banned');
  if (!user.emailConfirmedAt) throw new AuthError(400, 'email_not_confirmed', 'Email not confirmed');
  await rateLimits.forget(PASSWORDS_BY_ACCOUNT, foldEmail(email));
  const proof = { ...proofOf(c, 'password'), passwordHash: user.passwordHash };
  return wireSession(await openSession(db, user.id, proof), signingOf(c));
}

async function refresh(c: Context<Http>) {
  const { db, now } = c.var.deps;
  const { refresh_token } = await acceptBody(c, RefreshGrant);
  await limit(c, REFRESHES);
  return wireSession(await refreshSession(db, refresh_token, now()), signingOf(c));
}
