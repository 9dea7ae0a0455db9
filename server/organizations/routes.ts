// Invitations over HTTP: validating a token, a sign-in link for its holder, accepting a mailed one, and using it.

import { eq } from 'drizzle-orm';
import { Hono } from 'hono';
import { foldEmail } from '#sync/contract/email.ts';
import {
  type InvitationAccepted,
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
import { auditActorOf } from '../http/audit-log.ts';
import { clientIp, clientNetwork } from '../http/client-ip.ts';
import { limitCalls } from '../http/rate-limit.ts';
import { validate } from '../http/validate.ts';
import { consumeInvitation, type Invitation, openInvitation, requireInvited } from '../invitations/invitations.ts';
import { queueMail } from '../mail/mailer.ts';

/** A form validates while the person types, and a class of 300 sits behind one address. */
const VALIDATIONS: RateLimitRule = { name: 'invitation validations', limit: 1800, windowSeconds: 300 };
/** Only the holder of an invitation learns by these whether an address has an account. */
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
  .post('/enterprise/accept-invitation', validate(InvitationUse), async (c) => {
    const { deps } = c.var;
    await limitCalls(deps, LINKS, clientNetwork(c));
    const { invitationToken: token } = c.req.valid('json');
    const invitation = await openInvitation(deps.db, token, deps.now());
    if (!invitation.email) throw new Refusal('invitation_invalid', { field: 'invitationToken' });
    await limitCalls(deps, LINKS_BY_EMAIL, invitation.email);
    c.header('Cache-Control', 'no-store');
    return c.json(await acceptInvitation(deps, { token, invitation, email: invitation.email, ip: clientIp(c) }));
  })
  .post('/enterprise/consume-invitation', requireActor, validate(InvitationUse), async (c) => {
    await limitCalls(c.var.deps, USES, c.var.actor.id);
    const token = c.req.valid('json').invitationToken;
    const { actor: person, ...at } = auditActorOf(c);
    return c.json(await consumeInvitation(c.var.deps.db, { token, person, ...at }));
  });

// A magic link for an invited person: into the account that it creates, and on into the organization.

interface Inviting {
  token: string;
  invitation: Invitation;
  email: string;
  ip: string;
}

/**
 * Mails the link, or says where a person with an account goes to sign in (P-16). Refuses unusable tokens, and what
 * the auth service refuses.
 */
async function inviteByMail(deps: Deps, { email, invitationToken: token, ip }: InvitedLink & { ip: string }) {
  const { db, env, now, queue } = deps;
  const invitation = await openInvitation(db, token, now());
  requireInvited(invitation, email);
  const { organization } = invitation;
  const invited = await inviteAccount(deps, { token, invitation, email, ip });
  if (invited === 'exists') return signInFirst(organization, token);
  if (invited !== 'mailed') {
    const link = callbackOf(env.publicUrl, token, invitation);
    link.searchParams.set('token_hash', invited.token);
    link.searchParams.set('type', invited.type);
    const mail = { to: foldEmail(email), at: now(), link: link.href, code: invited.code, organization };
    const theirs = invitation.language;
    await db.transact((tx) => queueMail(tx, env, 'invite', { ...mail, theirs }));
    queue.wake('mails');
  }
  return linkSent(organization);
}

/**
 * The link itself for whoever holds a mailed invitation: its token went to this address and nowhere else, and so proves it.
 * An account that was confirmed before is not opened: an invitation stays in a mailbox far longer than a link (decision 012).
 */
async function acceptInvitation(deps: Deps, inviting: Inviting): Promise<InvitationAccepted> {
  const { token, invitation } = inviting;
  const invited = await inviteAccount(deps, inviting);
  if (invited === 'exists') return { ...signInFirst(invitation.organization, token), link: null };
  const link = invited === 'mailed' ? null : { tokenHash: invited.token, type: invited.type };
  return { ...linkSent(invitation.organization), link };
}

/** An account for the invited address with its one-time link; 'exists' when someone has confirmed it before. */
async function inviteAccount(deps: Deps, { token, invitation, email, ip }: Inviting) {
  if (!deps.accounts.admin && (await hasProfile(deps, email))) return 'exists';
  const redirectTo = callbackOf(deps.env.publicUrl, token, invitation).href;
  return deps.accounts.invite({ email, data: {}, redirectTo, ip });
}

function callbackOf(publicUrl: string, token: string, { courseId }: Invitation): URL {
  const callback = new URL('/auth/callback', publicUrl);
  callback.searchParams.set('invitation', token);
  if (courseId !== null) callback.searchParams.set('courseId', String(courseId));
  return callback;
}

function linkSent(organization: string): InvitedLinkAnswer {
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
    const invitation = await openInvitation(db, token, now);
    const { organization, role, email } = invitation;
    const details = { expired: false, maxUsesReached: false };
    return { valid: true, organization, role, details, email, course: await shownCourse(db, invitation) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const details = {
      expired: error.code === 'invitation_expired',
      maxUsesReached: error.code === 'invitation_used_up',
    };
    return { valid: false, organization: null, role: null, details, email: null, course: null };
  }
}

/** A visitor learns about the course only what the public catalog shows, or the mail of their invitation. */
async function shownCourse(db: Db, { courseId, email }: Invitation): Promise<InvitationCheckAnswer['course']> {
  if (courseId === null) return null;
  const { courses } = db.tables;
  const { id, title, thumbnail, visibility, isPublished } = courses;
  const [course] = await db
    .select({ id, title, thumbnail, visibility, isPublished })
    .from(courses)
    .where(eq(id, courseId));
  const isPublic = course?.visibility === 'public' && course.isPublished;
  if (!course || (!isPublic && !email)) return null;
  return { id: course.id, title: course.title, thumbnail: isPublic ? course.thumbnail : null };
}
