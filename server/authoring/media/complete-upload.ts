import { and, eq, or, sql } from 'drizzle-orm';
import { boxesOf } from '#sync/contract/mp4-boxes.ts';
import { Refusal } from '#sync/contract/refusal.ts';
import type { UploadCompletion } from '#sync/contract/video.ts';
import { requireEditableLesson } from '../../catalog/editable.ts';
import { mediaAddress } from '../../catalog/lessons.ts';
import type { Db } from '../../db/client.ts';
import type { Tables } from '../../db/schema.ts';
import type { Media, MediaDeps, MediaStorage } from '../../deps.ts';
import type { AuditActor } from '../../http/audit-log.ts';
import { convertibleType, HEAD_BYTES, videoType } from '../../media/video-format.ts';
import { attachVideo, VIDEO_UPLOADED } from './attach-video.ts';

type Upload = Tables['videoUploads']['$inferSelect'];

/** Refusals of a file for what it is. */
const BAD_FILE: Refusal['code'][] = ['file_too_large', 'file_type_refused', 'file_broken_off', 'media_quota_exceeded'];

/** How the two kinds of uploads end. */
interface Ending<T> {
  /** Makes the stored file, of so many bytes, the lesson's own. */
  attach(upload: Upload, size: number): Promise<T>;
  /** The result of an upload that was completed before. */
  repeat(upload: Upload): Promise<T>;
}

/**
 * Step three of three: the file becomes the lesson's own. What was really stored decides; a second call returns the same.
 * Refuses `lesson_not_found`, `upload_not_found`, `upload_already_used`, `file_broken_off` and what `attach` refuses; a file that
 * is refused for what it is, is deleted.
 */
export async function endUpload<T>(
  { db, media }: MediaDeps,
  caller: AuditActor,
  { attach, repeat, ...sent }: UploadSent & Ending<T>,
): Promise<T> {
  const { lessonId, filePath, kind } = sent;
  await db.transact((tx) => requireEditableLesson(tx, caller.actor, { lessonId }));
  const { videoUploads } = db.tables;
  const isIt = and(eq(videoUploads.storageKey, filePath), eq(videoUploads.lessonId, lessonId));
  const [upload] = await db.select().from(videoUploads).where(isIt);
  if (!upload || kindOf(upload) !== kind) throw new Refusal('upload_not_found', { field: 'filePath' });
  if (upload.completedAt) return repeat(upload);
  const size = await media.storage.stat(upload.storageKey);
  if (size === undefined) throw new Refusal('file_broken_off');
  try {
    return await attach(upload, size);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    // Another call completed it a moment ago: both return the same.
    if (error.code === 'upload_already_used') return repeat(upload);
    if (BAD_FILE.includes(error.code)) {
      await media.storage.remove(upload.storageKey);
      await db.delete(videoUploads).where(eq(videoUploads.id, upload.id));
    }
    throw error;
  }
}

/** Ends the upload of a video. Refuses as `endUpload`, `file_too_large`, `file_type_refused` and `media_quota_exceeded`. */
export function completeUpload(deps: MediaDeps, caller: AuditActor, done: UploadCompletion) {
  const { lessonId, filePath } = done;
  return endUpload(deps, caller, {
    lessonId,
    filePath,
    kind: 'video',
    repeat: (upload) => completedVideo(deps.db, upload),
    async attach({ id: uploadId, storageKey, fileName }, sizeBytes) {
      if (sizeBytes > deps.media.limits.maxBytes) throw new Refusal('file_too_large');
      const contentType = await checkVideo(deps.media, storageKey, sizeBytes);
      const video = { storageKey, fileName, contentType, sizeBytes };
      return attachVideo(deps, caller, { lessonId, video, found: done, uploadId });
    },
  });
}

const NOT_A_VIDEO =
  'This file does not hold a video, whatever its name says. Please select an MP4, WebM, OGG, MOV, or AVI video';

/** The type of a video by its bytes; refuses a file that is no video, cannot be played or converted, or is not a whole one. */
export async function checkVideo({ storage, converter }: Media, key: string, size: number): Promise<string> {
  const head =
    size === 0 ? Buffer.alloc(0) : await readSome(storage, key, { start: 0, end: Math.min(HEAD_BYTES, size) - 1 });
  const type = videoType(head) ?? (converter && convertibleType(head));
  if (!type) throw new Refusal('file_type_refused', {}, NOT_A_VIDEO);
  const hasBoxes = type === 'video/mp4' || type === 'video/quicktime';
  if (hasBoxes && !(await isWholeVideo(storage, key, size))) throw new Refusal('file_broken_off');
  return type;
}

interface UploadSent {
  lessonId: number;
  filePath: string;
  kind: 'video' | 'document';
}

/** What the upload was begun for. */
export const kindOf = ({ contentType }: Pick<Upload, 'contentType'>): UploadSent['kind'] =>
  contentType.startsWith('video/') ? 'video' : 'document';

/** The result of an upload that was completed before; `upload_already_used` when its video has been replaced since. */
async function completedVideo(db: Db, { storageKey, lessonId }: Upload) {
  const { assets, lessons } = db.tables;
  const isMadeOfIt = sql`${assets.originalId} = (select sent.id from ${assets} sent where sent.storage_key = ${storageKey})`;
  const [saved] = await db
    .select({ id: assets.id, videoBytes: assets.sizeBytes, duration: lessons.durationSeconds })
    .from(assets)
    .innerJoin(lessons, eq(lessons.assetId, assets.id))
    .where(and(or(eq(assets.storageKey, storageKey), isMadeOfIt), eq(lessons.id, lessonId)));
  if (!saved) throw new Refusal('upload_already_used');
  const { id, videoBytes, duration } = saved;
  return { message: VIDEO_UPLOADED, lessonId, videoUrl: mediaAddress(id), videoBytes, duration };
}

/** Enough for every video that is not fragmented, and few enough to read from a remote storage. */
const BOXES_READ = 16;
const BOXES_THAT_MUST_FIT = ['moov', 'mdat', 'moof'];

/**
 * False when the boxes of an MP4 or QuickTime file say that it is longer than what was stored: its sender announced too
 * few bytes, or sent a truncated copy. Other types carry no length, and count as whole.
 */
async function isWholeVideo(storage: MediaStorage, key: string, size: number): Promise<boolean> {
  let looked = 0;
  for await (const { at, name, length } of boxesOf((start, end) => readSome(storage, key, { start, end }), size)) {
    if (at + length > size) return !BOXES_THAT_MUST_FIT.includes(name);
    looked += 1;
    if (looked === BOXES_READ) break;
  }
  return true;
}

export async function readSome(
  storage: MediaStorage,
  key: string,
  range: { start: number; end: number },
): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of await storage.read(key, range.start, range.end)) chunks.push(chunk);
  return Buffer.concat(chunks);
}
