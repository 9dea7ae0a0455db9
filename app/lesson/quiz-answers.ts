// Answers of a quiz while they are being chosen: question id to answer id, a list of ids where several may be right.
import type { Quiz, QuizQuestion, QuizSubmission } from '#sync/contract/quiz.ts';

export type Answers = QuizSubmission['answers'];

/** The chosen answer ids of one question. */
export function chosenOf(answers: Answers, questionId: number): string[] {
  const chosen = answers[String(questionId)];
  if (chosen === undefined) return [];
  return typeof chosen === 'string' ? [chosen] : chosen;
}

/** The answers after one was pressed: a radio replaces, a checkbox comes or goes. */
export function choose(answers: Answers, question: QuizQuestion, answerId: string): Answers {
  const key = String(question.id);
  if (question.question_type !== 'multiple_choice') return { ...answers, [key]: answerId };
  const chosen = chosenOf(answers, question.id);
  const next = chosen.includes(answerId) ? chosen.filter((id) => id !== answerId) : [...chosen, answerId];
  return { ...answers, [key]: next };
}

/** How many questions have an answer; the quiz may be submitted when all have. */
export function answeredCount(quiz: Quiz, answers: Answers): number {
  return quiz.questions.filter((question) => chosenOf(answers, question.id).length > 0).length;
}

/** Only what this version of the quiz asks: a draft may be older than the quiz. */
export function fittingAnswers(quiz: Quiz, answers: Answers): Answers {
  const kept = quiz.questions.flatMap((question) => {
    const known = new Set(question.answers.map((answer) => String(answer.id)));
    const chosen = chosenOf(answers, question.id).filter((id) => known.has(id));
    const [first] = chosen;
    if (first === undefined) return [];
    return [[String(question.id), question.question_type === 'multiple_choice' ? chosen : first] as const];
  });
  return Object.fromEntries(kept);
}
