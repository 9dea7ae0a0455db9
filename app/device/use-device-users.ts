import { forgetCurrentPerson, peopleHere, seatPerson } from '#sync/store/device.ts';
import { usePerson } from './active-user.tsx';
import { announcePersonChange } from './active-user-channel.ts';
import { device } from './device.ts';
import { useLiveQuery } from './live-query.ts';

export type PersonHere = Awaited<ReturnType<typeof peopleHere>>[number];

/** Everybody whom this device knows, live; undefined until it was read. */
export const useEverybodyHere = (): PersonHere[] | undefined => useLiveQuery(() => peopleHere(device), []);

/** Everybody else whom this device knows, live; empty until it was read. */
export function usePeopleHere(): PersonHere[] {
  const { userId } = usePerson();
  return useEverybodyHere()?.filter((person) => person.userId !== userId) ?? [];
}

/** Somebody who is signed in here sits down, in every tab and without a network; nobody is signed out by it (O7, Y23). */
export async function switchPerson(userId: string): Promise<void> {
  await seatPerson(device, userId);
  announcePersonChange('switched');
}

/** Whoever sits here gets up, in every tab, and stays signed in: for somebody who comes to sign in. */
export async function leaveSeat(): Promise<void> {
  await forgetCurrentPerson(device);
  announcePersonChange('switched');
}

/** '3 unsent', or nothing when all of a person's work has been sent. */
const unsentWords = ({ pendingCount }: Pick<PersonHere, 'pendingCount'>) =>
  pendingCount > 0 ? `${pendingCount} unsent` : '';

/** What the others may read of a person: how they are let in, and how much of theirs waits (Y24). */
export function personNote(person: PersonHere, signedIn = ''): string {
  const way = person.isSignedIn ? (person.pin ? 'Asks for a PIN' : signedIn) : 'Signed out';
  return [way, unsentWords(person)].filter(Boolean).join(' · ');
}
