// People leave an enrolled tablet, or it leaves its organization (Y34): what is unsent is sent first, and work that could not be sent stays.
import { removeAll } from '../downloads/download-requests.ts';
import type { MediaCache } from '../downloads/media-cache.ts';
import { clearActiveUser, type Device, type DeviceUser, readActiveUser, readSession } from '../store/device.ts';
import { Replica, tabletReplica } from '../store/replica.ts';
import { type BackgroundPorts, flushDevice } from './background.ts';
import { forgetEnrolled, readEnrolled } from './enrolled-tablet.ts';
import { countUnsent, deleteReplica, keepOnlyWork } from './unsent-work.ts';

type Emptying = { device: Device; cache: MediaCache | undefined; ports: BackgroundPorts };

/** Sends the work of everybody here, and removes those who have left the roster and have none left. */
export async function sendForEverybody({ device, cache, ports }: Emptying): Promise<void> {
  await flushDevice(device, ports);
  const left = await device.people.filter(({ ofTablet }) => ofTablet === 'left').toArray();
  for (const person of left) await removePerson({ device, cache, ports }, person);
}

/**
 * Empties the tablet: everybody's work is sent, then all of it goes but the work that could not be sent. Returns how many pieces of work
 * are left, of which a file can be saved.
 */
export async function emptyTablet({ device, cache, ports }: Emptying): Promise<number> {
  const enrolled = await readEnrolled(device);
  if (!enrolled) return 0;
  await flushDevice(device, ports).catch(() => undefined);
  const active = await readActiveUser(device);
  if (active?.ofTablet && !(await readSession(device, active.userId))) await clearActiveUser(device);
  let left = 0;
  for (const person of await device.people.filter(({ ofTablet }) => ofTablet !== undefined).toArray())
    left += await removePerson({ device, cache, ports }, person);
  const own = tabletReplica(enrolled.tablet.id);
  if (cache) await removeAll(device, cache, own);
  await deleteReplica(own, ports.clock);
  await forgetEnrolled(device);
  return left;
}

/** Returns how much of their work stays. Whoever has a sign-in of their own here keeps everything. */
async function removePerson({ device, cache, ports }: Emptying, { userId }: DeviceUser): Promise<number> {
  if (await readSession(device, userId)) return 0;
  const replica = new Replica(userId);
  const { entries, drafts } = await countUnsent(replica);
  if (cache) await removeAll(device, cache, userId);
  if (entries + drafts > 0) {
    await keepOnlyWork(replica);
    replica.close();
    await device.people.update(userId, { pendingCount: entries + drafts });
    return entries + drafts;
  }
  replica.close();
  await deleteReplica(userId, ports.clock);
  await device.people.delete(userId);
  return 0;
}
