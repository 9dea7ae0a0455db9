import { useEffect } from 'react';
import type { AdminLesson, LessonChange, Outline } from '#sync/contract/authoring.ts';
import { ApiError, byId, call, pathOf } from '../../api/client.ts';
import { poll } from '../../api/poll.ts';
import { adminClient } from '../../api/query-client.ts';
import { server } from '../../api/session.ts';
import { type ApiMutation, useApiMutation } from '../../api/use-api-mutation.ts';
import { useApiQuery } from '../../api/use-api-query.ts';
import { adminFailures } from '../forms/messages.ts';
import { useConverts } from './use-converts.ts';

const outlineKey = (courseId: number) => [pathOf(server.admin.courses[':id'].lessons, byId(courseId))];

/** The modules and lessons of a course as its authors see them. */
export const useOutline = (courseId: number) => useApiQuery(server.admin.courses[':id'].lessons, byId(courseId));

/** Shows another outline in every view, until the next response of the server. */
export function showOutline(outline: Outline): void {
  const queryKey = outlineKey(outline.course.id);
  // What was asked before would take its place.
  void adminClient.cancelQueries({ queryKey });
  adminClient.setQueryData(queryKey, outline);
}

const CONVERSION_POLL_MS = 10_000;

/**
 * While a video of the course is being converted, and the page is looked at, its outline is fetched now and then. A fetch that fails
 * is told nowhere: nobody asked for it.
 */
export function useConversionEnds(courseId: number, lessons: readonly AdminLesson[] = []): void {
  const isConverting = lessons.some(({ rendition }) => rendition === 'waiting');
  const isFollowed = useConverts() && isConverting;
  useEffect(() => {
    if (!isFollowed) return;
    const isFree = () => document.visibilityState === 'visible' && adminClient.isMutating() === 0;
    const look = async () => {
      if (!isFree()) return;
      const outline = await call(server.admin.courses[':id'].lessons.$get(byId(courseId)));
      // An act that began meanwhile fetches it at its end.
      if (isFree()) showOutline(outline);
    };
    return poll(look, CONVERSION_POLL_MS);
  }, [isFollowed, courseId]);
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
      if (isStale) void adminClient.invalidateQueries({ queryKey: outlineKey(courseId) });
    },
    invalidates: [pathOf(server.admin.courses)],
  });
}

type LessonAct = Pick<ApiMutation<LessonChange, { lesson: AdminLesson }>, 'successToast' | 'onSuccess' | 'onError'>;

/** Changes a lesson. */
export const useChangeLesson = (lesson: AdminLesson, act: LessonAct) =>
  useOutlineAct(lesson.courseId, {
    ...act,
    send: (payload: LessonChange) => call(server.admin.lessons[':id'].$put({ ...byId(lesson.id), json: payload })),
    errorToast: adminFailures.updateLesson,
  });
