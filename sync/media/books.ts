// The ledger's rows, read and written: each change one transaction that decides on what it finds, because several tabs,
// the worker and the person may write at the same time.
import type { MediaParts } from '../contract/media.ts';
import { type Device, readSetting, writeSetting } from '../device.ts';
import {
  type Download,
  isWhole,
  type KeptLesson,
  type Ledger,
  newDownload,
  type Standing,
  withFile,
  without,
} from './ledger.ts';

const STANDING = 'downloads';

/** What one person wants here, with the rows of its files; may stand inside a live query. */
export async function readLedger(device: Device, userId: string): Promise<Ledger> {
  const kept = await device.keptLessons.where('userId').equals(userId).toArray();
  const ids = [...new Set(kept.flatMap(({ files }) => files.map(({ assetId }) => assetId)))];
  const rows = await device.downloads.bulkGet(ids);
  return { kept, downloads: new Map(rows.flatMap((row) => (row ? [[row.assetId, row]] : []))) };
}

/** All files on this device, whoever wants them. */
export function readDownloads(device: Device): Promise<Download[]> {
  return device.downloads.toArray();
}

/** What the one that downloads last said; undefined before the first time. */
export async function readStanding(device: Device): Promise<Standing | undefined> {
  return (await readSetting(device, STANDING)) as Standing | undefined;
}

export async function writeStanding(device: Device, standing: Standing): Promise<void> {
  await writeSetting(device, STANDING, standing);
}

/** The person has made room, or wants another try: a full device is no longer taken for full. */
export async function forgetStanding(device: Device): Promise<void> {
  await device.settings.delete(STANDING);
}

/** Changes a row that somebody still wants; answers whether there is one. */
async function change(device: Device, assetId: string, next: (row: Download) => Download): Promise<boolean> {
  return device.transaction('rw', [device.downloads, device.grants], async () => {
    if ((await device.grants.where('assetId').equals(assetId).count()) === 0) return false;
    const row = (await device.downloads.get(assetId)) ?? newDownload(assetId);
    await device.downloads.put(next(row));
    return true;
  });
}

/** What the server told of a file. */
export const noteFile = (device: Device, assetId: string, told: { file: MediaParts; at: number }) =>
  change(device, assetId, (row) => withFile(row, told.file, told.at));

/** The server does not give this file, in its own words. */
export const noteRefusal = (device: Device, assetId: string, told: { refusal: string; at: number }) =>
  change(device, assetId, (row) => ({ ...row, refusal: told.refusal, askedAt: told.at, isComplete: false }));

/** What has come while its file was let go, or became another version, must go again: then this answers false. */
async function noteHere(
  device: Device,
  assetId: string,
  here: { isOfThis: (row: Download) => boolean; next: (row: Download) => Download },
): Promise<boolean> {
  let isTaken = false;
  const isWanted = await change(device, assetId, (row) => {
    isTaken = !row.isLost && here.isOfThis(row);
    return isTaken ? here.next(row) : row;
  });
  return isWanted && isTaken;
}

/** A part is here. False when it is not wanted any more, or of another version: then it must go again. */
export const notePart = (device: Device, assetId: string, { etag, n }: { etag: string; n: number }) =>
  noteHere(device, assetId, {
    isOfThis: ({ file }) => file?.etag === etag,
    next: (row) => ({ ...row, here: [...new Set([...row.here, n])] }),
  });

/** Captions of this name are here; false as with a part. */
export const noteCaptions = (device: Device, assetId: string, name: string) =>
  noteHere(device, assetId, { isOfThis: () => true, next: (row) => ({ ...row, captionsHere: name }) });

/** The last thing written of a download: nothing is missing. */
export const noteComplete = (device: Device, assetId: string) =>
  change(device, assetId, (row) => (isWhole(row) ? { ...row, isComplete: true, isLost: false } : row));

/** Parts that the ledger names and the cache does not hold. */
export const noteGone = (device: Device, assetId: string, gone: { parts: number[]; captions: boolean }) =>
  change(device, assetId, (row) => without(row, gone));

/** The bytes of a file had to go for work (Y26): only a person fetches it again, or it would take the room back at once. */
export const noteLetGo = (device: Device, assetId: string) =>
  change(device, assetId, (row) => ({ ...row, here: [], captionsHere: null, isComplete: false, isLost: true }));

/** Replaces a person's rows of a course by what is known of its lessons now, and brings the grants in line. */
export async function replaceKept(
  device: Device,
  { userId, courseId }: Pick<KeptLesson, 'userId' | 'courseId'>,
  next: (kept: KeptLesson[]) => KeptLesson[],
): Promise<string[]> {
  const { keptLessons, downloads, grants } = device;
  return device.transaction('rw', [keptLessons, downloads, grants], async () => {
    const kept = await keptLessons.where('[userId+courseId]').equals([userId, courseId]).toArray();
    await keptLessons.bulkDelete(kept.map(({ lessonId }) => [userId, courseId, lessonId]));
    await keptLessons.bulkPut(next(kept));
    return bringGrantsInLine(device, userId);
  });
}

/**
 * V7: a grant per person and file that one of their kept lessons needs. Files that nobody has a grant for any more lose
 * their row; answers which, because their bytes must go too. Runs in the caller's transaction.
 */
export async function bringGrantsInLine(device: Device, userId: string): Promise<string[]> {
  const { keptLessons, downloads, grants } = device;
  const kept = await keptLessons.where('userId').equals(userId).toArray();
  const needed = new Set(kept.flatMap(({ files }) => files.map(({ assetId }) => assetId)));
  const had = (await grants.where('userId').equals(userId).toArray()).map(({ assetId }) => assetId);
  await grants.bulkDelete(had.filter((assetId) => !needed.has(assetId)).map((assetId) => [userId, assetId]));
  const fresh = [...needed].filter((assetId) => !had.includes(assetId));
  await grants.bulkPut(fresh.map((assetId) => ({ userId, assetId })));
  const granted = new Set((await grants.toArray()).map(({ assetId }) => assetId));
  const rows = await downloads.toCollection().primaryKeys();
  const orphans = rows.filter((assetId) => !granted.has(assetId));
  await downloads.bulkDelete(orphans);
  const unknown = fresh.filter((assetId) => !rows.includes(assetId));
  await downloads.bulkAdd(unknown.map(newDownload));
  return orphans;
}
