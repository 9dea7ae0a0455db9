import { type Device, saveWorkCount } from '../store/device.ts';
import { readSyncStatus } from '../store/reads.ts';
import type { Replica } from '../store/replica.ts';

/**
 * Counts a person's unsent work and notes it on the device, for other people there and for the badge of the app (Y24).
 * Answers how much of it would leave by itself.
 */
export async function countWork(replica: Replica, device: Device): Promise<number> {
  const { waiting, sending, attention, lastSyncAt } = await readSyncStatus(replica);
  await saveWorkCount(device, replica.userId, { pendingCount: waiting + sending + attention, lastSyncAt });
  return waiting + sending;
}
