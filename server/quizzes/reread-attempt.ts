import type { AttemptedQuestion } from '#sync/contract/quiz-authoring.ts';

/** A question as `quiz_versions` keeps it under the version that somebody answered. */
export interface KeptQuestion {
  id: number;
  questionText: string;
  questionType: AttemptedQuestion['questionType'];
  points: number;
  explanation: string | null;
  answers: { id: number; answerText: string; isCorrect: boolean }[];
}

/** An attempt as it was: the wording and the key of its version beside what was chosen. */
export function reread(
  questions: readonly KeptQuestion[],
  chosen: Readonly<Record<string, readonly number[]>>,
): AttemptedQuestion[] {
  return questions.map((question) => {
    const ids = chosen[String(question.id)] ?? [];
    const answers = question.answers.map((answer) => ({ ...answer, isChosen: ids.includes(answer.id) }));
    return { ...question, answers, isRight: answers.every(({ isChosen, isCorrect }) => isChosen === isCorrect) };
  });
}
