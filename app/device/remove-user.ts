// Removing a person whose account was erased from this device. Everybody else here keeps what is theirs.
import { removeAll } from '#sync/downloads/download-requests.ts';
import { openMediaCache } from '#sync/downloads/media-cache.ts';
import { removePin } from '#sync/extras/pin.ts';
import { countUnsent, deleteReplica } from '#sync/extras/unsent-work.ts';
import { clearSession, type DeviceUser, deleteDeviceUser } from '#sync/store/device.ts';
import { Replica } from '#sync/store/replica.ts';
import { webPorts } from '#sync/web-ports.ts';
import { device } from './device.ts';
import { forgetDraft, forgetLessonTexts, restoreDraft, storedDraftsOf } from './draft-store.ts';

/** How much work of this person only this device has: changes that were not sent, and drafts. */
export async function countWorkOf(userId: string): Promise<number> {
  const replica = new Replica(userId);
  try {
    for (const lessonId of storedDraftsOf(userId)) await restoreDraft({ userId, replica }, lessonId);
    const { entries, drafts } = await countUnsent(replica);
    return entries + drafts;
  } finally {
    replica.close();
  }
}

/** Everything that this device holds of a person's own work, as the text of a JSON file. */
export async function workOf({ userId, name, email }: DeviceUser): Promise<string> {
  const replica = new Replica(userId);
  try {
    const { outbox, drafts, units, quizResults, certificates } = replica;
    const tables = await Promise.all(
      [outbox, drafts, units, quizResults, certificates].map(async (table) => [table.name, await table.toArray()]),
    );
    const file = { format: 'groundwork-device-data', person: { name, email }, savedAt: new Date().toISOString() };
    return JSON.stringify({ ...file, ...Object.fromEntries(tables) }, null, 2);
  } finally {
    replica.close();
  }
}

/** Removes everything of a person from this device, unsent work included: ask first. */
export async function removeUser(userId: string): Promise<void> {
  await clearSession(device, userId);
  // Where there is no cache, there is nothing to remove.
  await removeAll(device, openMediaCache(), userId).catch(() => undefined);
  await removePin(device, userId);
  forgetLessonTexts(userId);
  for (const lessonId of storedDraftsOf(userId)) forgetDraft(userId, lessonId);
  await deleteReplica(userId, webPorts({}).clock);
  await deleteDeviceUser(device, userId);
}
