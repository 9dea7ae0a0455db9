import { Told } from '#sync/contract/organization.ts';
import { type AdminAnswer, type AdminQuestion, QuestionKept } from '#sync/contract/quiz-authoring.ts';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { useAct } from '../use-act.ts';
import { adminFailures, adminToasts } from '../words.ts';
import { quizRefreshes } from './quiz-path.ts';

type DeleteProps = {
  lesson: { id: number; courseId: number };
  again: () => void;
  onClose: () => void;
  onDeleted: () => void;
};

const KEPT = 'Attempts that were made with it stay as they are. This action cannot be undone.';

/** Asks, then takes a question out of its quiz. */
export function DeleteQuestionDialog({ question, ...rest }: DeleteProps & { question: AdminQuestion }) {
  const remove = useAct({
    method: 'DELETE',
    path: () => `/api/admin/quiz/questions/${question.id}`,
    answer: Told,
    said: () => adminToasts.questionDeleted,
    failed: adminFailures.deleteQuestion,
    refreshes: quizRefreshes(rest.lesson.id, rest.lesson.courseId),
  });
  return <DeleteDialog title="Delete Question" text={question.questionText} act={remove} {...rest} />;
}

/** Asks, then takes one answer out of its question. */
export function DeleteAnswerDialog({ answer, ...rest }: DeleteProps & { answer: AdminAnswer }) {
  const remove = useAct({
    method: 'DELETE',
    path: () => `/api/admin/quiz/answers/${answer.id}`,
    answer: QuestionKept,
    said: () => adminToasts.answerDeleted,
    failed: adminFailures.deleteAnswer,
    refreshes: quizRefreshes(rest.lesson.id, rest.lesson.courseId),
  });
  return <DeleteDialog title="Delete Answer" text={answer.answer_text} act={remove} {...rest} />;
}

type Act = { run: (sent: undefined) => Promise<unknown>; isRunning: boolean };

function DeleteDialog({
  title,
  text,
  act,
  again,
  onClose,
  onDeleted,
}: DeleteProps & { title: string; text: string; act: Act }) {
  const remove = async () => {
    if (await act.run(undefined)) onDeleted();
    else again();
    onClose();
  };
  return (
    <ConfirmDialog
      open
      title={title}
      description={`Are you sure you want to delete "${text}"? ${KEPT}`}
      verb="Delete"
      running="Deleting..."
      isRunning={act.isRunning}
      onConfirm={() => void remove()}
      onClose={onClose}
    />
  );
}
