import { useCallback, useMemo, useRef, useState } from 'react';
import type { AdminAnswer, AdminQuestion, AdminQuiz } from '#sync/contract/quiz-authoring.ts';
import { type Place, SortableList } from '../../ui/sortable-list.tsx';
import { useToast } from '../../ui/toast.tsx';
import { adminTexts, adminToasts } from '../words.ts';
import { AnswerDialog } from './answer-dialog.tsx';
import { DeleteAnswerDialog, DeleteQuestionDialog } from './delete-dialogs.tsx';
import { type QuestionActs, QuestionCard } from './question-card.tsx';
import { QuestionDialog } from './question-dialog.tsx';
import { useQuestionOrder } from './use-question-order.ts';

type QuestionListProps = { lesson: { id: number; courseId: number }; quiz: AdminQuiz; again: () => void };

type Asking =
  | { about: 'editing' | 'removing' | 'adding an answer'; question: AdminQuestion }
  | { about: 'editing an answer' | 'removing an answer'; question: AdminQuestion; answer: AdminAnswer };

/** The questions of a quiz: dragged, moved and changed. */
export function QuestionList({ lesson, quiz, again }: QuestionListProps) {
  const toast = useToast();
  const place = useRef<HTMLDivElement>(null);
  const [asking, setAsking] = useState<Asking>();
  const { move, isReordering } = useQuestionOrder(quiz, again);
  const step = (question: AdminQuestion, by: -1 | 1) => {
    const from = quiz.questions.findIndex(({ id }) => id === question.id);
    void move(from, from + by);
  };
  const removeAnswer = (question: AdminQuestion, answer: AdminAnswer) => {
    const isLastMark = answer.is_correct && question.answers.every((one) => one === answer || !one.is_correct);
    if (isLastMark) toast(adminToasts.validationError(adminTexts.markOneCorrect));
    else setAsking({ about: 'removing an answer', question, answer });
  };
  const newest = useRef({ step, removeAnswer });
  newest.current = { step, removeAnswer };
  const acts = useMemo(
    (): QuestionActs => ({
      step: (question, by) => newest.current.step(question, by),
      edit: (question) => setAsking({ about: 'editing', question }),
      remove: (question) => setAsking({ about: 'removing', question }),
      addAnswer: (question) => setAsking({ about: 'adding an answer', question }),
      editAnswer: (question, answer) => setAsking({ about: 'editing an answer', question, answer }),
      removeAnswer: (question, answer) => newest.current.removeAnswer(question, answer),
    }),
    [],
  );
  const row = useCallback(
    (question: AdminQuestion, at: Place) => <QuestionCard question={question} acts={acts} {...at} />,
    [acts],
  );
  // What was deleted has taken its button along.
  const settle = () => place.current?.focus();
  return (
    <div ref={place} tabIndex={-1} className="outline-none">
      <SortableList
        items={quiz.questions}
        nameOf={(question) => question.questionText}
        row={row}
        onMove={(from, to) => void move(from, to)}
        isDisabled={isReordering}
        aria-label="Questions"
        className="flex flex-col gap-3"
        rowClassName="rounded-lg border border-line bg-surface"
      />
      <Dialogs {...{ lesson, quiz, again, asking, settle }} close={() => setAsking(undefined)} />
    </div>
  );
}

type DialogsProps = QuestionListProps & { asking: Asking | undefined; close: () => void; settle: () => void };

function Dialogs({ lesson, quiz, again, asking, close, settle }: DialogsProps) {
  if (!asking) return null;
  // As it stands now; one that somebody else has deleted as it was.
  const question = quiz.questions.find(({ id }) => id === asking.question.id) ?? asking.question;
  const shared = { lesson, question, again, onClose: close };
  switch (asking.about) {
    case 'editing':
      return <QuestionDialog {...shared} />;
    case 'removing':
      return <DeleteQuestionDialog {...shared} onDeleted={settle} />;
    case 'adding an answer':
      return <AnswerDialog {...shared} answer={undefined} />;
    case 'editing an answer':
      return <AnswerDialog {...shared} answer={asking.answer} />;
    case 'removing an answer':
      return <DeleteAnswerDialog {...shared} answer={asking.answer} onDeleted={settle} />;
  }
}
