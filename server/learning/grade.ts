import { percentDone } from '#sync/contract/fields.ts';
import { QUIZ_PASS_PERCENT, type QuestionType, type QuizSubmission, takesOne } from '#sync/contract/quiz.ts';
import type { QuizReview } from '#sync/contract/quiz-review.ts';
import { Refusal } from '#sync/contract/refusal.ts';

// Grading, on plain data (P-19).

/** A question with its correct answers; it never leaves the server in this form (R-Q4). */
export interface KeyedQuestion {
  id: number;
  questionType: QuestionType;
  points: number;
  explanation: string | null;
  answers: { id: number; isCorrect: boolean }[];
}

export interface Grade {
  /** The share of points in whole percent, rounded down; 100 only when every answer is right. */
  score: number;
  passed: boolean;
  review: QuizReview[];
}

/**
 * Grades one submission. Every question must be answered, with ids that belong to it; otherwise throws
 * `validation_failed` naming `answers.{questionId}`.
 */
export function gradeQuiz(questions: readonly KeyedQuestion[], answers: QuizSubmission['answers']): Grade {
  refuseForeignQuestions(questions, answers);
  const judged = questions.map((question) => {
    const chosen = chosenAnswers(question, answers[String(question.id)]);
    const correct = keyOf(question);
    const isRight = isSame(correct, chosen);
    const review: QuizReview = {
      questionId: question.id,
      chosenAnswerIds: chosen,
      correctAnswerIds: correct,
      explanation: question.explanation,
    };
    return { points: question.points, isRight, review };
  });
  return gradeOf(judged);
}

/** The ids of the answers that are correct. */
export const keyOf = ({ answers }: Pick<KeyedQuestion, 'answers'>): number[] =>
  answers.filter(({ isCorrect }) => isCorrect).map(({ id }) => id);

export const isSame = (key: readonly number[], chosen: readonly number[]): boolean =>
  key.length === chosen.length && key.every((id) => chosen.includes(id));

/** The grade of questions that were judged one by one. */
export function gradeOf(judged: readonly { points: number; isRight: boolean; review: QuizReview }[]): Grade {
  const right = judged.filter(({ isRight }) => isRight);
  const passed = judged.length > 0 && right.length === judged.length;
  const score = passed ? QUIZ_PASS_PERCENT : belowPass(percentDone(sumOf(right), sumOf(judged)));
  return { score, passed, review: judged.map(({ review }) => review) };
}

const sumOf = (some: readonly { points: number }[]) => some.reduce((sum, { points }) => sum + points, 0);

/** A wrong answer worth no points must not look like a pass. */
const belowPass = (score: number) => Math.min(QUIZ_PASS_PERCENT - 1, score);

function refuseForeignQuestions(questions: readonly KeyedQuestion[], answers: QuizSubmission['answers']): void {
  const known = new Set(questions.map((question) => String(question.id)));
  for (const id of Object.keys(answers)) {
    if (!known.has(id)) throw wrongAnswer(id, 'This question is not part of the quiz.');
  }
}

function chosenAnswers(question: KeyedQuestion, value: string | string[] | undefined): number[] {
  if (value === undefined || value.length === 0) throw wrongAnswer(question.id, 'Every question must be answered.');
  if (Array.isArray(value) && takesOne(question.questionType)) {
    throw wrongAnswer(question.id, 'This question takes one answer.');
  }
  const chosen = [...new Set((Array.isArray(value) ? value : [value]).map(Number))];
  const known = new Set(question.answers.map((answer) => answer.id));
  if (!chosen.every((id) => known.has(id))) throw wrongAnswer(question.id, 'This answer is not part of the question.');
  return chosen;
}

function wrongAnswer(questionId: number | string, message: string): Refusal {
  return new Refusal('validation_failed', { field: `answers.${questionId}` }, message);
}
