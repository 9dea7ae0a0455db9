import { randomUUID } from 'node:crypto';
import { Refusal } from '#sync/contract/refusal.ts';
import { isVideoFile, type UploadTarget, type UploadWanted, VIDEO_LIMIT_BYTES } from '#sync/contract/video.ts';
import type { Deps } from '../deps.ts';
import type { Acting } from '../http/actor.ts';
import { requireEditableLesson } from './editable-lesson.ts';
import { filmExtension, promisedType } from './film-kind.ts';

/** How long an upload may be begun; one that has begun may take as long as it needs. */
export const UPLOAD_LIFE_MS = 2 * 3_600_000;

/**
 * Step one of three: a signed address for one file of one lesson. Refuses `lesson_not_found`, `file_type_refused`,
 * `file_too_large` and what the storage refuses.
 */
export async function startUpload(
  { db, media }: Pick<Deps, 'db' | 'media'>,
  acting: Acting,
  wanted: UploadWanted,
): Promise<UploadTarget> {
  const { lessonId, courseId, filename, size } = wanted;
  const claimed = { name: filename, type: wanted.contentType ?? '' };
  await db.transact(function* (source) {
    yield* requireEditableLesson(source, acting.actor, { lessonId, courseId });
  });
  if (!isVideoFile(claimed)) throw new Refusal('file_type_refused', { field: 'filename' });
  if (size !== undefined && size > VIDEO_LIMIT_BYTES) throw new Refusal('file_too_large', { field: 'size' });
  const id = randomUUID();
  const extension = filmExtension(claimed);
  const storageKey = filmKey(lessonId, id, extension);
  const fileName = shownName(filename) || `video.${extension}`;
  const wantedUntil = new Date(acting.now.getTime() + UPLOAD_LIFE_MS);
  const target = await media.storage.createUploadTarget({
    uploadId: id,
    key: storageKey,
    expiresAt: wantedUntil,
    size,
  });
  const { expiresAt } = target;
  const contentType = promisedType(extension);
  const row = { id, lessonId, storageKey, fileName, contentType, createdBy: acting.actor.id, createdAt: acting.now };
  await db.insert(db.tables.videoUploads).values({ ...row, expiresAt });
  const { uploadUrl, token } = target;
  return { uploadUrl, token, filePath: storageKey, fileName, lessonId, expiresAt: expiresAt.toISOString() };
}

/** Where a lesson's film lies: nothing of it comes from the client. */
export function filmKey(lessonId: number, id: string, extension: string): string {
  return `films/${lessonId}/${id}.${extension}`;
}

/** A file's name for people to read: its last part, without what a path or a terminal would make something of. */
export function shownName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? '';
  return last
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .trim()
    .slice(0, 200)
    .toWellFormed();
}
