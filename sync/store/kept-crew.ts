// What the lead of a group last saw of it, for where there is no network. It belongs to the lead: it leaves with them (Y23).
import type { Replica } from './replica.ts';

/** A person of a group; `percent` is null for whoever takes no course, days are such as '2026-12-03', `lastActivityAt` is ISO 8601. */
export type CrewMember = {
  id: string;
  name: string;
  percent: number | null;
  dueOn: string | null;
  dueIn: string | null;
  lastActivityAt: string | null;
};

/** `at`: when the server said so, ISO 8601. `people` is the group's number of people, of whom `members` may be the first. */
export type KeptCrew = { at: string; groups: { id: string; name: string; people: number; members: CrewMember[] }[] };

const KEY = 'crew';

/** Undefined for whoever has seen none on this device. */
export async function readCrew(replica: Replica): Promise<KeptCrew | undefined> {
  return (await replica.meta.get(KEY))?.value as KeptCrew | undefined;
}

export async function writeCrew(replica: Replica, value: KeptCrew): Promise<void> {
  await replica.meta.put({ key: KEY, value });
}

/** The lead signs out. */
export const deleteCrew = (replica: Replica): PromiseLike<void> => replica.meta.delete(KEY);
