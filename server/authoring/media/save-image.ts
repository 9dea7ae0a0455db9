import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { Refusal } from '#sync/contract/refusal.ts';
import { PICTURE_LIMIT_BYTES, type PictureKept } from '#sync/contract/video.ts';
import { auditLog } from '../../audit/audit-log.ts';
import { mediaAddress } from '../../catalog/lessons.ts';
import { type Db, run } from '../../db/client.ts';
import type { Tables } from '../../db/schema.ts';
import type { Deps } from '../../deps.ts';
import { type AuditActor, auditColumns } from '../../http/actor.ts';
import type { SentBody } from '../../media/receive-file.ts';
import { type Arrived, receiveFile } from '../../media/receive-file.ts';
import { pictureType } from '../../media/video-format.ts';
import { requireEditable } from '../editable.ts';
import { hashLater } from './detach-video.ts';

type Picture = Tables['assets']['$inferInsert'] & { courseId: number };

/**
 * Keeps a picture for a course: its thumbnail, or one in a lesson's text. Whoever may see the course may see it. Refuses
 * `course_not_found`, `file_too_large` and `file_type_refused`.
 */
export async function saveImage(
  needs: Pick<Deps, 'db' | 'media' | 'log'>,
  acting: AuditActor,
  { courseId, body }: { courseId: number; body: SentBody },
): Promise<PictureKept> {
  const { db, media } = needs;
  await db.transact((source) => requireEditable(source, acting.actor, courseId));
  const arrived = await receivePicture(needs, body);
  try {
    const kind = pictureType(arrived.head);
    if (!kind) throw new Refusal('file_type_refused', {}, 'Please select a PNG, JPEG, WebP, GIF, or AVIF picture');
    const id = randomUUID();
    const storageKey = `pictures/${courseId}/${id}.${kind.extension}`;
    const file = { storageKey, fileName: `picture.${kind.extension}`, contentType: kind.type, sizeBytes: arrived.size };
    await media.storage.keep(storageKey, { path: arrived.path, contentType: kind.type });
    const row = { ...file, id, etag: id, courseId, createdBy: acting.actor.id, createdAt: acting.now };
    try {
      await keepRow(db, acting, row);
    } catch (error) {
      // A course may be cleaned away while its picture comes in.
      await media.storage.remove(storageKey);
      throw error;
    }
    hashLater(needs, id, storageKey);
    return { url: mediaAddress(id), assetId: id, bytes: arrived.size };
  } finally {
    await rm(arrived.path, { force: true });
  }
}

function keepRow(db: Db, acting: AuditActor, row: Picture): Promise<void> {
  const { courseId, sizeBytes: bytes } = row;
  return db.transact(function* (source) {
    const { organizationId } = yield* requireEditable(source, acting.actor, courseId);
    yield* run(source.insert(db.tables.assets).values(row));
    const act = { action: 'course.picture_added', organizationId, subject: String(courseId), details: { bytes } };
    yield* run(auditLog(source, { ...auditColumns(acting), ...act }));
  });
}

function receivePicture({ media }: Pick<Deps, 'media'>, { announced, open }: SentBody): Promise<Arrived> {
  const tooLarge = () => new Refusal('file_too_large', {}, 'Pictures must be smaller than 10MB');
  if (announced !== undefined && announced > PICTURE_LIMIT_BYTES) throw tooLarge();
  return receiveFile({ source: open(), folder: media.arriving, maxBytes: PICTURE_LIMIT_BYTES, tooLarge, announced });
}
