import { type AdminLesson, type LessonChange, LessonKept, Outline } from '#sync/contract/authoring.ts';
import { ApiError } from '../../api/client.ts';
import { adminClient } from '../../api/query-client.ts';
import { api } from '../../api/session.ts';
import { type ApiMutation, useApiMutation } from '../../api/use-api-mutation.ts';
import { useApiQuery } from '../../api/use-api-query.ts';
import type { ToastMessage } from '../../ui/toaster.tsx';
import { adminFailures } from './messages.ts';

/** The path of a course's outline, which is also its query key. */
export const outlinePath = (courseId: number) => `/api/admin/courses/${courseId}/lessons`;

/** The prefixes of the paths that a change of an outline invalidates. */
export const OUTLINE_PATHS = ['/api/admin/courses'] as const;

/** The modules and lessons of a course as its authors see them. */
export const useOutline = (courseId: number) => useApiQuery(outlinePath(courseId), Outline);

/** Shows another outline in every view, until the next response of the server. */
export function showOutline(outline: Outline): void {
  adminClient.setQueryData([outlinePath(outline.course.id)], outline);
}

/**
 * An act that changes the outline of a course. When it is refused because of another author's change, the outline is fetched
 * again.
 */
export function useOutlineAct<Input = void, Answer = unknown>(
  courseId: number,
  act: Omit<ApiMutation<Input, Answer>, 'invalidates'>,
) {
  return useApiMutation<Input, Answer>({
    ...act,
    onError: (failure, input) => {
      act.onError?.(failure, input);
      const isStale = failure instanceof ApiError && [404, 409, 422].includes(failure.status);
      if (isStale) void adminClient.invalidateQueries({ queryKey: [outlinePath(courseId)] });
    },
    invalidates: OUTLINE_PATHS,
  });
}

/** Changes a lesson; `successToast` is shown once it is saved, `onError` is called after a refusal. */
export function useChangeLesson(
  lesson: AdminLesson,
  successToast: () => ToastMessage,
  onError?: (failure: unknown) => void,
) {
  return useOutlineAct(lesson.courseId, {
    send: (payload: LessonChange) =>
      api(`/api/admin/lessons/${lesson.id}`, { method: 'PUT', payload, answer: LessonKept }),
    successToast,
    errorToast: adminFailures.updateLesson,
    ...(onError && { onError }),
  });
}
