// The learning record store of the installation, for super admins.
import { Hono } from 'hono';
import { AdminPage } from '#sync/contract/organization.ts';
import type { Http, RateLimitRule } from '../../deps.ts';
import { requireSuperAdmin } from '../../http/actor.ts';
import { limitCalls } from '../../http/rate-limit.ts';
import { validateQuery, validateUuid } from '../../http/validate.ts';
import { listStatements, sendStatementAgain } from './statements.ts';

const RESENDS: RateLimitRule = { name: 'statements sent again', limit: 300, windowSeconds: 3600 };

export const xapiRoutes = new Hono<Http>()
  .get('/admin/statements', requireSuperAdmin, validateQuery(AdminPage), async (c) =>
    c.json(await listStatements(c.var.deps, c.req.valid('query'))),
  )
  .post('/admin/statements/:id/resend', requireSuperAdmin, async (c) => {
    const { deps } = c.var;
    await limitCalls(deps, RESENDS, c.var.actor.id);
    await sendStatementAgain(deps.db, validateUuid(c.req.param('id'), 'statement_not_found'), deps.now());
    deps.queue.wake('statements');
    return c.json({ message: 'The statement is on its way.' });
  });
