// The ledger's rows, read and written: each change is one transaction that decides on what it finds, because several
// tabs, the worker and the person may write at the same time.
import type { MediaParts } from '../contract/media.ts';
import { type Device, readActiveUser, readSetting, writeSetting } from '../store/device.ts';
import {
  bytesHere,
  type Download,
  type DownloadLedger,
  type Grant,
  type KeptLesson,
  newDownload,
  type StoredDownloadStatus,
  withCompleteness,
  withFile,
  withoutMissing,
} from '../store/media-ledger.ts';
import { VISITOR } from '../store/replica.ts';

const STATUS_KEY = 'downloads';

/** What one person wants here, with the rows of its files; may be part of a live query. */
export async function readLedger(device: Device, userId: string): Promise<DownloadLedger> {
  const kept = await device.keptLessons.where('userId').equals(userId).toArray();
  const ids = [...new Set(kept.flatMap(({ files }) => files.map(({ assetId }) => assetId)))];
  const rows = await device.downloads.bulkGet(ids);
  return { kept, downloads: new Map(rows.flatMap((row) => (row ? [[row.assetId, row]] : []))) };
}

/** All files on this device, whoever wants them or has opened them. */
export function readDownloads(device: Device): Promise<Download[]> {
  return device.downloads.toArray();
}

/** What the one that downloads last said; undefined before the first time. */
export async function readDownloadStatus(device: Device): Promise<StoredDownloadStatus | undefined> {
  return (await readSetting(device, STATUS_KEY)) as StoredDownloadStatus | undefined;
}

export async function writeDownloadStatus(device: Device, status: StoredDownloadStatus): Promise<void> {
  await writeSetting(device, STATUS_KEY, status);
}

/** The person has made room, or wants another try: a full device is no longer taken for full. */
export async function forgetDownloadStatus(device: Device): Promise<void> {
  await device.settings.delete(STATUS_KEY);
}

/** Changes the row of a file that somebody has a grant for. False when nobody has, or `next` declines by undefined. */
async function changeDownload(
  device: Device,
  assetId: string,
  next: (row: Download) => Download | undefined,
): Promise<boolean> {
  return device.transaction('rw', [device.downloads, device.grants], async () => {
    if ((await device.grants.where({ assetId }).count()) === 0) return false;
    const row = next((await device.downloads.get(assetId)) ?? newDownload(assetId));
    if (row) await device.downloads.put(row);
    return row !== undefined;
  });
}

/** What the server told of a file. */
export const saveFileInfo = (device: Device, assetId: string, info: { file: MediaParts; at: number }) =>
  changeDownload(device, assetId, (row) => withFile(row, info.file, info.at));

/** The server does not give this file, in its own words. */
export const saveRefusal = (device: Device, assetId: string, info: { refusal: string; at: number }) =>
  changeDownload(device, assetId, (row) => ({ ...row, refusal: info.refusal, askedAt: info.at, isComplete: false }));

/** A part is here. False when it is not wanted any more, or of another version: then its bytes must go again. */
export const savePart = (device: Device, assetId: string, { etag, n }: { etag: string; n: number }) =>
  changeDownload(device, assetId, (row) =>
    row.isLost || row.file?.etag !== etag
      ? undefined
      : withCompleteness({ ...row, here: [...new Set([...row.here, n])] }),
  );

/** Captions of this name are here; false as with a part. */
export const saveCaptions = (device: Device, assetId: string, name: string) =>
  changeDownload(device, assetId, (row) => (row.isLost ? undefined : withCompleteness({ ...row, captionsHere: name })));

/** Parts that the ledger names and the cache does not hold. */
export async function recordMissing(device: Device, assetId: string, missing: { parts: number[]; captions: boolean }) {
  if (missing.parts.length > 0 || missing.captions)
    await changeDownload(device, assetId, (row) => withoutMissing(row, missing));
}

/** The bytes of a file had to go for work (Y26): only a person fetches it again, or it would take the room back at once. */
export const recordEvicted = (device: Device, assetId: string) =>
  changeDownload(device, assetId, (row) => ({ ...row, here: [], captionsHere: null, isComplete: false, isLost: true }));

/**
 * The server has given this person a file because they opened it: a transient grant, unless it is part of a download of
 * theirs. Answers the row; undefined when they have left the device meanwhile (Y23).
 */
export function grantOpened(device: Device, grant: Grant, file: MediaParts): Promise<Download | undefined> {
  const { people, settings, downloads, grants } = device;
  const { userId, assetId } = grant;
  return device.transaction('rw', [people, settings, downloads, grants], async () => {
    if (((await readActiveUser(device))?.userId ?? VISITOR) !== userId) return undefined;
    const all = await grants.where({ assetId }).toArray();
    if (!all.some((one) => one.userId === userId && isPermanent(one))) await grants.put(grant);
    const row = await downloads.get(assetId);
    // What the browser threw away is fetched again only by whoever downloads it (V6); an opened file just comes again.
    const base = row && (!row.isLost || all.some(isPermanent)) ? row : newDownload(assetId);
    const next = base.file?.etag === file.etag ? base : withFile(base, file, null);
    await downloads.put(next);
    return next;
  });
}

/** Belongs to a download. */
const isPermanent = ({ usedAt }: Grant) => usedAt === undefined;

/** Lets opened files go, the longest unused first, until at most `most` bytes of them stay; answers which have gone. */
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

/** Forgets that a person opened a file; answers what nobody has a grant for any more. */
export function deleteOpenedGrant(device: Device, { userId, assetId }: Grant): Promise<string[]> {
  return device.transaction('rw', [device.downloads, device.grants], async () => {
    const grant = await device.grants.get([userId, assetId]);
    if (grant && !isPermanent(grant)) await device.grants.delete([userId, assetId]);
    return deleteOrphans(device);
  });
}

/** Replaces a person's rows of a course by what is known of its lessons now; answers what nobody has a grant for any more. */
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

/** V7: a grant per person and file that one of their kept lessons needs. Runs in the caller's transaction. */
async function updateGrants(device: Device, userId: string): Promise<string[]> {
  const { keptLessons, downloads, grants } = device;
  const kept = await keptLessons.where('userId').equals(userId).toArray();
  const needed = new Set(kept.flatMap(({ files }) => files.map(({ assetId }) => assetId)));
  const permanent = (await grants.where('userId').equals(userId).toArray()).filter(isPermanent);
  const had = new Set(permanent.map(({ assetId }) => assetId));
  await grants.bulkDelete([...had].filter((assetId) => !needed.has(assetId)).map((assetId) => [userId, assetId]));
  // A file that was opened becomes part of the download as it is.
  const fresh = [...needed].filter((assetId) => !had.has(assetId));
  await grants.bulkPut(fresh.map((assetId) => ({ userId, assetId })));
  const rows = await downloads.bulkGet(fresh);
  await downloads.bulkAdd(fresh.filter((_, index) => !rows[index]).map(newDownload));
  return deleteOrphans(device);
}

/** A person leaves the device (Y23): their wishes and grants go; answers what nobody has a grant for any more. */
export function deleteUserDownloads(device: Device, userId: string): Promise<string[]> {
  const { keptLessons, downloads, grants } = device;
  return device.transaction('rw', [keptLessons, downloads, grants], async () => {
    await keptLessons.where({ userId }).delete();
    await grants.where({ userId }).delete();
    return deleteOrphans(device);
  });
}

/** Files that nobody has a grant for lose their row; answers which, because their bytes must go too. */
async function deleteOrphans({ downloads, grants }: Device): Promise<string[]> {
  const granted = new Set((await grants.toArray()).map(({ assetId }) => assetId));
  const orphans = (await downloads.toCollection().primaryKeys()).filter((assetId) => !granted.has(assetId));
  await downloads.bulkDelete(orphans);
  return orphans;
}
