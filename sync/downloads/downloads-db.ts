// Reads and writes the ledger's rows. Each change is one transaction that decides on what it reads, because several
// tabs, the worker and the person may write at the same time.
import type { MediaParts } from '../contract/media.ts';
import { type Device, readActiveUser, readSetting, writeSetting } from '../store/device.ts';
import {
  bytesHere,
  type Download,
  type DownloadLedger,
  type Grant,
  type KeptLesson,
  LEFT_HERE,
  newDownload,
  type StoredDownloadStatus,
  withCompleteness,
  withFile,
  withoutMissing,
} from '../store/media-ledger.ts';
import { VISITOR } from '../store/replica.ts';
import { isHere } from './download-status.ts';

const STATUS_KEY = 'downloads';

/** One person's downloads with the rows of their files; may run inside a live query. */
export async function readLedger(device: Device, userId: string): Promise<DownloadLedger> {
  const kept = await device.keptLessons.where('userId').equals(userId).toArray();
  const ids = [...new Set(kept.flatMap(({ files }) => files.map(({ assetId }) => assetId)))];
  const rows = await device.downloads.bulkGet(ids);
  return { kept, downloads: new Map(rows.flatMap((row) => (row ? [[row.assetId, row]] : []))) };
}

/** The last reported status; undefined before the first time. */
export async function readDownloadStatus(device: Device): Promise<StoredDownloadStatus | undefined> {
  return (await readSetting(device, STATUS_KEY)) as StoredDownloadStatus | undefined;
}

export async function writeDownloadStatus(device: Device, status: StoredDownloadStatus): Promise<void> {
  await writeSetting(device, STATUS_KEY, status);
}

/** The person has made room, or wants another try: the device no longer counts as full. */
export async function forgetDownloadStatus(device: Device): Promise<void> {
  await device.settings.delete(STATUS_KEY);
}

/**
 * Changes the row of a file that has a grant. Returns false when it has none, or `next` returns undefined.
 */
async function changeDownload(device: Device, assetId: string, next: (row: Download) => Download | undefined) {
  return device.transaction('rw', [device.downloads, device.grants], async () => {
    if ((await device.grants.where({ assetId }).count()) === 0) return false;
    const row = next((await device.downloads.get(assetId)) ?? newDownload(assetId));
    if (row) await device.downloads.put(row);
    return row !== undefined;
  });
}

export const saveFileInfo = (device: Device, assetId: string, info: { file: MediaParts; at: number }) =>
  changeDownload(device, assetId, (row) => withFile(row, info.file, info.at));

export const saveRefusal = (device: Device, assetId: string, info: { refusal: string; at: number }) =>
  changeDownload(device, assetId, (row) => ({ ...row, refusal: info.refusal, askedAt: info.at, isComplete: false }));

/** Saves that a part is here. False when it is no longer wanted or of another version; then delete its bytes. */
export const savePart = (device: Device, assetId: string, { etag, n }: { etag: string; n: number }) =>
  changeDownload(device, assetId, (row) =>
    row.isLost || row.file?.etag !== etag
      ? undefined
      : withCompleteness({ ...row, here: [...new Set([...row.here, n])] }),
  );

/** Saves that captions of this version are here; returns false like `savePart`. */
export const saveCaptions = (device: Device, assetId: string, name: string) =>
  changeDownload(device, assetId, (row) => (row.isLost ? undefined : withCompleteness({ ...row, captionsHere: name })));

/** Records parts that the ledger names and the cache does not hold. */
export async function recordMissing(device: Device, assetId: string, missing: { parts: number[]; captions: boolean }) {
  if (missing.parts.length > 0 || missing.captions)
    await changeDownload(device, assetId, (row) => withoutMissing(row, missing));
}

/** Y26a: a file's bytes were evicted for work. It counts as lost, or it would take the room back at once. */
export const recordEvicted = (device: Device, assetId: string) =>
  changeDownload(device, assetId, (row) => ({ ...row, here: [], captionsHere: null, isComplete: false, isLost: true }));

/**
 * Grants a person a file because they opened it: a transient grant, unless they downloaded it. Returns the row;
 * undefined when they have left the device meanwhile (Y23).
 */
export function grantOpened(device: Device, grant: Grant, file: MediaParts): Promise<Download | undefined> {
  const { people, settings, downloads, grants } = device;
  const { userId, assetId } = grant;
  return device.transaction('rw', [people, settings, downloads, grants], async () => {
    if (((await readActiveUser(device))?.userId ?? VISITOR) !== userId) return undefined;
    const all = await grants.where({ assetId }).toArray();
    if (!all.some((one) => one.userId === userId && isPermanent(one))) await grants.put(grant);
    const row = await downloads.get(assetId);
    // A lost download waits for its person; an opened file is simply cached again.
    const base = row && (!row.isLost || all.some(isPermanent)) ? row : newDownload(assetId);
    const next = base.file?.etag === file.etag ? base : withFile(base, file, null);
    await downloads.put(next);
    return next;
  });
}

/** The grant belongs to a download. */
const isPermanent = ({ usedAt }: Grant) => usedAt === undefined;

/** Evicts opened files, least recently used first, until at most `limit` bytes of them are left; returns their ids. */
export async function evictOpened(device: Device, limit: number): Promise<string[]> {
  const { downloads, grants } = device;
  return device.transaction('rw', [downloads, grants], async () => {
    const lastUse = new Map<string, number>();
    for (const { assetId, usedAt = Number.POSITIVE_INFINITY } of await grants.toArray())
      lastUse.set(assetId, Math.max(usedAt, lastUse.get(assetId) ?? 0));
    const isOpened = ({ assetId }: Download) => lastUse.get(assetId) !== Number.POSITIVE_INFINITY;
    const rows = (await downloads.toArray()).filter(isOpened);
    rows.sort((a, b) => (lastUse.get(b.assetId) ?? 0) - (lastUse.get(a.assetId) ?? 0));
    let sum = 0;
    const missing = rows.flatMap((row) => {
      sum += bytesHere(row);
      return sum > limit ? [row.assetId] : [];
    });
    await grants.where('assetId').anyOf(missing).delete();
    return deleteOrphans(device);
  });
}

/** Deletes a person's transient grant; returns the files that nobody has a grant for any more. */
export function deleteOpenedGrant(device: Device, { userId, assetId }: Grant): Promise<string[]> {
  return device.transaction('rw', [device.downloads, device.grants], async () => {
    const grant = await device.grants.get([userId, assetId]);
    if (grant && !isPermanent(grant)) await device.grants.delete([userId, assetId]);
    return deleteOrphans(device);
  });
}

/** Replaces a person's kept lessons of a course; returns the files that nobody has a grant for any more. */
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
    return updateGrants(device, userId);
  });
}

/** One grant per person and file that a kept lesson needs. Runs in the caller's transaction. */
async function updateGrants(device: Device, userId: string): Promise<string[]> {
  const { keptLessons, downloads, grants } = device;
  const kept = await keptLessons.where('userId').equals(userId).toArray();
  const needed = new Set(kept.flatMap(({ files }) => files.map(({ assetId }) => assetId)));
  const permanent = (await grants.where('userId').equals(userId).toArray()).filter(isPermanent);
  const had = new Set(permanent.map(({ assetId }) => assetId));
  await grants.bulkDelete([...had].filter((assetId) => !needed.has(assetId)).map((assetId) => [userId, assetId]));
  // An opened file becomes part of the download as it is.
  const fresh = [...needed].filter((assetId) => !had.has(assetId));
  await grants.bulkPut(fresh.map((assetId) => ({ userId, assetId })));
  const rows = await downloads.bulkGet(fresh);
  await downloads.bulkAdd(fresh.filter((_, index) => !rows[index]).map(newDownload));
  return deleteOrphans(device);
}

/**
 * A person leaves the device (Y23): deletes their kept lessons and grants; returns the files that nobody has a grant
 * for any more. With `isLeft` the lessons that are wholly here stay for whoever signs in next, else no copy of theirs does.
 */
export function deleteUserDownloads(device: Device, userId: string, isLeft: boolean): Promise<string[]> {
  const { keptLessons, downloads, grants } = device;
  return device.transaction('rw', [keptLessons, downloads, grants], async () => {
    const { kept, downloads: rows } = await readLedger(device, userId);
    const left = isLeft ? kept.filter((one) => isHere(one, rows)) : [];
    if (!isLeft) await keptLessons.bulkDelete(kept.map(({ courseId, lessonId }) => [LEFT_HERE, courseId, lessonId]));
    await keptLessons.bulkPut(left.map((one) => ({ ...one, userId: LEFT_HERE })));
    await keptLessons.where({ userId }).delete();
    await grants.where({ userId }).delete();
    return updateGrants(device, LEFT_HERE);
  });
}

/** Deletes the rows of files without a grant; returns their ids, because their bytes must be deleted too. */
async function deleteOrphans({ downloads, grants }: Device): Promise<string[]> {
  const granted = new Set((await grants.toArray()).map(({ assetId }) => assetId));
  const orphans = (await downloads.toCollection().primaryKeys()).filter((assetId) => !granted.has(assetId));
  await downloads.bulkDelete(orphans);
  return orphans;
}
