// The signed-in person's profile, asked for by a page that needs it now; kept on the device for offline starts.

import { Profile } from '#sync/contract/profile.ts';
import { clearActiveUser, clearActiveUserWithoutSession } from '#sync/store/device.ts';
import { ApiError } from '../../api/client.ts';
import { failureMessages, isUnreachable } from '../../api/failure-messages.ts';
import { storedSession } from '../../api/refresh-session.ts';
import { api, keepProfile, sessionPort } from '../../api/session.ts';
import { announceActiveUser, sessionEndedJustNow } from '../../device/active-user-channel.ts';
import { device } from '../../device/device.ts';
import type { ToastMessage } from '../../ui/toaster.tsx';

export type OwnProfile =
  | { kind: 'loaded'; profile: Profile }
  /** There is no profile yet. */
  | { kind: 'none' }
  /** The sign-in is over: the guard leads to /auth, `toast` says why unless that was said already. */
  | { kind: 'signed-out'; toast?: ToastMessage }
  | { kind: 'offline' }
  | { kind: 'failed'; words: string };

/** Never throws. */
export async function loadOwnProfile(fallback: string): Promise<OwnProfile> {
  if (!(await storedSession())) return endWithoutSession();
  try {
    const profile = await api('/api/auth/profile', { answer: Profile });
    if (!profile) return { kind: 'none' };
    await keepProfile(profile);
    return { kind: 'loaded', profile };
  } catch (failure) {
    if (isUnreachable(failure)) return { kind: 'offline' };
    if (failure instanceof ApiError && failure.code === 'profile_not_found') return { kind: 'none' };
    if (failure instanceof ApiError && failure.status === 401) return judge401();
    return { kind: 'failed', words: failureMessages(failure, fallback) };
  }
}

/** Y22: the person stays while the auth service cannot be asked, whatever our own server thought of the token. */
async function judge401(): Promise<OwnProfile> {
  const refreshed = await sessionPort.refresh();
  if (refreshed.kind === 'unreachable') return { kind: 'offline' };
  return refreshed.kind === 'token' ? endHere('Authentication required') : { kind: 'signed-out' };
}

/** A session that was refused a moment ago is told of by who met that, in words that ours must not wipe out (A12). */
async function endWithoutSession(): Promise<OwnProfile> {
  // A refresh that is under way has taken the session, and is about to tell.
  await sessionPort.refresh();
  if (sessionEndedJustNow() || !(await clearActiveUserWithoutSession(device))) return { kind: 'signed-out' };
  return endHere('No active session. Please sign in.');
}

/** Nobody sits here without a session that the server takes; the person's work stays. */
async function endHere(title: string): Promise<OwnProfile> {
  await clearActiveUser(device);
  announceActiveUser('signed-out');
  return { kind: 'signed-out', toast: { title, variant: 'destructive' } };
}

/** Saves the name that the person chose, and keeps the new profile. Throws what the server says. */
export async function saveFullName(full_name: string): Promise<void> {
  const profile = await api('/api/auth/profile', { method: 'PUT', payload: { full_name }, answer: Profile });
  if (!profile) throw new Error('Failed to save profile');
  await keepProfile(profile);
}
