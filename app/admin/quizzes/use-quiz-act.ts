import { byId, pathOf } from '../../api/client.ts';
import { server } from '../../api/session.ts';
import { type ApiMutation, useApiMutation } from '../../api/use-api-mutation.ts';

/** The path of a lesson's quiz as its authors read it; its attempts are below it. */
export const quizPath = (lessonId: number) => pathOf(server.admin.lessons[':id'].quiz, byId(lessonId));

export type QuizLesson = { id: number; courseId: number };

/** An act that changes a quiz: the quiz, its attempts, and what its course says about its lessons are fetched again. */
export function useQuizAct<Input = void, Answer = unknown>(
  { id, courseId }: QuizLesson,
  act: Omit<ApiMutation<Input, Answer>, 'invalidates'>,
) {
  return useApiMutation({ ...act, invalidates: [quizPath(id), pathOf(server.admin.courses[':id'], byId(courseId))] });
}
