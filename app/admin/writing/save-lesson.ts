import { type AdminLesson, type LessonChange, LessonKept, Outline } from '#sync/contract/authoring.ts';
import { ApiError } from '../../api.ts';
import { api } from '../../session.ts';
import { adminClient } from '../admin-client.ts';
import { ask } from '../ask.ts';

export type Saved =
  | { kind: 'saved'; lesson: AdminLesson }
  /** Somebody else was faster: their state of it. */
  | { kind: 'changed'; theirs: AdminLesson }
  | { kind: 'failed'; failure: unknown };

type Saving = { courseId: number; lessonId: number; change: LessonChange };

/** Saves a lesson, and lets every list that shows it be asked for again. */
export async function saveLesson({ courseId, lessonId, change }: Saving): Promise<Saved> {
  try {
    const kept = await api(`/api/admin/lessons/${lessonId}`, {
      method: 'PUT',
      payload: change,
      answer: LessonKept,
    });
    if (!kept) throw new Error('The call was answered with nothing.');
    const isOfCourse = ({ queryKey }: { queryKey: readonly unknown[] }) =>
      String(queryKey[0]).startsWith('/api/admin/courses');
    void adminClient.invalidateQueries({ predicate: isOfCourse });
    return { kind: 'saved', lesson: kept.lesson };
  } catch (failure) {
    if (!(failure instanceof ApiError) || failure.code !== 'lesson_changed') return { kind: 'failed', failure };
    return readTheirs(courseId, lessonId);
  }
}

async function readTheirs(courseId: number, lessonId: number): Promise<Saved> {
  try {
    const { lessons } = await ask(outlinePath(courseId), Outline);
    const theirs = lessons.find(({ id }) => id === lessonId);
    return theirs ? { kind: 'changed', theirs } : { kind: 'failed', failure: undefined };
  } catch (failure) {
    return { kind: 'failed', failure };
  }
}

export const outlinePath = (courseId: number) => `/api/admin/courses/${courseId}/lessons`;
