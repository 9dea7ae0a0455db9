/** The id of a lesson's row on the page of its course. */
export const rowId = (lessonId: number) => `lesson-${lessonId}`;

/** The id of the panel below it. In an address it opens the panel: '/admin/courses/4#lesson-12-panel'. */
export const panelId = (lessonId: number) => `${rowId(lessonId)}-panel`;

/** The beginnings of the paths of everything that shows a lesson of this course. */
export const pathsOfLesson = (courseId: number): string[] => [
  `/api/admin/courses/${courseId}`,
  `/api/courses/${courseId}/lessons`,
  '/api/admin/lessons-upload-status',
];
