import { and, eq } from 'drizzle-orm';
import { Refusal } from '#sync/contract/refusal.ts';
import type { UploadDone, VideoKept } from '#sync/contract/video.ts';
import { mediaAddress } from '../../catalog/lessons.ts';
import type { Db } from '../../db/client.ts';
import type { Tables } from '../../db/schema.ts';
import type { Deps, MediaStorage } from '../../deps.ts';
import type { AuditActor } from '../../http/actor.ts';
import { HEAD_BYTES } from '../../media/receive-file.ts';
import { readSome } from '../../media/storage.ts';
import { boxLength, type VideoType, videoType } from '../../media/video-format.ts';
import { requireEditableLesson } from '../editable.ts';
import { attachVideo, type StoredVideo, VIDEO_UPLOADED } from './attach-video.ts';

type Upload = Tables['videoUploads']['$inferSelect'];
type Needs = Pick<Deps, 'db' | 'media' | 'log'>;

/**
 * Step three of three: the file becomes the lesson's film. The storage is asked what really lies there; a second time
 * answers the same. Refuses `lesson_not_found`, `upload_not_found`, `upload_already_used`, `file_broken_off`,
 * `file_too_large` and `file_type_refused`; what is refused for itself is removed.
 */
export async function completeUpload(needs: Needs, acting: AuditActor, done: UploadDone): Promise<VideoKept> {
  const { db, media } = needs;
  const upload = await findUpload(db, acting, done);
  if (upload.completedAt) return tellKept(db, upload);
  const size = await sizeOfSent(media.storage, upload);
  try {
    if (size > media.limits.maxBytes) throw new Refusal('file_too_large');
    const contentType = await checkVideo(media.storage, upload.storageKey, size);
    const { storageKey, fileName } = upload;
    const film: StoredVideo = { storageKey, fileName, contentType, sizeBytes: size };
    return await attachVideo(needs, acting, { lessonId: done.lessonId, film, found: done, uploadId: upload.id });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    // The same call, a moment earlier: both hear the same.
    if (error.code === 'upload_already_used') return tellKept(db, upload);
    if (BAD_FILE.includes(error.code)) await forgetUpload(needs, upload);
    throw error;
  }
}

const BAD_FILE: Refusal['code'][] = ['file_too_large', 'file_type_refused', 'file_broken_off'];

const NOT_A_FILM =
  'This file does not hold a video, whatever its name says. Please select an MP4, WebM, OGG, MOV, or AVI video';

/** What a film is, judged by its bytes; refuses what is none, or not whole. */
export async function checkVideo(storage: MediaStorage, key: string, size: number): Promise<VideoType> {
  const head =
    size === 0 ? Buffer.alloc(0) : await readSome(storage, key, { start: 0, end: Math.min(HEAD_BYTES, size) - 1 });
  const type = videoType(head);
  if (!type) throw new Refusal('file_type_refused', {}, NOT_A_FILM);
  const hasBoxes = type === 'video/mp4' || type === 'video/quicktime';
  if (hasBoxes && !(await isWholeFilm(storage, key, size))) throw new Refusal('file_broken_off');
  return type;
}

async function findUpload(db: Db, acting: AuditActor, { lessonId, filePath }: UploadDone): Promise<Upload> {
  await db.transact(function* (source) {
    yield* requireEditableLesson(source, acting.actor, { lessonId });
  });
  const { videoUploads } = db.tables;
  const isIt = and(eq(videoUploads.storageKey, filePath), eq(videoUploads.lessonId, lessonId));
  const [upload] = await db.select().from(videoUploads).where(isIt);
  if (!upload) throw new Refusal('upload_not_found', { field: 'filePath' });
  return upload;
}

async function sizeOfSent(storage: MediaStorage, { storageKey }: Upload): Promise<number> {
  const found = await storage.stat(storageKey);
  if (!found) throw new Refusal('file_broken_off');
  return found.size;
}

/** The answer of an upload that was completed before; one whose film has been replaced since is used up. */
async function tellKept(db: Db, { storageKey, lessonId }: Upload): Promise<VideoKept> {
  const { assets, lessons } = db.tables;
  const [kept] = await db
    .select({ id: assets.id, videoBytes: assets.sizeBytes, duration: lessons.durationSeconds })
    .from(assets)
    .innerJoin(lessons, eq(lessons.assetId, assets.id))
    .where(and(eq(assets.storageKey, storageKey), eq(lessons.id, lessonId)));
  if (!kept) throw new Refusal('upload_already_used');
  const { id, videoBytes, duration } = kept;
  return { message: VIDEO_UPLOADED, lessonId, videoUrl: mediaAddress(id), videoBytes, duration };
}

async function forgetUpload({ db, media }: Needs, { id, storageKey }: Upload): Promise<void> {
  await media.storage.remove(storageKey);
  await db.delete(db.tables.videoUploads).where(eq(db.tables.videoUploads.id, id));
}

/** Enough for every film that is not cut into fragments, and few enough to ask of a storage far away. */
const BOXES_LOOKED_AT = 16;
const BOXES_THAT_MUST_FIT = ['moov', 'mdat', 'moof'];

/**
 * False when an MP4 or QuickTime file says of itself that it is longer than what is here: a sender that announced too
 * few bytes, or a copy cut short before it was sent. Other kinds do not tell, and count as whole.
 */
async function isWholeFilm(storage: MediaStorage, key: string, size: number): Promise<boolean> {
  let at = 0;
  for (let looked = 0; looked < BOXES_LOOKED_AT && at + 8 <= size; looked += 1) {
    const box = await readSome(storage, key, { start: at, end: Math.min(at + 15, size - 1) });
    const length = boxLength(box, size - at);
    if (length === undefined) return true;
    if (at + length > size) return !BOXES_THAT_MUST_FIT.includes(box.toString('latin1', 4, 8));
    at += length;
  }
  return true;
}
