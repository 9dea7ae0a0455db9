import { adminClient } from '../admin-client.ts';

/** The beginnings of the paths of everything that shows a lesson of this course. */
export const pathsOfLesson = (courseId: number): string[] => [
  `/api/admin/courses/${courseId}`,
  `/api/courses/${courseId}/lessons`,
  '/api/admin/lessons-upload-status',
];

/** Has everything that shows a lesson of this course, and is on screen, fetched again. */
export async function refreshLesson(courseId: number): Promise<void> {
  const beginnings = pathsOfLesson(courseId);
  await adminClient.invalidateQueries({
    predicate: ({ queryKey }) => beginnings.some((beginning) => String(queryKey[0]).startsWith(beginning)),
  });
}
