import { clearActiveUser, readDeviceUsers, setActiveUser } from '#sync/store/device.ts';
import { useActiveUser } from './active-user.tsx';
import { announceActiveUser } from './active-user-channel.ts';
import { device } from './device.ts';
import { useLiveQuery } from './live-query.ts';

export type DeviceUserEntry = Awaited<ReturnType<typeof readDeviceUsers>>[number];

/** Everybody whom this device knows, live; undefined until it was read. */
export const useAllDeviceUsers = (): DeviceUserEntry[] | undefined => useLiveQuery(() => readDeviceUsers(device), []);

/** Everybody else whom this device knows, live; empty until it was read. */
export function useDeviceUsers(): DeviceUserEntry[] {
  const { userId } = useActiveUser();
  return useAllDeviceUsers()?.filter((person) => person.userId !== userId) ?? [];
}

/** Somebody who is signed in here sits down, in every tab and without a network; nobody is signed out by it (O7, Y23). */
export async function switchUser(userId: string): Promise<void> {
  await setActiveUser(device, userId);
  announceActiveUser('switched');
}

/** Whoever sits here gets up, in every tab, and stays signed in: for somebody who comes to sign in. */
export async function leaveToSignIn(): Promise<void> {
  await clearActiveUser(device);
  announceActiveUser('switched');
}

/** '3 unsent', or nothing when all of a person's work has been sent. */
const unsentWords = ({ pendingCount }: Pick<DeviceUserEntry, 'pendingCount'>) =>
  pendingCount > 0 ? `${pendingCount} unsent` : '';

/** What the others may read of a person: how they are let in, and how much of theirs waits (Y24). */
export function deviceUserNote(person: DeviceUserEntry, signedIn = ''): string {
  const way = person.isSignedIn ? (person.pin ? 'Asks for a PIN' : signedIn) : 'Signed out';
  return [way, unsentWords(person)].filter(Boolean).join(' · ');
}
