import { and, eq, inArray, isNull, like, or, sql } from 'drizzle-orm';
import { Refusal } from '#sync/contract/refusal.ts';
import { auditLesson, requireEditableLesson } from '../../catalog/editable.ts';
import { pick, run, type Steps, type TxContext } from '../../db/client.ts';
import type { MediaDeps } from '../../deps.ts';
import type { AuditActor } from '../../http/audit-log.ts';
import { errorFields } from '../../http/responses.ts';
import { POSTER_NAME } from '../../media/find-asset.ts';

/**
 * Detaches a lesson's video, as a step of the unit of work that deletes or changes the lesson. Returns the asset's id, for
 * `deleteVideos` after the commit; null when the lesson had no video.
 */
export function* detachVideo({ queries, tables }: TxContext, lessonId: number): Steps<string | null> {
  const { lessons } = tables;
  const [lesson] = yield* run(
    queries.select({ assetId: lessons.assetId }).from(lessons).where(eq(lessons.id, lessonId)),
  );
  if (!lesson?.assetId) return null;
  yield* run(queries.update(lessons).set({ assetId: null }).where(eq(lessons.id, lessonId)));
  return lesson.assetId;
}

/**
 * Deletes those of these assets that no lesson, course or text uses any more, with their files, their stills and the originals that
 * they were made of. A failure is logged, and the daily cleaning tries again.
 */
export async function deleteVideos(deps: MediaDeps, ids: readonly (string | null)[]): Promise<void> {
  const { db, media, log } = deps;
  const candidates = ids.filter((id) => id !== null);
  if (candidates.length === 0) return;
  const { assets } = db.tables;
  const unused = await db
    .select({ id: assets.id, storageKey: assets.storageKey, ...pick(assets, 'originalId', 'posterId') })
    .from(assets)
    .where(and(inArray(assets.id, candidates), isUnused(db)));
  for (const { id, storageKey } of unused) {
    try {
      // The file first: a row without a file is found again tomorrow, a file without a row never.
      await media.storage.remove(storageKey);
      await db.delete(assets).where(eq(assets.id, id));
    } catch (error) {
      log.warn('video not deleted', { assetId: id, ...(error instanceof Error && errorFields(error)) });
    }
  }
  await deleteVideos(
    deps,
    unused.flatMap(({ originalId, posterId }) => [originalId, posterId]),
  );
}

/** True for an asset that nothing uses. It stays unused: no call attaches an old asset to a lesson. */
export function isUnused({ tables: { assets, lessons, lessonDocuments, courses } }: TxContext) {
  const isStill = and(eq(assets.fileName, POSTER_NAME), like(assets.storageKey, 'pictures/%'));
  const address = sql`'%/media/' || ${assets.id} || '%'`;
  return and(
    or(isNull(assets.courseId), isStill),
    // A list, not a look for each one: it is read once, and what is in it needs none of the reads below.
    sql`${assets.id} not in (select video.poster_id from ${assets} video where video.poster_id is not null)`,
    sql`not exists (select 1 from ${assets} made where made.original_id = ${assets.id})`,
    sql`not exists (select 1 from ${lessons} where ${lessons.assetId} = ${assets.id} and ${lessons.retiredAt} is null)`,
    sql`not exists (select 1 from ${lessonDocuments} inner join ${lessons} on ${lessons.id} = ${lessonDocuments.lessonId}
      where ${lessonDocuments.assetId} = ${assets.id} and ${lessons.retiredAt} is null)`,
    sql`not exists (select 1 from ${courses} where ${courses.thumbnail} like ${address} or ${courses.instructorAvatar} like ${address})`,
    sql`not exists (select 1 from ${lessons} where ${lessons.body} like ${address} and ${lessons.retiredAt} is null)`,
  );
}

/** Removes a lesson's video; the lesson keeps its duration. Refuses `lesson_not_found` and `media_not_found`. */
export async function removeVideo(
  deps: MediaDeps,
  caller: AuditActor,
  request: { lessonId: number; courseId: number | undefined },
) {
  const { db } = deps;
  const released = await db.transact(function* (tx) {
    const { lesson, course } = yield* requireEditableLesson(tx, caller.actor, request);
    const assetId = yield* detachVideo(tx, lesson.id);
    if (!assetId) throw new Refusal('media_not_found');
    yield* auditLesson(tx, caller, { lesson, course, action: 'lesson.video_deleted' });
    return assetId;
  });
  await deleteVideos(deps, [released]);
  return { message: 'Video deleted' };
}
