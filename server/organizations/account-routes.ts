// Signing up, the signed-in person's own account, and sign-ups that wait for their confirmation.

import { Hono } from 'hono';
import { foldEmail } from '#sync/contract/email.ts';
import type { UnconfirmedList } from '#sync/contract/organization.ts';
import { NameQuery, type Profile, ProfileChange, ProfileHint } from '#sync/contract/profile.ts';
import { Refusal } from '#sync/contract/refusal.ts';
import { SignUp, type SignUpAnswer } from '#sync/contract/sign-up.ts';
import type { Db } from '../db/client.ts';
import type { Deps, Http, RateLimitRule } from '../deps.ts';
import { requireActor, requireSuperAdmin } from '../http/actor.ts';
import { audit, auditActorOf } from '../http/audit-log.ts';
import { clientIp, clientNetwork } from '../http/client-ip.ts';
import { limitCalls } from '../http/rate-limit.ts';
import { validate, validateQuery, validateUuid } from '../http/validate.ts';
import { FOUND_ACCOUNTS } from '../identity/limits.ts';
import { findProfile, hintProfile, nameAvailability, saveProfile } from '../identity/profiles.ts';
import { openInvitation, requireInvited } from '../invitations/invitations.ts';
import type { Actor } from '../permissions.ts';
import { offered } from '../words/languages.ts';

const SIGN_UPS: RateLimitRule = { name: 'account sign-ups', limit: 900, windowSeconds: 600 };
const SIGN_UPS_BY_EMAIL: RateLimitRule = { name: 'account sign-ups by email', limit: 5, windowSeconds: 600 };

export const accountRoutes = new Hono<Http>()
  .post('/auth/signup', validate(SignUp), async (c) => {
    const request = c.req.valid('json');
    const [ip, network] = [clientIp(c), clientNetwork(c)];
    await limitCalls(c.var.deps, SIGN_UPS, network);
    await limitCalls(c.var.deps, SIGN_UPS_BY_EMAIL, foldEmail(request.email));
    return c.json(await signUp(c.var.deps, { ...request, ip, network }));
  })
  .get('/auth/name-availability', requireActor, validateQuery(NameQuery), async (c) =>
    c.json(await nameAvailability(c.var.deps.db, c.var.actor, c.req.valid('query').name)),
  )
  .get('/auth/user', requireActor, async (c) => c.json(await ownProfile(c.var.deps.db, c.var.actor)))
  .get('/auth/profile', requireActor, async (c) => c.json(await ownProfile(c.var.deps.db, c.var.actor)))
  .put('/auth/profile', requireActor, validate(ProfileChange), async (c) => {
    const { db, env } = c.var.deps;
    await saveProfile(db, c.var.actor, offered(env, c.req.valid('json')));
    return c.json(await ownProfile(db, c.var.actor));
  })
  .post('/auth/ensure-profile', requireActor, validate(ProfileHint, { mayBeEmpty: true }), async (c) => {
    const { db } = c.var.deps;
    await hintProfile(db, c.var.actor.id, c.req.valid('json'));
    return c.json(await ownProfile(db, c.var.actor));
  })
  /** Who has signed up and never confirmed their address: they have no profile yet, and are in no other list. */
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
    // A hosted project has sent it itself; ours only waits by now.
    const isSent = env.identity.kind === 'hosted';
    return c.json({ message: isSent ? `Emailed ${email} again.` : `A new email to ${email} is waiting to be sent.` });
  });

/** `requireActor` created the row; it is missing only when the account was deleted in between. */
async function ownProfile(db: Db, { id, mustStepUp = false }: Actor): Promise<Profile> {
  const profile = await findProfile(db, id);
  if (!profile) throw new Refusal('profile_not_found');
  return { ...profile, must_step_up: mustStepUp };
}

// Signing up through our own call, which knows invitations and says when an account already exists.

/** Signs a person up at the auth service, which mails the link. Refuses `account_exists` and unusable invitations. */
async function signUp(deps: Deps, request: SignUp & { ip: string; network: string }): Promise<SignUpAnswer> {
  const { accounts, db, env, now, rateLimits } = deps;
  const { email, password, fullName, courseId, next, language, ip, network } = request;
  const retryAfterSeconds = await rateLimits.waitLeft(FOUND_ACCOUNTS, network);
  if (retryAfterSeconds > 0) throw new Refusal('rate_limited', { retryAfterSeconds });
  const token = request.invitationToken || undefined;
  const invitation = token === undefined ? undefined : await openInvitation(db, token, now());
  if (invitation) requireInvited(invitation, email);
  const redirect = new URL('/auth/callback', env.publicUrl);
  if (courseId) redirect.searchParams.set('courseId', String(courseId));
  if (token !== undefined) redirect.searchParams.set('invitation', token);
  if (next) redirect.searchParams.set('next', next);
  const data = { full_name: fullName, ...(language && { language }) };
  const outcome = await accounts.signUp({ email: foldEmail(email), password, data, redirectTo: redirect.href, ip });
  if (outcome === 'exists') {
    await rateLimits.slowDown(FOUND_ACCOUNTS, network);
    throw new Refusal('account_exists', { field: 'email', userExists: true });
  }
  if (outcome === 'ready') return { message: 'Your account is ready.', isReady: true };
  const organization = invitation?.organization;
  const joining = organization ? ` and join ${organization}` : '';
  return { message: `Check your email to confirm your account${joining}.`, ...(organization && { organization }) };
}
