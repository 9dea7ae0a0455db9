// Every way in: password, mailed link, and the mails that are asked for. Whoever comes in becomes the person of this device.

import { INVITATION_METADATA_KEY } from '#sync/contract/invitation.ts';
import { currentPerson, rememberPerson, signedInHere } from '#sync/device.ts';
import { forgiveWrongTries, removePin } from '#sync/pin.ts';
import { device } from '../device.ts';
import { paths } from '../paths.ts';
import { announcePersonChange } from '../person-channel.ts';
import { authClient, refreshProfile } from '../session.ts';
import type { LinkType } from './link-address.ts';
import { storedSession } from './refresh-session.ts';
import { texts } from './words.ts';

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
  await rememberPerson(device, { userId: user.id, name: metadataName(user) ?? email, email });
  await refreshProfile();
  announcePersonChange('signed-in');
}

/** Signs in and seats the person. Throws what the auth service says. */
export async function signInWithPassword(email: string, password: string): Promise<void> {
  const client = await authClient();
  const before = await signedInHere(device);
  const { data, error } = await client.signInWithPassword({ email, password });
  if (error) throw error;
  await seat(data.session.user, before);
}

/** Spends a link of our own mails; answers whose it was. Throws AuthApiError when it is wrong, used or expired. */
export async function openMailedLink(tokenHash: string, type: LinkType): Promise<string> {
  const client = await authClient();
  const before = await signedInHere(device);
  const { data, error } = await client.verifyOtp({ token_hash: tokenHash, type });
  if (error) throw error;
  if (!data.user || !data.session) throw new Error('The link brought no session.');
  await seat(data.user, before);
  return data.user.id;
}

/** Takes over the session that a hosted service's link has put into the address; answers whose it is. Throws when refused. */
export async function adoptTokens(accessToken: string, refreshToken: string): Promise<string> {
  const client = await authClient();
  const before = await signedInHere(device);
  const { data, error } = await client.setSession({ access_token: accessToken, refresh_token: refreshToken });
  if (error) throw error;
  if (!data.user) throw new Error('The link brought no session.');
  await seat(data.user, before);
  return data.user.id;
}

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
  if ((await storedSession())?.user.id !== userId) throw new Error(texts.resetLinkInvalid);
  const client = await authClient();
  const { error } = await client.updateUser({ password });
  if (error) throw error;
}

/** The invitation of a sign-up was used or refused for good: the next sign-in need not try it again. */
export async function forgetMetadataInvitation(): Promise<void> {
  if (!(await currentPerson(device))) return;
  const client = await authClient();
  await client.updateUser({ data: { [INVITATION_METADATA_KEY]: null } });
}
