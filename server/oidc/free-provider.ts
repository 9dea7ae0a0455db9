// A super admin frees an account from the provider's person who has signed in to it, so that another one of its address can.
import { eq } from 'drizzle-orm';
import { Hono } from 'hono';
import { Refusal } from '#sync/contract/refusal.ts';
import { audit, auditActorOf } from '../audit/audit-log.ts';
import { run, type Steps } from '../db/client.ts';
import type { Http } from '../deps.ts';
import { requireSuperAdmin } from '../http/actor.ts';
import { validateUuid } from '../http/validate.ts';

export const freeProviderRoutes = new Hono<Http>()
  /** The next sign-in by the provider with this address opens the account, and it alone from then on. */
  .post('/admin/users/:userId/free-provider', requireSuperAdmin, async (c) => {
    const userId = validateUuid(c.req.param('userId'), 'user_not_found');
    const caller = auditActorOf(c);
    const isFreed = await c.var.deps.db.transact(function* (tx): Steps<boolean> {
      const { authIdentities, profiles } = tx.tables;
      const [person] = yield* run(tx.select({ id: profiles.id }).from(profiles).where(eq(profiles.id, userId)));
      if (!person) throw new Refusal('user_not_found');
      const gone = tx.delete(authIdentities).where(eq(authIdentities.userId, userId)).returning();
      const issuers = (yield* run(gone)).map((one) => one.issuer);
      for (const issuer of issuers)
        yield* audit(tx, caller, { action: 'account.provider_freed', subject: userId, details: { issuer } });
      return issuers.length > 0;
    });
    const message = isFreed
      ? 'The next sign-in by the provider with their email opens this account.'
      : 'This person has not signed in by the provider.';
    return c.json({ message });
  });
