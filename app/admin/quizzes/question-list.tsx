import { useEffect, useRef, useState } from 'react';
import { takesOne } from '#sync/contract/quiz.ts';
import {
  type AdminAnswer,
  type AdminQuestion,
  type AdminQuiz,
  ANSWER_TEXT_LIMIT,
  sameAnswers,
} from '#sync/contract/quiz-authoring.ts';
import { byId, call, pathOf } from '../../api/client.ts';
import { adminClient } from '../../api/query-client.ts';
import { server } from '../../api/session.ts';
import { useApiMutation } from '../../api/use-api-mutation.ts';
import { ConfirmDialog } from '../../ui/confirm.tsx';
import { FormDialog } from '../../ui/form/dialog-form.tsx';
import { TextArea } from '../../ui/form/field.tsx';
import { moved, SortableList } from '../../ui/form/sortable-list.tsx';
import { SwitchField } from '../../ui/form/switch-field.tsx';
import { useSearchParams } from '../../ui/router.ts';
import { useToast } from '../../ui/toast.tsx';
import { adminTexts, adminToasts } from '../forms/messages.ts';
import { questionId } from '../outline/lesson-place.ts';
import { type Asking, QuestionCard } from './question-card.tsx';
import { QuestionDialog } from './question-dialog.tsx';
import { type QuizLesson, quizPath, useQuizAct } from './use-quiz-act.ts';

type DeleteDialogProps = {
  lesson: QuizLesson;
  /** The question to delete, or the one whose `answer` is deleted. */
  question: AdminQuestion;
  answer?: AdminAnswer;
  refetch: () => void;
  onClose: () => void;
  onDeleted: () => void;
};

function DeleteDialog({ lesson, question, answer, refetch, onClose, onDeleted }: DeleteDialogProps) {
  const what = answer ? 'Answer' : 'Question';
  const { run } = useQuizAct<void, unknown>(lesson, {
    send: () =>
      answer
        ? call(server.admin.quiz.answers[':id'].$delete(byId(answer.id)))
        : call(server.admin.quiz.questions[':id'].$delete(byId(question.id))),
    successToast: () => ({ title: `${what} Deleted`, description: 'Past attempts keep it.' }),
    errorToast: { title: `Failed to Delete ${what}`, sentence: `The ${what.toLowerCase()} is still there.` },
  });
  const remove = async () => {
    const deleted = await run();
    if (deleted) onDeleted();
    else refetch();
    return deleted;
  };
  const text = answer ? answer.answer_text : question.questionText;
  return (
    <ConfirmDialog
      title={`Delete ${what}`}
      text={`Are you sure you want to delete "${text}"? Attempts that were made with it stay as they are. This action cannot be undone.`}
      action="Delete"
      running="Deleting..."
      run={remove}
      onClose={onClose}
    />
  );
}

/** Reorders the questions: shown at once, and reverted when the server refuses. */
function useQuestionOrder(quiz: AdminQuiz, refetch: () => void) {
  const path = quizPath(quiz.lessonId);
  const show = (next: AdminQuiz) => adminClient.setQueryData([path], next);
  const { run, isRunning } = useApiMutation({
    send: ({ questions }: { questions: readonly AdminQuestion[]; before: AdminQuiz }) =>
      call(
        server.admin.lessons[':id'].quiz.order.$put({
          ...byId(quiz.lessonId),
          json: { questionIds: questions.map(({ id }) => id) },
        }),
      ),
    successToast: () => ({
      title: 'Questions reordered',
      description: 'The question order has been updated successfully.',
    }),
    onSuccess: show,
    errorToast: { title: 'Error reordering questions', sentence: 'Failed to reorder questions' },
    onError: (_failure, { before }) => {
      show(before);
      refetch();
    },
    invalidates: [pathOf(server.admin.lessons[':id'].quiz.attempts, byId(quiz.lessonId))],
  });
  const move = (from: number, to: number) => {
    if (isRunning) return;
    const questions = moved(quiz.questions, from, to);
    show({ ...quiz, questions });
    void run({ questions, before: quiz });
  };
  return { move, isReordering: isRunning };
}

type QuestionListProps = { lesson: QuizLesson; quiz: AdminQuiz; refetch: () => void };

export function QuestionList({ lesson, quiz, refetch }: QuestionListProps) {
  const toast = useToast();
  const place = useRef<HTMLDivElement>(null);
  const [asking, setAsking] = useState<Asking>();
  const { move, isReordering } = useQuestionOrder(quiz, refetch);
  const ask = (asked: Asking) => {
    if (asked.about === 'removing an answer' && isLastMark(asked.question, asked.answer))
      toast(adminToasts.validationError(adminTexts.markOneCorrect));
    else setAsking(asked);
  };
  const [params] = useSearchParams();
  const wanted = params.get('question');
  useEffect(() => {
    if (!wanted) return;
    // Behind the button of the panel, which has the focus first.
    setTimeout(() => {
      const card = document.getElementById(questionId(wanted));
      card?.querySelector<HTMLElement>('[data-focus=edit]')?.focus({ preventScroll: true });
      card?.scrollIntoView({ block: 'center' });
    });
  }, [wanted]);
  // The button that had the focus was deleted too.
  const settle = () => place.current?.focus();
  return (
    <div ref={place} tabIndex={-1} className="outline-none">
      {quiz.questions.length > 0 && (
        <SortableList
          items={quiz.questions}
          nameOf={(question) => question.questionText}
          row={(question, at) => <QuestionCard {...{ question, ask, move }} {...at} />}
          onMove={move}
          isDisabled={isReordering}
          aria-label="Questions"
          className="flex flex-col gap-3"
          rowClassName="rounded-lg border border-line bg-surface"
        />
      )}
      <Dialogs {...{ lesson, quiz, refetch, asking, settle }} close={() => setAsking(undefined)} />
    </div>
  );
}

const isLastMark = ({ answers }: AdminQuestion, answer: AdminAnswer) =>
  answer.is_correct && answers.every((one) => one === answer || !one.is_correct);

type DialogsProps = QuestionListProps & { asking: Asking | undefined; close: () => void; settle: () => void };

function Dialogs({ lesson, quiz, refetch, asking, close, settle }: DialogsProps) {
  if (!asking) return null;
  // The current version, or the last known one if another author has deleted it.
  const question = quiz.questions.find(({ id }) => id === asking.question.id) ?? asking.question;
  const shared = { lesson, question, refetch, onClose: close };
  switch (asking.about) {
    case 'editing':
      return <QuestionDialog {...shared} />;
    case 'removing':
      return <DeleteDialog {...shared} onDeleted={settle} />;
    case 'adding an answer':
      return <AnswerDialog {...shared} answer={undefined} />;
    case 'editing an answer':
      return <AnswerDialog {...shared} answer={asking.answer} />;
    case 'removing an answer':
      return <DeleteDialog {...shared} answer={asking.answer} onDeleted={settle} />;
  }
}

type AnswerDialogProps = {
  lesson: QuizLesson;
  question: AdminQuestion;
  answer: AdminAnswer | undefined;
  refetch: () => void;
  onClose: () => void;
};

function AnswerDialog({ lesson, question, answer, refetch, onClose }: AnswerDialogProps) {
  const toast = useToast();
  const [text, setText] = useState(answer?.answer_text ?? '');
  const [isCorrect, setIsCorrect] = useState(answer?.is_correct ?? false);
  const save = useQuizAct(lesson, {
    send: (written: { answerText: string; isCorrect: boolean }) =>
      answer
        ? call(server.admin.quiz.answers[':id'].$put({ ...byId(answer.id), json: written }))
        : call(server.admin.quiz.questions[':id'].answers.$post({ ...byId(question.id), json: written })),
    successToast: () =>
      answer
        ? { title: 'Answer Updated', description: 'Learners are asked the new wording from now on.' }
        : { title: 'Answer Added', description: 'It was added at the end of the question.' },
    errorToast: answer
      ? { title: 'Failed to Update Answer', sentence: 'The answer could not be changed.' }
      : { title: 'Failed to Add Answer', sentence: 'The answer could not be saved.' },
  });
  const isLastMark = question.answers.every((one) => one.id === answer?.id || !one.is_correct);
  const submit = async () => {
    if (text.trim() === '') return toast(adminToasts.validationError(adminTexts.answersNeedText));
    if (isLastMark && !isCorrect) return toast(adminToasts.validationError(adminTexts.markOneCorrect));
    const others = question.answers.filter(({ id }) => id !== answer?.id);
    const same = sameAnswers([...others.map(({ answer_text }) => answer_text), text]);
    if (same) return toast(adminToasts.validationError(same));
    if (await save.run({ answerText: text, isCorrect })) onClose();
    else refetch();
  };
  const isTaken = isCorrect && takesOne(question.questionType);
  return (
    <FormDialog
      title={answer ? 'Edit Answer' : 'Add Answer'}
      description={question.questionText}
      onSubmit={submit}
      onClose={onClose}
      verb={answer ? 'Save Answer' : 'Add Answer'}
      running="Saving..."
      isRunning={save.isRunning}
    >
      <TextArea
        label="Answer"
        rows={2}
        maxLength={ANSWER_TEXT_LIMIT}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <SwitchField
        label="This answer is correct"
        note={isTaken ? 'The other answers of this question lose the mark.' : undefined}
        checked={isCorrect}
        onChange={(event) => setIsCorrect(event.target.checked)}
      />
    </FormDialog>
  );
}
