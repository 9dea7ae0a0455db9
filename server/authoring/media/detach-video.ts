import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Told } from '#sync/contract/organization.ts';
import { Refusal } from '#sync/contract/refusal.ts';
import { auditLog } from '../../audit/audit-log.ts';
import { run, type Steps, type TxContext } from '../../db/client.ts';
import type { Deps } from '../../deps.ts';
import { type AuditActor, auditColumns } from '../../http/actor.ts';
import { describe } from '../../http/refusals.ts';
import { requireEditableLesson } from '../editable.ts';

/**
 * Takes the film off a lesson, as a step of the unit of work that deletes or changes it. Answers the id of the asset that
 * was let go, for `deleteVideos` after the commit; null when the lesson had none.
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
 * Removes those of these assets that no lesson, course or text uses any more, with their files. A file that cannot be
 * removed now is logged, and goes with the daily tidying.
 */
export async function deleteVideos(
  { db, media, log }: Pick<Deps, 'db' | 'media' | 'log'>,
  ids: readonly (string | null)[],
): Promise<void> {
  const asked = ids.filter((id) => id !== null);
  if (asked.length === 0) return;
  const { assets } = db.tables;
  const unused = await db
    .select({ id: assets.id, storageKey: assets.storageKey })
    .from(assets)
    .where(and(inArray(assets.id, asked), isUnused(db)));
  for (const { id, storageKey } of unused) {
    try {
      // The file first: a row without a file is found again tomorrow, a file without a row never.
      await media.storage.remove(storageKey);
      await db.delete(assets).where(eq(assets.id, id));
    } catch (error) {
      log.warn('a film could not be removed', { assetId: id, ...(error instanceof Error && describe(error)) });
    }
  }
}

/** True for an asset that nothing shows. Once that is so it stays so: no call gives an old asset to a lesson. */
export function isUnused({ tables: { assets, lessons, courses } }: TxContext) {
  const named = sql`'%/media/' || ${assets.id} || '%'`;
  return and(
    isNull(assets.courseId),
    sql`not exists (select 1 from ${lessons} where ${lessons.assetId} = ${assets.id} and ${lessons.retiredAt} is null)`,
    sql`not exists (select 1 from ${courses} where ${courses.thumbnail} like ${named} or ${courses.instructorAvatar} like ${named})`,
    sql`not exists (select 1 from ${lessons} where ${lessons.body} like ${named} and ${lessons.retiredAt} is null)`,
  );
}

/** Works out an asset's SHA-256 after the answer, one file at a time. What fails is tried again by the daily tidying. */
export function hashLater(
  { db, media, log }: Pick<Deps, 'db' | 'media' | 'log'>,
  id: string,
  storageKey: string,
): void {
  media.hashing = media.hashing
    .then(async () => {
      const sha256 = await media.storage.sha256(storageKey);
      if (sha256 !== null) await db.update(db.tables.assets).set({ sha256 }).where(eq(db.tables.assets.id, id));
    })
    .catch((error: Error) => log.debug('a film was not hashed', { assetId: id, ...describe(error) }));
}

/** Takes a lesson's film away; its length stays as the author's word. Refuses `lesson_not_found` and `media_not_found`. */
export async function removeVideo(
  needs: Pick<Deps, 'db' | 'media' | 'log'>,
  acting: AuditActor,
  asked: { lessonId: number; courseId: number | undefined },
): Promise<Told> {
  const { db } = needs;
  const released = await db.transact(function* (source) {
    const { lesson, course } = yield* requireEditableLesson(source, acting.actor, asked);
    const assetId = yield* detachVideo(source, lesson.id);
    if (!assetId) throw new Refusal('media_not_found');
    const act = { action: 'lesson.video_deleted', organizationId: course.organizationId, subject: String(lesson.id) };
    const details = { courseId: course.id, title: lesson.title };
    yield* run(auditLog(source, { ...auditColumns(acting), ...act, details }));
    return assetId;
  });
  await deleteVideos(needs, [released]);
  return { message: 'Video deleted' };
}
