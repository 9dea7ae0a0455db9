// Invitations over HTTP: validating a token, a sign-in link for its holder, and using it.

import { and, eq } from 'drizzle-orm';
import { Hono } from 'hono';
import { foldEmail } from '#sync/contract/email.ts';
import {
  InvitationCheck,
  type InvitationCheckAnswer,
  InvitationUse,
  InvitedLink,
  type InvitedLinkAnswer,
} from '#sync/contract/invitation.ts';
import { Refusal } from '#sync/contract/refusal.ts';
import type { Db } from '../db/client.ts';
import type { Deps, Http, RateLimitRule } from '../deps.ts';
import { requireActor } from '../http/actor.ts';
import { clientIp, clientNetwork } from '../http/client-ip.ts';
import { limitCalls } from '../http/rate-limit.ts';
import { validate } from '../http/validate.ts';
import { accountMail } from '../mail/account-mails.ts';
import { queueMails } from '../mail/mailer.ts';
import { consumeInvitation, openInvitation, requireInvited } from './invitations.ts';

/** A form validates while the person types, and a class of 300 sits behind one address. */
const VALIDATIONS: RateLimitRule = { name: 'invitation validations', limit: 1800, windowSeconds: 300 };
/** Only the holder of an invitation learns by these whether an address has an account (I3). */
const LINKS: RateLimitRule = { name: 'invited links', limit: 600, windowSeconds: 600 };
const LINKS_BY_EMAIL: RateLimitRule = { name: 'invited links by email', limit: 5, windowSeconds: 600 };
const USES: RateLimitRule = { name: 'invitation uses', limit: 20, windowSeconds: 300 };

export const organizationRoutes = new Hono<Http>()
  .post('/enterprise/validate-invitation', validate(InvitationCheck), async (c) => {
    const { db, now } = c.var.deps;
    await limitCalls(c.var.deps, VALIDATIONS, clientNetwork(c));
    return c.json(await validateInvitation(db, c.req.valid('json').token, now()));
  })
  .post('/enterprise/magic-link-with-invitation', validate(InvitedLink), async (c) => {
    const request = c.req.valid('json');
    const ip = clientIp(c);
    await limitCalls(c.var.deps, LINKS, clientNetwork(c));
    await limitCalls(c.var.deps, LINKS_BY_EMAIL, foldEmail(request.email));
    return c.json(await inviteByMail(c.var.deps, { ...request, ip }));
  })
  .post('/enterprise/consume-invitation', requireActor, validate(InvitationUse), async (c) => {
    const { db, now } = c.var.deps;
    const { actor } = c.var;
    await limitCalls(c.var.deps, USES, actor.id);
    const token = c.req.valid('json').invitationToken;
    return c.json(await consumeInvitation(db, { token, person: actor, ip: clientIp(c), now: now() }));
  });

// A magic link for an invited person: into the account that it creates, and on into the organization.

/**
 * Mails the link, or says where a person with an account goes to sign in (decision 16). Refuses unusable tokens, and what
 * the auth service refuses.
 */
async function inviteByMail(deps: Deps, request: InvitedLink & { ip: string }): Promise<InvitedLinkAnswer> {
  const { db, env, now, accounts, mailer } = deps;
  const { email, invitationToken: token, ip } = request;
  const invitation = await openInvitation(db, token, now());
  requireInvited(invitation, email);
  const { organization, courseId } = invitation;
  const redirect = new URL('/auth/callback', env.publicUrl);
  redirect.searchParams.set('invitation', token);
  if (courseId !== null) redirect.searchParams.set('courseId', String(courseId));
  if (!accounts.admin && (await hasProfile(deps, email))) return signInFirst(organization, token);
  const invited = await accounts.invite({ email, data: {}, redirectTo: redirect.href, ip });
  if (invited === 'exists') return signInFirst(organization, token);
  if (invited !== 'mailed') {
    redirect.searchParams.set('token_hash', invited.token);
    redirect.searchParams.set('type', invited.type);
    const mail = accountMail('invite', { link: redirect.href, code: invited.code, organization });
    await queueMails(db, [{ to: foldEmail(email), ...mail, at: now() }]);
    mailer.flush();
  }
  const message = `Magic link sent! Check your email to join ${organization}.`;
  return { success: true, message, organization, userExists: false, redirectTo: null };
}

function signInFirst(organization: string, token: string): InvitedLinkAnswer {
  const redirectTo = `/auth?${new URLSearchParams({ mode: 'signin', token })}`;
  const message = `You already have an account. Please sign in to join ${organization}.`;
  return { success: false, message, organization, userExists: true, redirectTo };
}

/** Without the secret key the auth service does not say; whoever was here once has a profile. */
async function hasProfile({ db }: Deps, email: string): Promise<boolean> {
  const { profiles } = db.tables;
  const rows = await db
    .select({ id: profiles.id })
    .from(profiles)
    .where(eq(profiles.email, foldEmail(email)));
  return rows.length > 0;
}

/** What a token is worth right now, for the form in which it was typed. */
async function validateInvitation(db: Db, token: string, now: Date): Promise<InvitationCheckAnswer> {
  try {
    const { organization, role, courseId } = await openInvitation(db, token, now);
    const details = { expired: false, maxUsesReached: false };
    return { valid: true, organization, role, details, course: await publicCourse(db, courseId) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const details = {
      expired: error.code === 'invitation_expired',
      maxUsesReached: error.code === 'invitation_used_up',
    };
    return { valid: false, organization: null, role: null, details, course: null };
  }
}

/** A visitor learns about the course only what the public catalog shows. */
async function publicCourse(db: Db, courseId: number | null): Promise<InvitationCheckAnswer['course']> {
  if (courseId === null) return null;
  const { courses } = db.tables;
  const [course] = await db
    .select({ id: courses.id, title: courses.title })
    .from(courses)
    .where(and(eq(courses.id, courseId), eq(courses.visibility, 'public'), eq(courses.isPublished, true)));
  return course ?? null;
}
