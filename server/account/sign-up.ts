// Signing up through our own call, because it knows invitations, and says when an account exists already.
import { INVITATION_METADATA_KEY } from '#sync/contract/invitation.ts';
import { Refusal } from '#sync/contract/refusal.ts';
import type { SignUp, SignUpAnswer } from '#sync/contract/sign-up.ts';
import type { Deps } from '../deps.ts';
import { openInvitation, requireInvited } from '../organizations/invitations.ts';

/** Signs somebody up at the auth service, which mails the link. Refuses `account_exists` and invitations that cannot be used. */
export async function signUp(deps: Deps, asked: SignUp & { ip: string }): Promise<SignUpAnswer> {
  const { accounts, db, env, now } = deps;
  const { email, password, fullName, courseId, ip } = asked;
  const token = asked.invitationToken || undefined;
  const invitation = token === undefined ? undefined : await openInvitation(db, token, now());
  if (invitation) requireInvited(invitation, email);
  const redirect = new URL('/auth/callback', env.publicUrl);
  if (courseId) redirect.searchParams.set('courseId', String(courseId));
  if (token !== undefined) redirect.searchParams.set('invitation', token);
  const data = { full_name: fullName, ...(token !== undefined && { [INVITATION_METADATA_KEY]: token }) };
  const outcome = await accounts.signUp({ email: email.toLowerCase(), password, data, redirectTo: redirect.href, ip });
  if (outcome === 'exists') throw new Refusal('account_exists', { field: 'email', userExists: true });
  const joining = invitation ? ` and join ${invitation.organization}` : '';
  return { message: `Check your email to confirm your account${joining}.` };
}
