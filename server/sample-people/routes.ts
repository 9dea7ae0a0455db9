// Sample people over HTTP: how many there are, taking them away, and on an installation that is being tried looking around as one of them.
import { and, eq, inArray } from 'drizzle-orm';
import { type Context, Hono } from 'hono';
import { Refusal } from '#sync/contract/refusal.ts';
import { type DemoAccount, DemoSignIn, type DemoSignInAnswer } from '#sync/contract/sample-people.ts';
import type { Http } from '../deps.ts';
import { requireAdmin } from '../http/actor.ts';
import { auditActorOf } from '../http/audit-log.ts';
import { isFromThisMachine } from '../http/client-ip.ts';
import { validate } from '../http/validate.ts';
import { CAST, ROSA } from './cast.ts';
import { countSamplePeople, removeSamplePeople } from './remove.ts';

export const samplePeopleRoutes = new Hono<Http>()
  .get('/admin/sample-people', requireAdmin, async (c) => c.json(await countSamplePeople(c.var.deps.db, c.var.actor)))
  .delete('/admin/sample-people', requireAdmin, async (c) => {
    const { db, now } = c.var.deps;
    return c.json(await removeSamplePeople(db, auditActorOf(c), now()));
  })
  .get('/demo-accounts', async (c) => c.json({ accounts: await listDemoAccounts(c) }))
  /** One click: the token of a sign-in link, as the email to them would have it. */
  .post('/demo-accounts/sign-in', validate(DemoSignIn), async (c) => {
    const { email } = c.req.valid('json');
    const known = (await listDemoAccounts(c)).some((one) => one.email === email);
    const { admin } = c.var.deps.accounts;
    if (!known || !admin) throw new Refusal('not_found');
    const { data, error } = await admin.generateLink({ type: 'magiclink', email });
    if (error) throw error;
    c.header('Cache-Control', 'no-store');
    const { hashed_token: tokenHash, verification_type: type } = data.properties;
    return c.json({ tokenHash, type } satisfies DemoSignInAnswer);
  });

/**
 * Those of the cast who have accounts here; nobody in production, and nobody once the sample people are gone. Nobody for other
 * machines either: one of the cast administers the installation, and the password is known only to whoever reads the terminal.
 */
async function listDemoAccounts(c: Context<Http>): Promise<DemoAccount[]> {
  const { db, env } = c.var.deps;
  if (env.production || env.identity.kind === 'hosted' || !isFromThisMachine(c)) return [];
  const { profiles, authUsers } = db.tables;
  const emails = CAST.map(({ email }) => email);
  const rows = await db
    .select({ email: profiles.email, isSample: profiles.isSample })
    .from(profiles)
    .innerJoin(authUsers, and(eq(authUsers.id, profiles.id), eq(authUsers.email, profiles.email)))
    .where(inArray(profiles.email, emails));
  const here = new Set(rows.map(({ email }) => email));
  if (!rows.some(({ email, isSample }) => email === ROSA.email && isSample)) return [];
  return CAST.filter(({ email }) => here.has(email)).map(({ fullName: name, ...one }) => ({ ...one, name }));
}
