import { and, eq, isNull, sql } from 'drizzle-orm';
import { Refusal } from '#sync/contract/refusal.ts';
import { type AuditActor, audit } from '../../audit/audit-log.ts';
import { type Db, run, type Steps, type TxContext } from '../../db/client.ts';
import type { Person } from '../../permissions.ts';
import { requireEditable, requireEditableLesson } from '../editable.ts';
import { readWebVtt } from './read-web-vtt.ts';

/**
 * Writes the captions of a lesson's video, or removes them with null. Refuses `lesson_not_found`, `media_not_found` without
 * a video, `captions_not_readable`, and `access_denied` for a video that lessons of other authors show too.
 */
export async function writeCaptions(
  db: Db,
  caller: AuditActor,
  { lessonId, captions }: { lessonId: number; captions: string | null },
) {
  const { assets, lessons } = db.tables;
  await db.transact(function* (tx) {
    const { lesson, course } = yield* requireEditableLesson(tx, caller.actor, { lessonId });
    if (!lesson.assetId) throw new Refusal('media_not_found');
    const text = captions === null ? null : readWebVtt(captions);
    yield* requireAllEditable(tx, caller.actor, lesson.assetId);
    yield* run(
      tx
        .update(assets)
        .set({ captions: text, captionsRev: sql`${assets.captionsRev} + 1` })
        .where(eq(assets.id, lesson.assetId)),
    );
    yield* run(tx.update(lessons).set({ updatedAt: caller.now }).where(eq(lessons.id, lessonId)));
    const action = text === null ? 'lesson.captions_deleted' : 'lesson.captions_written';
    const act = { action, organizationId: course.organizationId, subject: String(lessonId) };
    const details = { courseId: course.id, title: lesson.title };
    yield* audit(tx, caller, { ...act, details });
  });
  return { message: captions === null ? 'Captions deleted' : 'Captions saved' };
}

/** The sample courses share videos: captions written for one lesson appear in all of them. */
function* requireAllEditable(tx: TxContext, actor: Person, assetId: string): Steps<void> {
  const { lessons } = tx.tables;
  const shown = yield* run(
    tx
      .selectDistinct({ courseId: lessons.courseId })
      .from(lessons)
      .where(and(eq(lessons.assetId, assetId), isNull(lessons.retiredAt))),
  );
  const denied = new Refusal('access_denied', {}, SHARED);
  for (const { courseId } of shown) yield* requireEditable(tx, actor, courseId, denied);
}

const SHARED =
  'Lessons of another author show this video too. Upload it for this lesson to give it captions of its own.';
