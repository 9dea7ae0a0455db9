// What administrators are told in numbers, below /api/admin.
import { Hono } from 'hono';
import { Refusal } from '#sync/contract/refusal.ts';
import { requireActor } from '../http/actor.ts';
import type { Http } from '../http/context.ts';
import { may } from '../permissions.ts';
import { countInstallation } from './count-installation.ts';

export const analyticsRoutes = new Hono<Http>().get('/admin/stats', requireActor, async (c) => {
  if (!may(c.var.actor, 'run_installation', null)) throw new Refusal('access_denied');
  return c.json(await countInstallation(c.var.deps.db));
});
