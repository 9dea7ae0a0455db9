/** The beginnings of the paths of everything that shows a lesson of this course. */
export const pathsOfLesson = (courseId: number): string[] => [
  `/api/admin/courses/${courseId}`,
  `/api/courses/${courseId}/lessons`,
  '/api/admin/lessons-upload-status',
];
