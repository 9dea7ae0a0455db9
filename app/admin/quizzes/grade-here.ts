// The server's grading (decision 19) in the browser, for an author's preview: authors know the correct answers.
import { type GradedQuiz, QUIZ_PASS_PERCENT } from '#sync/contract/quiz.ts';
import type { AdminQuestion } from '#sync/contract/quiz-authoring.ts';
import { type Answers, chosenOf, isCorrect } from '../../learn/quiz/quiz-answers.ts';

/** The share of points in whole percent, rounded down; passed only when everything is correct. */
export function gradeHere(
  questions: readonly AdminQuestion[],
  chosen: Answers,
): Pick<GradedQuiz, 'score' | 'passed' | 'review'> {
  const review = questions.map(({ id, answers, explanation }) => ({
    questionId: id,
    chosenAnswerIds: chosenOf(chosen, id).map(Number),
    correctAnswerIds: answers.flatMap((answer) => (answer.is_correct ? [answer.id] : [])),
    explanation,
  }));
  const right = new Set(review.filter(isCorrect).map(({ questionId }) => questionId));
  const sum = (some: readonly AdminQuestion[]) => some.reduce((points, question) => points + question.points, 0);
  const passed = right.size === questions.length;
  const score = Math.floor((100 * sum(questions.filter(({ id }) => right.has(id)))) / sum(questions));
  return { score: passed ? QUIZ_PASS_PERCENT : score, passed, review };
}
