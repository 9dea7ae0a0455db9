import { type QuestionType, takesOne } from '#sync/contract/quiz.ts';
import { MOST_ANSWERS, type NewQuestion, sameAnswers } from '#sync/contract/quiz-authoring.ts';
import { Refusal } from '#sync/contract/refusal.ts';
import type { StoredQuestion } from '../../learning/open-quiz.ts';

// What makes a question valid (R-U9), on plain data. Every change is judged by its result, so that no order of calls
// leaves a question that cannot be answered.

/** A question as its author wants it; an answer without an id is new. */
export interface QuestionDraft
  extends Pick<StoredQuestion, 'questionText' | 'questionType' | 'points' | 'explanation'> {
  answers: { id?: number | undefined; answerText: string; isCorrect: boolean }[];
}

/** A new question as a draft, without answers that have no text. */
export function draftOf({ questionText, questionType, points, explanation, answers }: NewQuestion): QuestionDraft {
  return {
    questionText,
    questionType,
    points,
    explanation: explanation || null,
    answers: answers
      .map(({ text, isCorrect }) => ({ answerText: text.trim(), isCorrect }))
      .filter(({ answerText }) => answerText !== ''),
  };
}

export const NONE_CORRECT = 'Please mark at least one answer as correct.';
export const TOO_FEW = 'A question needs at least 2 answers.';
export const TOO_MANY = `A question may have at most ${MOST_ANSWERS} answers.`;
export const ONE_CORRECT = 'Only one answer of this question can be correct.';

/** Why a question is not valid, in a sentence; undefined for a valid one. */
export function questionFault({
  questionType,
  answers,
}: Pick<QuestionDraft, 'questionType' | 'answers'>): string | undefined {
  if (answers.length < 2) return TOO_FEW;
  if (answers.length > MOST_ANSWERS) return TOO_MANY;
  const correct = answers.filter(({ isCorrect }) => isCorrect).length;
  if (correct === 0) return NONE_CORRECT;
  return correct > 1 && takesOne(questionType) ? ONE_CORRECT : undefined;
}

/** The same of a question that is new as a whole, where no two answers may be the same either. */
export const newQuestionFault = (draft: QuestionDraft) =>
  questionFault(draft) ?? sameAnswers(draft.answers.map(({ answerText }) => answerText));

/** Throws `validation_failed` naming `field` for a question that is not valid. */
export function requireValidQuestion(draft: QuestionDraft, field: string): void {
  const reason = questionFault(draft);
  if (reason) throw new Refusal('validation_failed', { field }, reason);
}

/**
 * Throws `validation_failed` naming `field` for answers of which two are the same. Not for the change of one answer: a client that changes
 * one after the other may pass through a state in which two are.
 */
export function requireDistinct(answers: QuestionDraft['answers'], field: string): void {
  const reason = sameAnswers(answers.map(({ answerText }) => answerText));
  if (reason) throw new Refusal('validation_failed', { field }, reason);
}

/** The answers with this one alone marked as correct; those of a multiple choice stay as they are. */
export function markOnly<A extends { isCorrect: boolean }>(
  type: QuestionType,
  answers: readonly A[],
  marked: A | undefined,
): A[] {
  if (!takesOne(type) || !marked) return [...answers];
  return answers.map((answer) => ({ ...answer, isCorrect: answer === marked }));
}
