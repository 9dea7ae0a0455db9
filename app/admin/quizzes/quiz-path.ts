/** The address of a lesson's quiz as its authors ask for it; attempts stand below it. */
export const quizPath = (lessonId: number) => `/api/admin/lessons/${lessonId}/quiz`;

/** What is asked again after a quiz was changed: it, its attempts, and what its course says about its lessons. */
export const quizRefreshes = (lessonId: number, courseId: number): readonly string[] => [
  quizPath(lessonId),
  `/api/admin/courses/${courseId}/`,
];
