// Every way in: password, mailed link, and the mails that are asked for. Whoever comes in becomes the person of this device.

import { INVITATION_METADATA_KEY } from '#sync/contract/invitation.ts';
import { forgiveWrongTries, removePin } from '#sync/extras/pin.ts';
import { readActiveUser, readSignedInUsers, saveDeviceUser } from '#sync/store/device.ts';
import type { OpenAuthClient } from '../../api/auth-client.ts';
import { storedSession } from '../../api/refresh-session.ts';
import { authClient, refreshProfile } from '../../api/session.ts';
import { announceActiveUser } from '../../device/active-user-channel.ts';
import { device } from '../../device/device.ts';
import { paths } from '../../paths.ts';
import type { MailedLink } from './link-address.ts';

export const RESET_LINK_INVALID = 'Invalid or expired password reset link. Please request a new one.';

type SignedInUser = { id: string; email?: string | undefined; user_metadata?: unknown };

/** Text that the auth service keeps with a user under `key`; undefined when there is none. */
export function metadataText({ user_metadata }: SignedInUser, key: string): string | undefined {
  if (typeof user_metadata !== 'object' || user_metadata === null || !(key in user_metadata)) return undefined;
  const text: unknown = Object.getOwnPropertyDescriptor(user_metadata, key)?.value;
  return typeof text === 'string' && text.trim() ? text.trim() : undefined;
}

/** The name that somebody signed up with; undefined when the auth service holds none. */
export const metadataName = (user: SignedInUser) => metadataText(user, 'full_name');

/**
 * Y24: another person gets the own database; the one before stays signed in here. `before` are those who were signed in
 * already: one of them who proves anew who they are has forgotten their PIN, which goes (Y30).
 */
async function seat(user: SignedInUser, before: string[]): Promise<void> {
  const email = user.email ?? '';
  if (before.includes(user.id)) await removePin(device, user.id);
  else await forgiveWrongTries(device, user.id);
  await saveDeviceUser(device, { userId: user.id, name: metadataName(user) ?? email, email });
  await refreshProfile();
  announceActiveUser('signed-in');
}

type Entered = { data: { user: SignedInUser | null; session: unknown }; error: Error | null };

/** Enters by `way` and seats the person; answers who it is. Throws what the auth service says. */
async function enter(way: (client: OpenAuthClient) => Promise<Entered>): Promise<string> {
  const client = await authClient();
  const before = await readSignedInUsers(device);
  const { data, error } = await way(client);
  if (error) throw error;
  if (!data.user || !data.session) throw new Error('The link brought no session.');
  await seat(data.user, before);
  return data.user.id;
}

/** Signs in and seats the person. Throws what the auth service says. */
export const signInWithPassword = (email: string, password: string) =>
  enter((client) => client.signInWithPassword({ email, password }));

/**
 * Spends a link of our own mails, or takes over the session that a hosted service's link has put into the address; answers
 * whose it is. Throws AuthApiError when it is wrong, used or expired.
 */
export const followLink = (link: MailedLink & { kind: 'link' | 'tokens' }) =>
  enter((client) =>
    link.kind === 'link'
      ? client.verifyOtp({ token_hash: link.tokenHash, type: link.type })
      : client.setSession({ access_token: link.accessToken, refresh_token: link.refreshToken }),
  );

/** Mails a link that signs in, and with an invitation joins. */
export async function mailMagicLink(email: string, with_: { courseId?: number; invitation?: string }): Promise<void> {
  const client = await authClient();
  const { courseId, invitation } = with_;
  const { error } = await client.signInWithOtp({
    email,
    options: {
      emailRedirectTo: location.origin + paths.authCallback({ courseId, invitation }),
      ...(invitation && { data: { [INVITATION_METADATA_KEY]: invitation } }),
    },
  });
  if (error) throw error;
}

/** Mails a link by which a new password can be set. */
export async function mailPasswordReset(email: string): Promise<void> {
  const client = await authClient();
  const { error } = await client.resetPasswordForEmail(email, { redirectTo: location.origin + paths.resetPassword() });
  if (error) throw error;
}

/** Mails the link of a sign-up again, to an address that was not confirmed yet. */
export async function mailConfirmation(email: string): Promise<void> {
  const client = await authClient();
  const emailRedirectTo = location.origin + paths.authCallback();
  const { error } = await client.resend({ type: 'signup', email, options: { emailRedirectTo } });
  if (error) throw error;
}

/** Sets a person's password. On a shared tablet a form may outlive its person: for anybody else who sits here by now it throws. */
export async function changePassword(userId: string, password: string): Promise<void> {
  if ((await storedSession())?.user.id !== userId) throw new Error(RESET_LINK_INVALID);
  const client = await authClient();
  const { error } = await client.updateUser({ password });
  if (error) throw error;
}

/** The invitation of a sign-up was used or refused for good: the next sign-in need not try it again. */
export async function forgetMetadataInvitation(): Promise<void> {
  if (!(await readActiveUser(device))) return;
  const client = await authClient();
  await client.updateUser({ data: { [INVITATION_METADATA_KEY]: null } });
}
