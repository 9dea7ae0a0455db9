// Every way to sign in: password, emailed link, and asking for those emails. The user who signs in becomes the active user.

import { t } from '@lingui/core/macro';
import { useEffect, useState } from 'react';
import { hasAddress } from '#sync/contract/email.ts';
import { normalPassword } from '#sync/contract/password.ts';
import { forgetPin, offerPin, resetWrongTries } from '#sync/extras/pin.ts';
import { noteLastUse, readSession, readSignedInUsers, saveDeviceUser } from '#sync/store/device.ts';
import type { OpenAuthClient } from '../../api/auth-client.ts';
import { call, publicServer } from '../../api/client.ts';
import { endLeftSessions, noteLeftSession } from '../../api/left-sessions.ts';
import { failureCode } from '../../api/messages.ts';
import { storedSession } from '../../api/refresh-session.ts';
import { sendTyped } from '../../api/send-password.ts';
import { askAuth, refreshProfile } from '../../api/session.ts';
import { announceActiveUser, onActiveUserChange } from '../../device/active-user-channel.ts';
import { device, setTabText, tabText } from '../../device/device.ts';
import { paths } from '../../paths.ts';
import { forgetAsking, type MailedLink } from './mailed-link.ts';

export const RESET_LINK_INVALID = t`Invalid or expired password reset link. Please request a new one.`;
const NEEDS_AUTHENTICATOR = t`This needs your authenticator app. Open Two-Step Sign-In on your dashboard, then try again.`;

type SignedInUser = { id: string; email?: string | undefined; user_metadata?: unknown };

/** The name from the sign-up; undefined when the auth service has none. */
export function metadataName({ user_metadata }: SignedInUser): string | undefined {
  if (typeof user_metadata !== 'object' || user_metadata === null || !('full_name' in user_metadata)) return undefined;
  const { full_name } = user_metadata;
  return (typeof full_name === 'string' && full_name.trim()) || undefined;
}

/** How someone signs in here; undefined for the confirmation of a new address, which says nothing of it. */
type Way = 'password' | 'link' | undefined;

/**
 * Makes `user` the active user; the previous one stays signed in here with their own database (Y24). A user who was already
 * signed in (`knownUsers`) and signs in again has forgotten their PIN, so it is removed, and a new one is asked for (Y30).
 */
async function activateUser(user: SignedInUser, knownUsers: string[], way: Way): Promise<void> {
  // What the service calls somebody without an address is shown to nobody.
  const email = hasAddress(user.email ?? '') ? (user.email ?? '') : '';
  if (way && knownUsers.includes(user.id)) await forgetPin(device, user.id);
  else await resetWrongTries(device, user.id);
  await noteLastUse(device, Date.now());
  const name = metadataName(user) ?? email;
  const wayIn = way && { signsInByLink: way === 'link' };
  await saveDeviceUser(device, { userId: user.id, name, email, takesWhatIsHere: true, ...wayIn });
  if (!knownUsers.includes(user.id)) await offerPin(device, user.id);
  await refreshProfile();
  await announceActiveUser('signed-in');
}

type SignInAnswer = { data: { user: SignedInUser | null; session: unknown }; error: Error | null };
type SignIn = (client: OpenAuthClient) => Promise<SignInAnswer>;

/**
 * Runs `signIn` and makes its user the active one; returns their id, or undefined for the first of the two confirmations of
 * a new address. Throws the auth service's error.
 */
async function signInBy(way: Way, signIn: SignIn): Promise<string | undefined> {
  const knownUsers = await readSignedInUsers(device);
  const held = new Map(await Promise.all(knownUsers.map(async (id) => [id, await readSession(device, id)] as const)));
  const { data } = await askAuth(signIn);
  if (!data.user || !data.session) return undefined;
  // The new session takes the place of the one they had here.
  const earlier = held.get(data.user.id);
  if (earlier) await noteLeftSession(data.user.id, earlier.access_token).catch(() => undefined);
  await activateUser(data.user, knownUsers, way);
  void endLeftSessions(data.user.id).catch(() => undefined);
  return data.user.id;
}

/** Signs in and returns the user's id. Throws the auth service's error. */
export const signInWithPassword = (email: string, password: string) =>
  signInBy('password', (client) =>
    sendTyped(password, 'invalid_credentials', (form) => client.signInWithPassword({ email, password: form })),
  );

export type UsableLink = MailedLink & { kind: 'link' | 'tokens' | 'code' };

export const isUsable = (link: MailedLink): link is UsableLink =>
  link.kind === 'link' || link.kind === 'tokens' || link.kind === 'code';

/** Whoever resets a password has one; a person's first link may be that of an invitation, before they have any. */
const WAYS: Record<(UsableLink & { kind: 'link' })['type'] | CodePurpose, Way> = {
  signup: 'link',
  recovery: 'password',
  magiclink: 'link',
  invite: 'link',
  email: 'link',
  email_change: undefined,
};

/**
 * Uses up a link of our own emails, or takes over what another service's link put into the address; returns as `signInBy`.
 * Throws AuthApiError when the link is wrong, used or expired, and when another browser asked for it.
 */
export async function followLink(link: UsableLink) {
  const userId = await signInBy(link.kind === 'link' ? WAYS[link.type] : 'link', (client) => {
    switch (link.kind) {
      case 'link':
        return client.verifyOtp({ token_hash: link.tokenHash, type: link.type });
      case 'tokens':
        return client.setSession({ access_token: link.accessToken, refresh_token: link.refreshToken });
      case 'code':
        return client.exchangeCodeForSession(link.code);
    }
  });
  forgetAsking();
  return userId;
}

export type CodePurpose = 'email' | 'recovery' | 'email_change';

/** Signs in by the six digits of an email; returns as `signInBy`. */
export const signInWithCode = (email: string, token: string, type: CodePurpose) =>
  signInBy(WAYS[type], (client) => client.verifyOtp({ email, token, type }));

/** True once someone has signed in in another tab, by a form or a link. */
export function useSignInElsewhere(): boolean {
  const [isElsewhere, setElsewhere] = useState(false);
  useEffect(
    () => onActiveUserChange((change, isOtherTab) => change === 'signed-in' && isOtherTab && setElsewhere(true)),
    [],
  );
  return isElsewhere;
}

/** Session storage: the user who may choose a new password in this tab. A sign-in alone is not enough. */
const RECOVERY_KEY = 'groundwork.recovery';
export const allowNewPassword = (userId: string) => setTabText(RECOVERY_KEY, userId);
export const mayChooseNewPassword = (userId: string) => tabText(RECOVERY_KEY) === userId;
export const forgetRecovery = () => setTabText(RECOVERY_KEY, null);

/** What a sign-in comes back to. */
export type SignInTarget = { courseId: number | undefined; invitation: string | undefined; next: string | undefined };

/** Emails a link that signs in and, with an invitation, joins. */
export async function mailMagicLink(email: string, context: SignInTarget): Promise<void> {
  const options = { emailRedirectTo: location.origin + paths.authCallback(context) };
  await askAuth((client) => client.signInWithOtp({ email, options }));
}

/**
 * Leaves for the page of a sign-in provider, which leads back to the callback page. Without an answer of the server the page
 * stays, because the browser's own page about a missing network has no way back in an installed app.
 */
export async function leaveForProvider(id: string, context: SignInTarget): Promise<void> {
  const options = {
    redirectTo: location.origin + paths.authCallback(context),
    skipBrowserRedirect: true,
    // On a shared tablet the provider may remember somebody else.
    queryParams: { prompt: 'login' },
  };
  const provider = id as `custom:${string}`;
  const { data } = await askAuth((client) => client.signInWithOAuth({ provider, options }));
  await call(publicServer.config.$get());
  location.assign(data.url);
}

export async function mailPasswordReset(email: string): Promise<void> {
  const options = { redirectTo: location.origin + paths.resetPassword() };
  await askAuth((client) => client.resetPasswordForEmail(email, options));
}

/** Emails the confirmation link of a sign-up again; with an invitation, it joins too. */
export async function mailConfirmation(email: string, invitation: string | undefined): Promise<void> {
  const options = { emailRedirectTo: location.origin + paths.authCallback({ invitation }) };
  await askAuth((client) => client.resend({ type: 'signup', email, options }));
}

/** Emails both the present and the new address a link and a code; the change takes effect when both are confirmed. */
export async function mailEmailChange(email: string): Promise<void> {
  const options = { emailRedirectTo: location.origin + paths.authCallback() };
  await askAuth((client) => client.updateUser({ email }, options))
    .catch((failure: unknown) => {
      const advice = PROOFS.get(failureCode(failure) ?? '');
      throw advice ? new Error(advice) : failure;
    })
    .catch(explained);
}

/** A first address is added by whoever has just signed in: on a phone that was left open anybody could. */
const PROOFS = new Map([
  [
    'current_password_required',
    t`Please sign out, and sign in with your password. Then add the address within 5 minutes.`,
  ],
  [
    'reauthentication_needed',
    t`Please ask your admin for a new card. After you use it, add the address within an hour.`,
  ],
]);

const explained = (failure: unknown): never => {
  throw failureCode(failure) === 'insufficient_aal' ? new Error(NEEDS_AUTHENTICATOR) : failure;
};

/**
 * Sets the user's password; without the current one the session must come from a mailed link. Throws when another user has
 * become active meanwhile, as on a shared tablet.
 */
export async function changePassword(userId: string, password: string, currentPassword?: string): Promise<void> {
  if ((await storedSession())?.user.id !== userId) throw new Error(RESET_LINK_INVALID);
  const wanted = { password: normalPassword(password) };
  if (currentPassword)
    await askAuth((client) =>
      sendTyped(currentPassword, 'current_password_invalid', (current_password) =>
        client.updateUser({ ...wanted, current_password }),
      ),
    ).catch(explained);
  else
    await askAuth((client) => client.updateUser(wanted)).catch((failure: unknown) => {
      // The link was opened too long ago.
      throw failureCode(failure) === 'current_password_required' ? new Error(RESET_LINK_INVALID) : failure;
    });
  await device.people.update(userId, { signsInByLink: false });
}
