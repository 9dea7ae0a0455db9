import { MOST_ANSWERS } from '#sync/contract/quiz-authoring.ts';
import { Refusal } from '#sync/contract/refusal.ts';
import type { StoredQuestion } from './open-quiz.ts';

// What makes a question whole (section 5), on plain data. Every change is judged by its outcome, so that no order of
// calls leaves a question that nobody can answer.

/** A question as somebody wants it; an answer without an id is a new one. */
export interface QuestionDraft
  extends Pick<StoredQuestion, 'questionText' | 'questionType' | 'points' | 'explanation'> {
  answers: { id?: number | undefined; answerText: string; isCorrect: boolean }[];
}

export const NONE_CORRECT = 'Please mark at least one answer as correct.';
export const TOO_FEW = 'A question needs at least 2 answers.';
export const TOO_MANY = `A question may have at most ${MOST_ANSWERS} answers.`;
export const ONE_CORRECT = 'Only one answer of this question can be correct.';

/** Why a question is not whole, in a sentence; undefined for one that is. */
export function brokenBy({
  questionType,
  answers,
}: Pick<QuestionDraft, 'questionType' | 'answers'>): string | undefined {
  if (answers.length < 2) return TOO_FEW;
  if (answers.length > MOST_ANSWERS) return TOO_MANY;
  const correct = answers.filter(({ isCorrect }) => isCorrect).length;
  if (correct === 0) return NONE_CORRECT;
  return correct > 1 && takesOne(questionType) ? ONE_CORRECT : undefined;
}

/** Throws `validation_failed` naming `field` for a question that is not whole. */
export function refuseBroken(draft: QuestionDraft, field: string): void {
  const reason = brokenBy(draft);
  if (reason) throw new Refusal('validation_failed', { field }, reason);
}

/** True for the kinds of which exactly one answer is correct. */
export function takesOne(type: QuestionDraft['questionType']): boolean {
  return type !== 'multiple_choice';
}

/** The answers with the mark of a single choice on this one alone; those of a multiple choice as they are. */
export function markOnly<A extends { isCorrect: boolean }>(
  type: QuestionDraft['questionType'],
  answers: readonly A[],
  marked: A | undefined,
): A[] {
  if (!takesOne(type) || !marked) return [...answers];
  return answers.map((answer) => ({ ...answer, isCorrect: answer === marked }));
}
