import { Told } from '#sync/contract/organization.ts';
import { type AdminAnswer, type AdminQuestion, QuestionKept } from '#sync/contract/quiz-authoring.ts';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { useAct } from '../use-act.ts';
import { adminFailures, adminToasts } from '../words.ts';
import { quizRefreshes } from './quiz-path.ts';

type DeleteProps = {
  lesson: { id: number; courseId: number };
  question: AdminQuestion;
  again: () => void;
  onClose: () => void;
  onDeleted: () => void;
};

const KEPT = 'Attempts that were made with it stay as they are. This action cannot be undone.';

/** Asks, then takes a question out of its quiz. */
export function DeleteQuestionDialog({ lesson, question, again, onClose, onDeleted }: DeleteProps) {
  const { run, isRunning } = useAct({
    method: 'DELETE',
    path: () => `/api/admin/quiz/questions/${question.id}`,
    answer: Told,
    said: () => adminToasts.questionDeleted,
    failed: adminFailures.deleteQuestion,
    refreshes: quizRefreshes(lesson.id, lesson.courseId),
  });
  const remove = async () => {
    if (await run(undefined)) onDeleted();
    else again();
    onClose();
  };
  return (
    <ConfirmDialog
      open
      title="Delete Question"
      description={`Are you sure you want to delete "${question.questionText}"? ${KEPT}`}
      verb="Delete"
      running="Deleting..."
      isRunning={isRunning}
      onConfirm={() => void remove()}
      onClose={onClose}
    />
  );
}

/** Asks, then takes one answer out of its question. */
export function DeleteAnswerDialog(props: DeleteProps & { answer: AdminAnswer }) {
  const { lesson, answer, again, onClose, onDeleted } = props;
  const { run, isRunning } = useAct({
    method: 'DELETE',
    path: () => `/api/admin/quiz/answers/${answer.id}`,
    answer: QuestionKept,
    said: () => adminToasts.answerDeleted,
    failed: adminFailures.deleteAnswer,
    refreshes: quizRefreshes(lesson.id, lesson.courseId),
  });
  const remove = async () => {
    if (await run(undefined)) onDeleted();
    else again();
    onClose();
  };
  return (
    <ConfirmDialog
      open
      title="Delete Answer"
      description={`Are you sure you want to delete "${answer.answer_text}"? ${KEPT}`}
      verb="Delete"
      running="Deleting..."
      isRunning={isRunning}
      onConfirm={() => void remove()}
      onClose={onClose}
    />
  );
}
