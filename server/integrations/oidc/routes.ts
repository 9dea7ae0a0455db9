// Signing in by an OpenID Connect provider, as the hosted service's clients ask for it: GET /authorize leads there, and the
// provider leads back to GET /callback (decision 280).
import { eq } from 'drizzle-orm';
import { type Context, Hono } from 'hono';
import { dayOf } from '#sync/contract/due.ts';
import { Refusal } from '#sync/contract/refusal.ts';
import { run, type Steps } from '../../db/client.ts';
import type { Http } from '../../deps.ts';
import type { OidcSettings } from '../../env.ts';
import { requireSuperAdmin } from '../../http/actor.ts';
import { audit, auditActorOf } from '../../http/audit-log.ts';
import { validateUuid } from '../../http/validate.ts';
import { AuthError, authErrorResponse, invalid } from '../../identity/auth-error.ts';
import { proofOf, signingOf } from '../../identity/auth-request.ts';
import { byNetwork, limit } from '../../identity/limits.ts';
import { landingOf, signInPage, withQuery, withRefusal, withSession } from '../../identity/links/landing.ts';
import { ensureProfile, findPerson } from '../../identity/profiles.ts';
import { openSession, wireSession } from '../../identity/sessions.ts';
import { challengeOf, issueCode } from '../../identity/two-step/challenge.ts';
import type { UserRow } from '../../identity/users.ts';
import { type Flow, keepFlow, takeFlow } from './flow.ts';
import { type ProviderClaims, readAnswer, secondsAhead, signInAddress } from './provider.ts';
import { accountOf, joinOrganization, organizationIn } from './sign-in.ts';

const BEGUN = byNetwork('provider');
const FINISHED = byNetwork('provider callback');

const returnAddress = (c: Context<Http>) => `${c.var.deps.env.publicUrl}/auth/v1/callback`;

export const oidcRoutes = new Hono<Http>()
  .get('/authorize', async (c) => {
    const oidc = settingsOf(c);
    const { env } = c.var.deps;
    if (!oidc || c.req.query('provider') !== env.provider?.id) {
      throw invalid('Unsupported provider: provider is not enabled');
    }
    const { code_challenge, code_challenge_method, prompt } = c.req.query();
    const challenge = challengeOf({ code_challenge, code_challenge_method });
    const redirectTo = landingOf(c);
    try {
      await limit(c, BEGUN);
      const { address, sent } = await signInAddress(oidc, { redirectUri: returnAddress(c), prompt });
      await keepFlow(c, { sent, redirectTo, challenge });
      return c.redirect(address.href);
    } catch (error) {
      return refuse(c, redirectTo, { error, isPkce: Boolean(challenge) });
    }
  })
  .get('/callback', async (c) => {
    const flow = await takeFlow(c, c.req.query('state') ?? '');
    try {
      await limit(c, FINISHED);
      const oidc = settingsOf(c);
      if (!flow || !oidc) {
        throw new AuthError(400, 'bad_oauth_state', 'This browser has begun no such sign-in within ten minutes');
      }
      const address = new URL(returnAddress(c));
      address.search = new URL(c.req.url).search;
      const claims = await readAnswer(oidc, { address, sent: flow.sent });
      const ahead = secondsAhead(claims);
      if (ahead) c.var.deps.log.warn('the clock of the provider is ahead of ours', { seconds: ahead });
      const user = await welcome(c, oidc, { claims, redirectTo: flow.redirectTo });
      return c.redirect(await withSignIn(c, flow, user), 303);
    } catch (error) {
      return refuse(c, flow?.redirectTo ?? signInPage(c), { error, isPkce: Boolean(flow?.challenge) });
    }
  });

oidcRoutes.onError(authErrorResponse);

function settingsOf(c: Context<Http>): OidcSettings | undefined {
  const { identity } = c.var.deps.env;
  return identity.kind === 'embedded' ? identity.oidc : undefined;
}

/** The account of whoever came back, as a member of the organization that the provider names. */
async function welcome(
  c: Context<Http>,
  oidc: OidcSettings,
  { claims, redirectTo }: { claims: ProviderClaims; redirectTo: string },
): Promise<UserRow> {
  const { deps } = c.var;
  const { db, env } = deps;
  const proof = proofOf(c, 'oauth');
  const organizationId = await organizationIn(db, oidc, claims);
  const invitation = new URL(redirectTo).searchParams.get('invitation') ?? undefined;
  const user = await accountOf(db, oidc, { claims, invitation, proof });
  // The invitation says where they belong; without it the claim does, at the next sign-in.
  if (!organizationId || invitation) return user;
  await ensureProfile(db, { id: user.id, email: user.email, metadata: user.userMetadata });
  const actor = await findPerson(deps, user.id);
  const { ip, at: now } = proof;
  if (actor) await joinOrganization(db, { actor, ip, now, today: dayOf(now, env.timeZone) }, organizationId);
  return user;
}

/** The wanted page with a code for the browser that asked with a challenge, or with the session itself. */
async function withSignIn(c: Context<Http>, { redirectTo, challenge }: Flow, { id: userId }: UserRow): Promise<string> {
  const { db } = c.var.deps;
  const proof = proofOf(c, 'oauth');
  if (!challenge) return withSession(redirectTo, await wireSession(await openSession(db, userId, proof), signingOf(c)));
  const code = await db.transact((tx) => issueCode(tx, { userId, challenge, now: proof.at, kind: 'oauth' }));
  return withQuery(redirectTo, { code });
}

function refuse(c: Context<Http>, place: string, failed: { error: unknown; isPkce: boolean }): Response {
  const { error } = failed;
  if (error instanceof AuthError && error.cause) {
    const fields = { requestId: c.var.requestId, code: error.code, reason: reasonsIn(error.cause) };
    c.var.deps.log.warn('sign-in by the provider failed', fields);
  }
  return c.redirect(withRefusal(c, place, failed), 303);
}

/** What the operator needs to know of a failure; nothing that the provider says of a person. */
function reasonsIn(cause: unknown): string {
  if (!(cause instanceof Error)) return '';
  const named = 'error' in cause ? `${cause.message} (${cause.error})` : cause.message;
  return [named, reasonsIn(cause.cause)].filter(Boolean).join(': ');
}

/** A super admin frees an account from the provider's person who has signed in to it, so that another one of its address can. */
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
