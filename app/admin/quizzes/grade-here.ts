// The server's grading (decision 19) in the browser, for an author's preview: authors know the correct answers.

import { percentDone } from '#sync/contract/fields.ts';
import { QUIZ_PASS_PERCENT } from '#sync/contract/quiz.ts';
import type { AdminQuestion } from '#sync/contract/quiz-authoring.ts';
import { takesOne } from './question-form.ts';

/** The ids of the chosen answers by question id. */
export type Chosen = Readonly<Record<number, readonly number[]>>;

/** The choice after an answer was pressed. */
export function choose(chosen: Chosen, question: AdminQuestion, answerId: number): Chosen {
  const before = chosen[question.id] ?? [];
  if (takesOne(question.questionType)) return { ...chosen, [question.id]: [answerId] };
  const after = before.includes(answerId) ? before.filter((id) => id !== answerId) : [...before, answerId];
  return { ...chosen, [question.id]: after };
}

/** True when exactly the correct answers are chosen. */
export function isRight({ answers }: AdminQuestion, chosen: readonly number[]): boolean {
  return answers.every(({ id, is_correct: isCorrect }) => chosen.includes(id) === isCorrect);
}

/** The share of points in whole percent, rounded down; passed only when everything is correct. */
export function gradeHere(questions: readonly AdminQuestion[], chosen: Chosen): { score: number; passed: boolean } {
  const right = questions.filter((question) => isRight(question, chosen[question.id] ?? []));
  const sum = (some: readonly AdminQuestion[]) => some.reduce((points, question) => points + question.points, 0);
  const passed = right.length === questions.length;
  return { score: passed ? QUIZ_PASS_PERCENT : percentDone(sum(right), sum(questions)), passed };
}
