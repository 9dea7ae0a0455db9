// A quiz of our organization in rooms of its own, and what its authors send.

import { expect } from 'vitest';
import type { Db } from '#server/db/client.ts';
import { Quiz } from '#sync/contract/quiz.ts';
import type { AdminQuestion, AdminQuiz } from '#sync/contract/quiz-authoring.ts';
import { openAdministration } from '#tests/fixtures/administration.ts';
import type { QuestionAnswer } from '#tests/fixtures/answers.ts';

/** A new single choice whose first answer is correct. */
export const choice = (questionText: string, ...texts: string[]) => ({
  questionText,
  questionType: 'single_choice',
  points: 1,
  answers: texts.map((text, at) => ({ text, isCorrect: at === 0 })),
});

/** 'a* b' for a question whose answer 'a' is correct. */
export const key = (question: AdminQuestion) =>
  question.answers.map((answer) => `${answer.answer_text}${answer.is_correct ? '*' : ''}`).join(' ');
export const idOf = (question: AdminQuestion, text: string) =>
  question.answers.find((answer) => answer.answer_text === text)?.id ?? 0;

/** Opens an empty quiz of ours with the calls of its admin, each of which must succeed. */
export async function openQuizAuthoring(openDb: () => Promise<Db>) {
  const all = await openAdministration(openDb);
  const { people, plant, send, ours } = all;
  const courseId = await plant.course({ organizationId: ours, visibility: 'organization' });
  const lessonId = await plant.lesson(courseId, { title: 'Module Quiz' });
  const path = `/api/admin/lessons/${lessonId}/quiz`;
  const read = async () => (await send(people.admin, 'GET', path)).body as AdminQuiz;
  const kept = async (method: string, to: string, body?: unknown, who = people.admin) => {
    const answer = await send(who, method, to, body);
    expect([answer.status, answer.body.message]).toEqual([method === 'POST' ? 201 : 200, undefined]);
    return (answer.body as QuestionAnswer).question;
  };
  const add = (body: unknown) => kept('POST', `${path}/questions`, body);
  const change = (id: number, body: unknown) => kept('PUT', `/api/admin/quiz/questions/${id}`, body);
  const version = async () =>
    Quiz.parse((await send(people.member, 'GET', `/api/lessons/${lessonId}/quiz`)).body).quizVersion;
  return { ...all, courseId, lessonId, path, read, kept, add, change, version };
}
