// People who have signed up and never confirmed their address: they have no profile yet, and are in no other list.

import { Hono } from 'hono';
import type { UnconfirmedList } from '#sync/contract/organization.ts';
import { audit, auditActorOf } from '../audit/audit-log.ts';
import type { Http } from '../deps.ts';
import { requireSuperAdmin } from '../http/actor.ts';
import { clientIp } from '../http/client-ip.ts';
import { validateUuid } from '../http/validate.ts';

export const unconfirmedRoutes = new Hono<Http>()
  .get('/admin/unconfirmed', requireSuperAdmin, async (c) => {
    const found = await c.var.deps.accounts.unconfirmed();
    const people = found?.map(({ createdAt, ...one }) => ({ ...one, createdAt: createdAt.toISOString() })) ?? null;
    return c.json({ people } satisfies UnconfirmedList);
  })
  .post('/admin/unconfirmed/:id/resend', requireSuperAdmin, async (c) => {
    const { accounts, db, env } = c.var.deps;
    const id = validateUuid(c.req.param('id'), 'user_not_found');
    const redirectTo = new URL('/auth/callback', env.publicUrl).href;
    const email = await accounts.confirmAgain({ id, redirectTo, ip: clientIp(c) });
    const act = { action: 'account.confirmation_resent', subject: id };
    await db.transact((tx) => audit(tx, auditActorOf(c), act));
    return c.json({ message: `The email was sent to ${email} again.` });
  });
