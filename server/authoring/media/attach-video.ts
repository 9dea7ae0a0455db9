import { randomUUID } from 'node:crypto';
import { and, eq, isNull } from 'drizzle-orm';
import { Refusal } from '#sync/contract/refusal.ts';
import type { UploadCompletion } from '#sync/contract/video.ts';
import { auditLesson, requireEditableLesson } from '../../catalog/editable.ts';
import { mediaAddress } from '../../catalog/lessons.ts';
import { run, type Steps, type TxContext } from '../../db/client.ts';
import type { MediaDeps } from '../../deps.ts';
import type { AuditActor } from '../../http/audit-log.ts';
import { deleteVideos, detachVideo } from './detach-video.ts';
import { requireRoom } from './quota.ts';

interface VideoAttachment {
  lessonId: number;
  courseId?: number;
  /** In the storage; its type was checked by its bytes. */
  video: { storageKey: string; fileName: string; contentType: string; sizeBytes: number };
  /** What the author's browser learned about it. */
  found: Pick<UploadCompletion, 'durationSeconds' | 'isPlayable'>;
  /** The upload that this ends. */
  uploadId?: string;
}

export const VIDEO_UPLOADED = 'Video uploaded';

/**
 * Makes a video the lesson's own; its previous one is deleted when no lesson uses it. Refuses `lesson_not_found` and
 * `media_quota_exceeded`.
 */
export async function attachVideo(deps: MediaDeps, caller: AuditActor, attachment: VideoAttachment) {
  const { db } = deps;
  const { lessonId, video, found } = attachment;
  const assetId = randomUUID();
  const { released, duration } = await db.transact(function* (tx) {
    const { lesson, course } = yield* requireEditableLesson(tx, caller.actor, attachment);
    if (attachment.uploadId) yield* closeUpload(tx, attachment.uploadId, caller.now);
    const released = yield* detachVideo(tx, lessonId);
    // Several uploads may have begun when there was room for one.
    yield* requireRoom(tx, deps.media, { organizationId: course.organizationId, bytes: video.sizeBytes });
    const { assets, lessons } = tx.tables;
    const row = {
      ...video,
      id: assetId,
      etag: assetId,
      durationSeconds: found.durationSeconds ?? null,
      isPlayable: found.isPlayable ?? null,
      // Installed later, ffmpeg does not take away what tablets keep.
      rendition: deps.media.converter ? ('waiting' as const) : null,
      createdBy: caller.actor.id,
      createdAt: caller.now,
    };
    yield* run(tx.insert(assets).values(row));
    const duration = row.durationSeconds ? Math.ceil(row.durationSeconds) : lesson.durationSeconds;
    yield* run(tx.update(lessons).set({ assetId, durationSeconds: duration }).where(eq(lessons.id, lessonId)));
    const told = { action: 'lesson.video_uploaded', file: video.fileName, bytes: video.sizeBytes };
    yield* auditLesson(tx, caller, { lesson, course, ...told });
    return { duration, released };
  });
  await deleteVideos(deps, [released]);
  return { message: VIDEO_UPLOADED, lessonId, videoUrl: mediaAddress(assetId), videoBytes: video.sizeBytes, duration };
}

/** Of two calls that end the same upload the later one is refused. */
export function* closeUpload({ queries, tables: { videoUploads } }: TxContext, id: string, now: Date): Steps<void> {
  const isOpen = and(eq(videoUploads.id, id), isNull(videoUploads.completedAt));
  const [ended] = yield* run(
    queries.update(videoUploads).set({ completedAt: now }).where(isOpen).returning({ id: videoUploads.id }),
  );
  if (!ended) throw new Refusal('upload_already_used');
}
