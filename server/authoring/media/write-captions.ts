import { and, eq, isNull, sql } from 'drizzle-orm';
import { Refusal } from '#sync/contract/refusal.ts';
import { auditLesson, requireEditable, requireEditableLesson } from '../../catalog/editable.ts';
import { type Db, run, type Steps, type TxContext } from '../../db/client.ts';
import type { AuditActor } from '../../http/audit-log.ts';
import type { Person } from '../../permissions.ts';
import { requireCaptions } from './read-captions.ts';

/** So many faults are told. */
const MOST_LEFT_OUT = 100;

/**
 * Writes the captions of a lesson's video, or removes them with null. A caption that no player shows is left out, and the answer
 * says which. Refuses `lesson_not_found`, `media_not_found` without
 * a video, `captions_not_readable`, and `access_denied` for a video that lessons of other authors show too.
 */
export async function writeCaptions(
  db: Db,
  caller: AuditActor,
  { lessonId, captions }: { lessonId: number; captions: string | null },
) {
  const { assets, lessons } = db.tables;
  const leftOut = await db.transact(function* (tx) {
    const { lesson, course } = yield* requireEditableLesson(tx, caller.actor, { lessonId });
    if (!lesson.assetId) throw new Refusal('media_not_found');
    const read = captions === null ? undefined : requireCaptions(captions);
    const text = read?.webVtt ?? null;
    yield* requireAllEditable(tx, caller.actor, lesson.assetId);
    yield* run(
      tx
        .update(assets)
        .set({ captions: text, captionsRev: sql`${assets.captionsRev} + 1` })
        .where(eq(assets.id, lesson.assetId)),
    );
    yield* run(tx.update(lessons).set({ updatedAt: caller.now }).where(eq(lessons.id, lessonId)));
    const action = text === null ? 'lesson.captions_deleted' : 'lesson.captions_written';
    yield* auditLesson(tx, caller, { lesson, course, action });
    return read?.leftOut.slice(0, MOST_LEFT_OUT) ?? [];
  });
  const message = captions === null ? 'Captions deleted' : 'Captions saved';
  return { message, ...(leftOut.length > 0 && { leftOut }) };
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
