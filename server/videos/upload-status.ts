import { and, asc, between, eq, isNull } from 'drizzle-orm';
import { kindByTitle } from '#sync/contract/lesson.ts';
import { Refusal } from '#sync/contract/refusal.ts';
import type { LessonUploadStatus } from '#sync/contract/video.ts';
import { requireEditable } from '../authoring/editable-course.ts';
import { mediaAddress } from '../catalog/lessons.ts';
import { type Db, run } from '../db/client.ts';
import type { Person } from '../permissions.ts';

/** The Video Upload Manager is about these lessons of this course alone. */
const MANAGED = { courseId: 4, first: 14, last: 17 };

/** Which lessons of the Video Upload Manager have their film; none for whom may not edit their course, or without it. */
export function listUploadStatus(db: Db, actor: Person): Promise<LessonUploadStatus[]> {
  const { lessons } = db.tables;
  return db.transact(function* (source) {
    try {
      yield* requireEditable(source, actor, MANAGED.courseId);
    } catch (error) {
      if (error instanceof Refusal) return [];
      throw error;
    }
    const isManaged = and(
      eq(lessons.courseId, MANAGED.courseId),
      between(lessons.orderIndex, MANAGED.first, MANAGED.last),
      isNull(lessons.retiredAt),
    );
    const rows = yield* run(
      source.select().from(lessons).where(isManaged).orderBy(asc(lessons.orderIndex), asc(lessons.id)),
    );
    return rows.map(({ id, title, orderIndex, assetId }) => ({
      id,
      title,
      orderIndex,
      isVideoLesson: assetId !== null || kindByTitle(title) === 'text',
      hasVideo: assetId !== null,
      videoUrl: assetId === null ? null : mediaAddress(assetId),
    }));
  });
}
