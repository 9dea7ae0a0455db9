// Names that people choose: one person a name within an organization, or among those without one (decision 18).
import { and, eq, isNull, ne } from 'drizzle-orm';
import { type NameAvailability, nameFault } from '#sync/contract/profile.ts';
import { Refusal } from '#sync/contract/refusal.ts';
import { type Db, run, type Source, type Steps } from '../db/client.ts';
import type { Actor } from '../http/actor.ts';
import { nameKey } from './profiles.ts';

type Bearer = Pick<Actor, 'id' | 'organizationId'>;

/** Whether this person could be called so. */
export async function nameAvailability(db: Db, person: Bearer, name: string): Promise<NameAvailability> {
  const fault = nameFault(name);
  if (fault) return { available: false, reason: fault };
  const taken = await bearersOf(db, person, name);
  return taken.length > 0
    ? { available: false, reason: 'This name is already taken' }
    : { available: true, reason: null };
}

/** Saves the name that a person chose; from then on no sign-in replaces it. Refuses `name_taken`. */
export function saveName(db: Db, person: Bearer, fullName: string): Promise<void> {
  return db.transact(function* (source): Steps<void> {
    const { profiles } = db.tables;
    const taken = yield* run(bearersOf(source, person, fullName));
    if (taken.length > 0) throw new Refusal('name_taken', { field: 'full_name' });
    const change = { fullName, nameKey: nameKey(fullName), nameChosen: true };
    yield* run(source.update(profiles).set(change).where(eq(profiles.id, person.id)));
  });
}

function bearersOf({ queries, tables }: Source, { id, organizationId }: Bearer, name: string) {
  const { profiles } = tables;
  const among = organizationId === null ? isNull(profiles.organizationId) : eq(profiles.organizationId, organizationId);
  return queries
    .select({ id: profiles.id })
    .from(profiles)
    .where(and(eq(profiles.nameKey, nameKey(name)), among, ne(profiles.id, id)))
    .limit(1);
}
