// What a signed-in person asks of the auth service: who am I, change me, sign me out.
import { Hono } from 'hono';
import * as z from 'zod/mini';
import { parse } from '../http/accept.ts';
import type { Http } from '../http/context.ts';
import { acceptBody, sessionOf } from './asking.ts';
import { AuthError } from './auth-error.ts';
import { changeUser } from './change-user.ts';
import { Email, Metadata, noChallenge } from './fields.ts';
import { byCaller, limit, serviceCaller } from './limits.ts';
import { endSessions } from './sessions.ts';
import { wireUser } from './users.ts';

const Scope = z._default(z.enum(['global', 'local', 'others']), 'global');
const CHANGES = byCaller('user change');
const Change = z.object({
  email: z.nullish(Email),
  password: z.nullish(z.string()),
  data: z.nullish(Metadata),
  app_metadata: z.optional(z.unknown()),
  ...noChallenge,
});

export const userRoutes = new Hono<Http>()
  .get('/user', async (c) => {
    const { user } = await sessionOf(c);
    c.header('Cache-Control', 'no-store');
    return c.json(wireUser(user));
  })
  .put('/user', async (c) => {
    const { db, now } = c.var.deps;
    const { user, session } = await sessionOf(c);
    const { email, password, data, app_metadata } = await acceptBody(c, Change);
    await limit(c, CHANGES);
    if (app_metadata !== undefined) {
      throw new AuthError(403, 'not_admin', 'Updating app_metadata requires admin privileges');
    }
    if (email && email !== user.email) {
      throw new AuthError(422, 'email_change_disabled', 'This service does not change email addresses');
    }
    const change = { password: password ?? undefined, data: data ?? undefined };
    const asking = { sessionId: session.id, ip: serviceCaller(c), at: now() };
    const changed = await changeUser(db, { user, change, asking });
    c.header('Cache-Control', 'no-store');
    return c.json(wireUser(changed));
  })
  .post('/logout', async (c) => {
    const scope = parse(Scope, c.req.query('scope'));
    const { session } = await sessionOf(c);
    await endSessions(c.var.deps.db, session, scope);
    return c.body(null, 204);
  });
