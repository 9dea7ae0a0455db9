import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Told } from '#sync/contract/organization.ts';
import { Refusal } from '#sync/contract/refusal.ts';
import { noteAct } from '../audit/note.ts';
import { requireEditable } from '../authoring/editable.ts';
import { type Db, run, type Source, type Steps } from '../db/client.ts';
import { type Acting, signed } from '../http/actor.ts';
import type { Person } from '../permissions.ts';
import { requireEditableLesson } from './editable-lesson.ts';
import { readWebVtt } from './webvtt.ts';

/**
 * Gives a lesson's film its captions, or takes them away with null. Refuses `lesson_not_found`, `media_not_found` without
 * a film, `captions_not_readable`, and `access_denied` for a film that somebody else's lessons show too.
 */
export async function writeCaptions(
  db: Db,
  acting: Acting,
  { lessonId, captions }: { lessonId: number; captions: string | null },
): Promise<Told> {
  const { assets, lessons } = db.tables;
  await db.transact(function* (source) {
    const { lesson, course } = yield* requireEditableLesson(source, acting.actor, { lessonId });
    if (!lesson.assetId) throw new Refusal('media_not_found');
    const text = captions === null ? null : readWebVtt(captions);
    yield* requireAllEditable(source, acting.actor, lesson.assetId);
    yield* run(
      source
        .update(assets)
        .set({ captions: text, captionsRev: sql`${assets.captionsRev} + 1` })
        .where(eq(assets.id, lesson.assetId)),
    );
    yield* run(source.update(lessons).set({ updatedAt: acting.now }).where(eq(lessons.id, lessonId)));
    const action = text === null ? 'lesson.captions_deleted' : 'lesson.captions_written';
    const act = { action, organizationId: course.organizationId, subject: String(lessonId) };
    const details = { courseId: course.id, title: lesson.title };
    yield* run(noteAct(source, { ...signed(acting), ...act, details }));
  });
  return { message: captions === null ? 'Captions deleted' : 'Captions saved' };
}

/** The clips of the sample courses are shared: what is written for one lesson is read in all of them. */
function* requireAllEditable(source: Source, actor: Person, assetId: string): Steps<void> {
  const { lessons } = source.tables;
  const shown = yield* run(
    source
      .selectDistinct({ courseId: lessons.courseId })
      .from(lessons)
      .where(and(eq(lessons.assetId, assetId), isNull(lessons.retiredAt))),
  );
  for (const { courseId } of shown) {
    try {
      yield* requireEditable(source, actor, courseId);
    } catch (error) {
      throw error instanceof Refusal ? new Refusal('access_denied', {}, SHARED) : error;
    }
  }
}

const SHARED =
  'Lessons of somebody else show this video too. Upload it for this lesson to give it captions of its own.';
