import { type AdminLesson, type LessonChange, LessonKept, Outline } from '#sync/contract/authoring.ts';
import { ApiError } from '../../api/client.ts';
import { refresh } from '../../api/query-client.ts';
import { api } from '../../api/session.ts';
import { OUTLINE_REFRESHES, outlinePath } from '../frame/use-outline.ts';

export type Saved =
  | { kind: 'saved'; lesson: AdminLesson }
  /** Somebody else was faster: their state of it. */
  | { kind: 'changed'; theirs: AdminLesson }
  | { kind: 'failed'; failure: unknown };

type Saving = { courseId: number; lessonId: number; change: LessonChange };

/** Saves a lesson, and lets every list that shows it be asked for again. */
export async function saveLesson({ courseId, lessonId, change }: Saving): Promise<Saved> {
  try {
    const path = `/api/admin/lessons/${lessonId}`;
    const { lesson } = await api(path, { method: 'PUT', payload: change, answer: LessonKept });
    void refresh(OUTLINE_REFRESHES);
    return { kind: 'saved', lesson };
  } catch (failure) {
    if (!(failure instanceof ApiError) || failure.code !== 'lesson_changed') return { kind: 'failed', failure };
    return readTheirs(courseId, lessonId);
  }
}

async function readTheirs(courseId: number, lessonId: number): Promise<Saved> {
  try {
    const { lessons } = await api(outlinePath(courseId), { answer: Outline });
    const theirs = lessons.find(({ id }) => id === lessonId);
    return theirs ? { kind: 'changed', theirs } : { kind: 'failed', failure: undefined };
  } catch (failure) {
    return { kind: 'failed', failure };
  }
}
