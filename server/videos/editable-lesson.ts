import { and, eq, isNull } from 'drizzle-orm';
import { Refusal } from '#sync/contract/refusal.ts';
import { type CourseRecord, requireEditable } from '../authoring/editable.ts';
import { run, type Source, type Steps } from '../db/client.ts';
import type { Tables } from '../db/schema.ts';
import type { Person } from '../permissions.ts';

export type LessonRecord = Tables['lessons']['$inferSelect'];

/**
 * A lesson whose film this person may change, with its course. `courseId` is what the caller believes its course to be;
 * undefined when they did not say. Everything else is `lesson_not_found` (decision 13).
 */
export function* requireEditableLesson(
  source: Source,
  actor: Person,
  { lessonId, courseId }: { lessonId: number; courseId?: number | undefined },
): Steps<{ lesson: LessonRecord; course: CourseRecord }> {
  const { lessons } = source.tables;
  const [lesson] = yield* run(
    source
      .select()
      .from(lessons)
      .where(and(eq(lessons.id, lessonId), isNull(lessons.retiredAt))),
  );
  if (!lesson || (courseId !== undefined && lesson.courseId !== courseId)) throw missing();
  try {
    return { lesson, course: yield* requireEditable(source, actor, lesson.courseId) };
  } catch (error) {
    throw error instanceof Refusal ? missing() : error;
  }
}

function missing(): Refusal {
  return new Refusal('lesson_not_found', { field: 'lessonId' });
}
