import type { Told } from '#sync/contract/organization.ts';
import { Refusal } from '#sync/contract/refusal.ts';
import { noteAct } from '../audit/note.ts';
import { run } from '../db/client.ts';
import type { Deps } from '../deps.ts';
import { type Acting, signed } from '../http/admin.ts';
import { requireEditableLesson } from './editable-lesson.ts';
import { forgetFilms, releaseFilm } from './release-film.ts';

/** Takes a lesson's film away; its length stays as the author's word. Refuses `lesson_not_found` and `media_not_found`. */
export async function removeFilm(
  needs: Pick<Deps, 'db' | 'media' | 'log'>,
  acting: Acting,
  asked: { lessonId: number; courseId: number | undefined },
): Promise<Told> {
  const { db } = needs;
  const released = await db.transact(function* (source) {
    const { lesson, course } = yield* requireEditableLesson(source, acting.actor, asked);
    const assetId = yield* releaseFilm(source, lesson.id);
    if (!assetId) throw new Refusal('media_not_found');
    const act = { action: 'lesson.video_deleted', organizationId: course.organizationId, subject: String(lesson.id) };
    const details = { courseId: course.id, title: lesson.title };
    yield* run(noteAct(source, { ...signed(acting), ...act, details }));
    return assetId;
  });
  await forgetFilms(needs, [released]);
  return { message: 'Video deleted' };
}
