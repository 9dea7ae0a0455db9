// The signed-in user's own profile, fetched by the pages that show it and stored on the device for offline starts.

import { t } from '@lingui/core/macro';
import { useEffect, useRef, useState } from 'react';
import type { Profile } from '#sync/contract/profile.ts';
import { clearActiveUser, clearActiveUserWithoutSession } from '#sync/store/device.ts';
import { ApiError, call } from '../../api/client.ts';
import { failureCode, failureMessage, isUnreachable } from '../../api/messages.ts';
import { storedSession } from '../../api/refresh-session.ts';
import { keepProfile, server, sessionPort } from '../../api/session.ts';
import { useActiveUser } from '../../device/active-user.tsx';
import { announceActiveUser, sessionEndedJustNow } from '../../device/active-user-channel.ts';
import { device } from '../../device/device.ts';
import { usePullCall } from '../../device/use-pull.ts';
import { paths, returningTo } from '../../paths.ts';
import { useNavigate } from '../../ui/router.ts';
import { useToast } from '../../ui/toast.tsx';
import type { ToastMessage } from '../../ui/toaster.tsx';

export type OwnProfile =
  | { kind: 'loaded'; profile: Profile }
  /** There is no profile yet. */
  | { kind: 'none' }
  /** The session has ended: the guard leads to /auth, and `toast` says why unless another part of the app has. */
  | { kind: 'signed-out'; toast?: ToastMessage }
  | { kind: 'offline' }
  | { kind: 'failed'; message: string };

/** Never throws. */
export async function loadOwnProfile(fallback: string): Promise<OwnProfile> {
  if (!(await storedSession())) return endWithoutSession();
  try {
    const profile = await call(server.auth.profile.$get());
    if (!profile) return { kind: 'none' };
    await keepProfile(profile);
    return { kind: 'loaded', profile };
  } catch (failure) {
    if (isUnreachable(failure)) return { kind: 'offline' };
    if (failureCode(failure) === 'profile_not_found') return { kind: 'none' };
    if (failure instanceof ApiError && failure.status === 401) return resolve401();
    return { kind: 'failed', message: failureMessage(failure, fallback) };
  }
}

/** Y22: the user stays signed in while the auth service cannot be reached, whatever our own server says of the token. */
async function resolve401(): Promise<OwnProfile> {
  const refreshed = await sessionPort.refresh();
  if (refreshed.kind === 'unreachable') return { kind: 'offline' };
  return refreshed.kind === 'token' ? signOutHere(t`Authentication required`) : { kind: 'signed-out' };
}

/** When a session was refused a moment ago, a toast has already said so, and ours must not replace it (R-A12). */
async function endWithoutSession(): Promise<OwnProfile> {
  // A refresh under way may have removed the session and be about to announce it.
  await sessionPort.refresh();
  if (sessionEndedJustNow() || !(await clearActiveUserWithoutSession(device))) return { kind: 'signed-out' };
  return signOutHere(t`No active session. Please sign in.`);
}

/** Without a valid session there is no active user; their work stays on the device. */
async function signOutHere(title: string): Promise<OwnProfile> {
  await clearActiveUser(device);
  await announceActiveUser('signed-out');
  return { kind: 'signed-out', toast: { title, variant: 'destructive' } };
}

/** Saves the chosen name and stores the new profile. Throws the server's refusal. */
export async function saveFullName(full_name: string): Promise<void> {
  const profile = await call(server.auth.profile.$put({ json: { full_name } }));
  if (!profile) throw new Error(t`Failed to save profile`);
  await keepProfile(profile);
}

/**
 * The profile for an open page, undefined while it loads. When the session has ended, the page leaves for /auth. When
 * another user becomes active, in any tab, their profile is loaded.
 */
export function useOwnProfile(fallback: string): { loaded: OwnProfile | undefined; again: () => void } {
  const userId = useLastKnownUserId();
  const navigate = useNavigate();
  const toast = useToast();
  const shown = useRef<{ userId: string; profile: OwnProfile }>(undefined);
  const load = async () => {
    const profile = await loadOwnProfile(fallback);
    const hasFailed = profile.kind === 'offline' || profile.kind === 'failed';
    // When a later load fails, the page keeps what it shows and what was typed into it.
    if (hasFailed && shown.current?.userId === userId) return shown.current.profile;
    if (!hasFailed) shown.current = { userId, profile };
    return profile;
  };
  const { outcome: loaded, again } = usePullCall(load, [fallback, userId]);
  useEffect(() => {
    if (loaded?.kind !== 'signed-out') return;
    if (loaded.toast) toast(loaded.toast);
    void navigate(paths.auth({ mode: 'signin' }), { replace: true, state: returningTo(location) });
  }, [loaded, navigate, toast]);
  return { loaded, again };
}

/** The active user, or the last one after their session ended: the page that says so must not load again for a visitor. */
function useLastKnownUserId(): string {
  const { state, userId } = useActiveUser();
  const [known, setKnown] = useState(userId);
  if (state === 'known' && known !== userId) setKnown(userId);
  return known;
}
