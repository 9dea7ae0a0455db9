// What a signed-in person asks of the auth service: who am I, and sign me out.
import { Hono } from 'hono';
import * as z from 'zod/mini';
import { parse } from '../http/accept.ts';
import type { Http } from '../http/context.ts';
import { sessionOf } from './asking.ts';
import { endSessions } from './sessions.ts';
import { wireUser } from './users.ts';

const Scope = z._default(z.enum(['global', 'local', 'others']), 'global');

export const userRoutes = new Hono<Http>()
  .get('/user', async (c) => {
    const { user } = await sessionOf(c);
    c.header('Cache-Control', 'no-store');
    return c.json(wireUser(user));
  })
  .post('/logout', async (c) => {
    const scope = parse(Scope, c.req.query('scope'));
    const { session } = await sessionOf(c);
    await endSessions(c.var.deps.db, session, scope);
    return c.body(null, 204);
  });
