import { randomUUID } from 'node:crypto';
import { and, eq, isNull } from 'drizzle-orm';
import { Refusal } from '#sync/contract/refusal.ts';
import type { UploadDone, VideoKept } from '#sync/contract/video.ts';
import { auditLog } from '../../audit/audit-log.ts';
import { mediaAddress } from '../../catalog/lessons.ts';
import { run, type Steps, type TxContext } from '../../db/client.ts';
import type { Deps } from '../../deps.ts';
import { type AuditActor, auditColumns } from '../../http/actor.ts';
import { requireEditableLesson } from '../editable.ts';
import { deleteVideos, detachVideo, hashLater } from './detach-video.ts';

type Needs = Pick<Deps, 'db' | 'media' | 'log'>;

/** A film that lies in the storage and has been judged by its bytes. */
export interface StoredVideo {
  storageKey: string;
  fileName: string;
  contentType: string;
  sizeBytes: number;
}

export interface VideoAttachment {
  lessonId: number;
  courseId?: number;
  film: StoredVideo;
  /** What the author's browser found out about it. */
  found: Pick<UploadDone, 'durationSeconds' | 'isPlayable'>;
  /** The upload that ends hereby. */
  uploadId?: string;
}

export const VIDEO_UPLOADED = 'Video uploaded';

/** Makes a film the lesson's own; the one it had goes when no lesson uses it. Refuses `lesson_not_found`. */
export async function attachVideo(needs: Needs, acting: AuditActor, giving: VideoAttachment): Promise<VideoKept> {
  const { db } = needs;
  const { lessonId, film, found } = giving;
  const { released, ...kept } = await db.transact(function* (source) {
    const { lesson, course } = yield* requireEditableLesson(source, acting.actor, giving);
    if (giving.uploadId) yield* endUpload(source, giving.uploadId, acting.now);
    const released = yield* detachVideo(source, lessonId);
    const seconds = found.durationSeconds;
    const row = { ...film, etag: randomUUID(), durationSeconds: seconds ?? null, isPlayable: found.isPlayable ?? null };
    const [asset] = yield* run(
      source
        .insert(db.tables.assets)
        .values({ ...row, createdBy: acting.actor.id, createdAt: acting.now })
        .returning({ id: db.tables.assets.id }),
    );
    if (!asset) throw new Refusal('internal');
    const duration = seconds ? Math.ceil(seconds) : lesson.durationSeconds;
    const { lessons } = db.tables;
    const change = { assetId: asset.id, durationSeconds: duration };
    yield* run(source.update(lessons).set(change).where(eq(lessons.id, lessonId)));
    const details = { courseId: course.id, title: lesson.title, file: film.fileName, bytes: film.sizeBytes };
    const act = { action: 'lesson.video_uploaded', organizationId: course.organizationId, subject: String(lessonId) };
    yield* run(auditLog(source, { ...auditColumns(acting), ...act, details }));
    return { assetId: asset.id, duration, released };
  });
  hashLater(needs, kept.assetId, film.storageKey);
  await deleteVideos(needs, [released]);
  const { assetId, duration } = kept;
  return { message: VIDEO_UPLOADED, lessonId, videoUrl: mediaAddress(assetId), videoBytes: film.sizeBytes, duration };
}

/** Of two that end the same upload one comes too late, and gives nothing. */
function* endUpload({ queries, tables: { videoUploads } }: TxContext, id: string, now: Date): Steps<void> {
  const isOpen = and(eq(videoUploads.id, id), isNull(videoUploads.completedAt));
  const [ended] = yield* run(
    queries.update(videoUploads).set({ completedAt: now }).where(isOpen).returning({ id: videoUploads.id }),
  );
  if (!ended) throw new Refusal('upload_already_used');
}
