import { peopleHere, seatPerson } from '#sync/device.ts';
import { device } from './device.ts';
import { useLiveQuery } from './live-query.ts';
import { usePerson } from './person.tsx';
import { announcePersonChange } from './person-channel.ts';

export type PersonHere = Awaited<ReturnType<typeof peopleHere>>[number];

/** Everybody else whom this device knows, live; empty until it was read. */
export function usePeopleHere(): PersonHere[] {
  const { userId } = usePerson();
  const people = useLiveQuery(() => peopleHere(device), []);
  return people?.filter((person) => person.userId !== userId) ?? [];
}

/** Somebody who is signed in here sits down, in every tab and without a network; nobody is signed out by it (O7, Y23). */
export async function switchPerson(userId: string): Promise<void> {
  await seatPerson(device, userId);
  announcePersonChange('switched');
}

/** '3 unsent', or nothing when all of a person's work has been sent. */
export const unsentWords = ({ pendingCount }: Pick<PersonHere, 'pendingCount'>) =>
  pendingCount > 0 ? `${pendingCount} unsent` : '';
