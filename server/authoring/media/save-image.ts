import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { Refusal } from '#sync/contract/refusal.ts';
import { PICTURE_LIMIT_BYTES } from '#sync/contract/video.ts';
import { type AuditActor, audit } from '../../audit/audit-log.ts';
import { mediaAddress } from '../../catalog/lessons.ts';
import { run } from '../../db/client.ts';
import type { Tables } from '../../db/schema.ts';
import type { Deps, MediaDeps } from '../../deps.ts';
import { findPerson } from '../../identity/profiles.ts';
import { type FileBody, type ReceivedFile, receiveFile } from '../../media/receive-file.ts';
import { pictureType } from '../../media/video-format.ts';
import { requireEditable } from '../editable.ts';
import { hashLater } from './detach-video.ts';
import { requireRoom } from './quota.ts';

type ImageRow = Tables['assets']['$inferInsert'] & { courseId: number };

/**
 * Saves an image for a course: its thumbnail, or one in a lesson's text. Whoever may see the course may see it. Refuses
 * `course_not_found`, `file_too_large`, `media_quota_exceeded` and `file_type_refused`.
 */
export async function saveImage(
  deps: MediaDeps & Pick<Deps, 'identity' | 'now'>,
  sender: AuditActor,
  { courseId, body }: { courseId: number; body: FileBody },
) {
  const { db, media } = deps;
  await db.transact(function* (tx) {
    const { organizationId } = yield* requireEditable(tx, sender.actor, courseId);
    yield* requireRoom(tx, media, { organizationId, bytes: body.contentLength ?? 1 });
  });
  const file = await receiveImage(deps, body);
  try {
    // The image may have been on its way for long.
    const actor = await findPerson(deps, sender.actor.id);
    if (!actor) throw new Refusal('access_denied');
    const caller = { ...sender, actor };
    const kind = pictureType(file.head);
    if (!kind) throw new Refusal('file_type_refused', {}, 'Please select a PNG, JPEG, WebP, GIF, or AVIF picture');
    const id = randomUUID();
    const storageKey = `pictures/${courseId}/${id}.${kind.extension}`;
    const stored = { storageKey, fileName: `picture.${kind.extension}`, contentType: kind.type, sizeBytes: file.size };
    await media.storage.put(storageKey, { path: file.path, contentType: kind.type });
    const row = { ...stored, id, etag: id, courseId, createdBy: caller.actor.id, createdAt: caller.now };
    try {
      await saveRow(deps, caller, row);
    } catch (error) {
      // The course may have been deleted, or the sender removed, while its image came in.
      await media.storage.remove(storageKey);
      throw error;
    }
    hashLater(deps, id, storageKey);
    return { url: mediaAddress(id), assetId: id, bytes: file.size };
  } finally {
    await rm(file.path, { force: true });
  }
}

function saveRow({ db, media }: MediaDeps, caller: AuditActor, row: ImageRow): Promise<void> {
  const { courseId, sizeBytes: bytes } = row;
  return db.transact(function* (tx) {
    const { organizationId } = yield* requireEditable(tx, caller.actor, courseId);
    yield* requireRoom(tx, media, { organizationId, bytes });
    yield* run(tx.insert(db.tables.assets).values(row));
    const act = { action: 'course.picture_added', organizationId, subject: String(courseId), details: { bytes } };
    yield* audit(tx, caller, act);
  });
}

function receiveImage({ media }: Pick<Deps, 'media'>, { contentLength, open }: FileBody): Promise<ReceivedFile> {
  const tooLarge = () => new Refusal('file_too_large', {}, 'Pictures must be smaller than 10MB');
  if (contentLength !== undefined && contentLength > PICTURE_LIMIT_BYTES) throw tooLarge();
  const options = { folder: media.incoming, maxBytes: PICTURE_LIMIT_BYTES, tooLarge, contentLength };
  return receiveFile({ source: open(), ...options });
}
