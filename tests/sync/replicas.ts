// Replicas of one person, as several tabs have them; their database goes after each test.
import Dexie from 'dexie';
import { afterEach } from 'vitest';
import { Replica, replicaName, type WhenFree } from '#sync/replica.ts';

export const USER = 'maren';

const opened: Replica[] = [];

/** Opens another one. */
export async function openReplica(whenFree?: WhenFree): Promise<Replica> {
  const made = new Replica(USER, () => {}, whenFree);
  opened.push(made);
  await made.open();
  return made;
}

afterEach(async () => {
  for (const each of opened.splice(0)) each.close();
  await Dexie.delete(replicaName(USER));
});
