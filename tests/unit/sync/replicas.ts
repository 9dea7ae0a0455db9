// Replicas of one person, as several tabs have them; their database is deleted after each test.
import Dexie from 'dexie';
import { afterEach } from 'vitest';
import { Replica, replicaName } from '#sync/store/replica.ts';

export const USER = 'maren';

const opened: Replica[] = [];

/** Opens another one. */
export async function openReplica(): Promise<Replica> {
  const replica = new Replica(USER);
  opened.push(replica);
  await replica.open();
  return replica;
}

afterEach(async () => {
  for (const each of opened.splice(0)) each.close();
  await Dexie.delete(replicaName(USER));
});
