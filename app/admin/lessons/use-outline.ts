import { Outline } from '#sync/contract/authoring.ts';
import { ApiError } from '../../api.ts';
import { adminClient } from '../admin-client.ts';
import { type Asked, useAsk } from '../ask.ts';

/** Where a course's outline is asked for; the key of what the page holds of it. */
export const outlinePath = (courseId: number) => `/api/admin/courses/${courseId}/lessons`;

/** Beginnings of what a change of an outline makes old. */
export const OUTLINE_REFRESHES = ['/api/admin/courses'] as const;

/** Modules and lessons of a course as its authors see them. */
export function useOutline(courseId: number): Asked<Outline> {
  return useAsk(outlinePath(courseId), Outline);
}

/** Puts another outline into every view of it, until the next answer of the server. */
export function showOutline(outline: Outline): void {
  adminClient.setQueryData([outlinePath(outline.course.id)], outline);
}

/** What was refused because somebody else was earlier: the page shows what no longer is, so it asks again. */
export function askAgainIfLate(courseId: number, failure: unknown): void {
  if (!(failure instanceof ApiError) || ![404, 409, 422].includes(failure.status)) return;
  void adminClient.invalidateQueries({ queryKey: [outlinePath(courseId)] });
}
