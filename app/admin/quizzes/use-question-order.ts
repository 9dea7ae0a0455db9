import { type AdminQuestion, AdminQuiz } from '#sync/contract/quiz-authoring.ts';
import { moved } from '../../ui/moved.ts';
import { adminClient } from '../admin-client.ts';
import { useAct } from '../use-act.ts';
import { adminFailures, adminToasts } from '../words.ts';
import { quizPath } from './quiz-path.ts';

type Wanted = { questions: readonly AdminQuestion[]; before: AdminQuiz };

/** Puts questions into another order: shown at once, and taken back when the server refuses. */
export function useQuestionOrder(quiz: AdminQuiz, again: () => void) {
  const path = quizPath(quiz.lessonId);
  const show = (next: AdminQuiz) => adminClient.setQueryData([path], next);
  const { run, isRunning } = useAct({
    method: 'PUT',
    path: () => `${path}/order`,
    payload: ({ questions }: Wanted) => ({ questionIds: questions.map(({ id }) => id) }),
    answer: AdminQuiz,
    said: (answer) => {
      show(answer);
      return adminToasts.questionsReordered;
    },
    failed: adminFailures.reorderQuestions,
    missed: (_failure, { before }) => {
      show(before);
      again();
    },
    refreshes: [`${path}/attempts`],
  });
  /** Resolves with true once the server has it. */
  const move = async (from: number, to: number): Promise<boolean> => {
    if (isRunning || to < 0 || to >= quiz.questions.length) return false;
    const questions = moved(quiz.questions, from, to);
    show({ ...quiz, questions });
    return (await run({ questions, before: quiz })) !== undefined;
  };
  return { move, isReordering: isRunning };
}
