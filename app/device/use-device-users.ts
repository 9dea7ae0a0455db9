import { plural, t } from '@lingui/core/macro';
import { clearActiveUser, noteLastUse, readDeviceUsers, setActiveUser } from '#sync/store/device.ts';
import { useActiveUser } from './active-user.tsx';
import { announceActiveUser } from './active-user-channel.ts';
import { device } from './device.ts';
import { useLiveQuery } from './live-query.ts';

export type DeviceUserEntry = Awaited<ReturnType<typeof readDeviceUsers>>[number];

/** All users of this device, live; undefined until read. */
export const useAllDeviceUsers = (): DeviceUserEntry[] | undefined => useLiveQuery(() => readDeviceUsers(device), []);

/** The users of this device except the active one, live; empty until read. */
export function useDeviceUsers(): DeviceUserEntry[] {
  const { userId } = useActiveUser();
  return useAllDeviceUsers()?.filter((user) => user.userId !== userId) ?? [];
}

/** The history state of the sign-in page for a user who was chosen elsewhere: how they sign in is asked first. */
export const chosenUser = ({ email, signsInByLink }: Pick<DeviceUserEntry, 'email' | 'signsInByLink'>) => ({
  email,
  byLink: signsInByLink === true,
});

/** Makes a signed-in user active in every tab, also offline; no one is signed out by it (R-O7, Y23). */
export async function switchUser(userId: string): Promise<void> {
  await noteLastUse(device, Date.now());
  await setActiveUser(device, userId);
  await announceActiveUser('switched');
}

/** Leaves this device without an active user, in every tab, so that another one can sign in; the last user stays signed in. */
export async function deactivateUser(): Promise<void> {
  await noteLastUse(device, Date.now());
  await clearActiveUser(device);
  await announceActiveUser('switched');
}

/** What other users may see of a user: how they sign in here, and how much of their work is unsent (Y24). */
export function deviceUserNote(user: DeviceUserEntry, signedIn = ''): string {
  const way = user.isSignedIn ? (user.pin ? t`PIN required` : signedIn) : t`Signed out`;
  const unsent = user.pendingCount > 0 && plural(user.pendingCount, { other: '# unsent' });
  return [way, unsent].filter(Boolean).join(' · ');
}
