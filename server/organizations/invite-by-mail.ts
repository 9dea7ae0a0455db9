// A magic link for somebody who was invited: to the account that it makes, and on into the organization.
import { eq } from 'drizzle-orm';
import { INVITATION_METADATA_KEY, type InvitedLink, type InvitedLinkAnswer } from '#sync/contract/invitation.ts';
import type { Deps } from '../deps.ts';
import { accountMail } from '../mail/account-mails.ts';
import { queueMail } from '../mail/outbox.ts';
import { openInvitation, requireInvited } from './invitations.ts';

/**
 * Mails the link, or tells where somebody who has an account goes to sign in (decision 16). Refuses tokens that cannot be
 * used, and what the auth service refuses.
 */
export async function inviteByMail(deps: Deps, asked: InvitedLink & { ip: string }): Promise<InvitedLinkAnswer> {
  const { db, env, now, accounts, post } = deps;
  const { email, invitationToken: token, ip } = asked;
  const invitation = await openInvitation(db, token, now());
  requireInvited(invitation, email);
  const { organization, courseId } = invitation;
  const redirect = new URL('/auth/callback', env.publicUrl);
  redirect.searchParams.set('invitation', token);
  if (courseId !== null) redirect.searchParams.set('courseId', String(courseId));
  if (!accounts.admin && (await hasProfile(deps, email))) return signInFirst(organization, token);
  const data = { [INVITATION_METADATA_KEY]: token };
  const invited = await accounts.invite({ email, data, redirectTo: redirect.href, ip });
  if (invited === 'exists') return signInFirst(organization, token);
  if (invited !== 'mailed') {
    redirect.searchParams.set('token_hash', invited.token);
    redirect.searchParams.set('type', invited.type);
    const mail = accountMail('invite', { link: redirect.href, organization });
    await queueMail(db, { to: email.toLowerCase(), ...mail, at: now() });
    post.collect();
  }
  const message = `Magic link sent! Check your email to join ${organization}.`;
  return { success: true, message, organization, userExists: false, redirectTo: null };
}

function signInFirst(organization: string, token: string): InvitedLinkAnswer {
  const redirectTo = `/auth?${new URLSearchParams({ mode: 'signin', token })}`;
  const message = `You already have an account. Please sign in to join ${organization}.`;
  return { success: false, message, organization, userExists: true, redirectTo };
}

/** Without the secret key the auth service does not tell; whoever was here once has a profile. */
async function hasProfile({ db }: Deps, email: string): Promise<boolean> {
  const { profiles } = db.tables;
  const rows = await db.select({ id: profiles.id }).from(profiles).where(eq(profiles.email, email.toLowerCase()));
  return rows.length > 0;
}
