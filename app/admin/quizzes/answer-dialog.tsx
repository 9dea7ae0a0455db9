import { useId, useState } from 'react';
import { type AdminAnswer, type AdminQuestion, ANSWER_TEXT_LIMIT } from '#sync/contract/quiz-authoring.ts';
import { byId, call } from '../../api/client.ts';
import { server } from '../../api/session.ts';
import { useUnsaved } from '../../shell/use-unsaved-changes.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogForm } from '../../ui/form/dialog-form.tsx';
import { TextArea } from '../../ui/form/field.tsx';
import { useToast } from '../../ui/toast.tsx';
import { adminTexts, adminToasts } from '../frame/messages.ts';
import { takesOne } from './question-form.ts';
import { type QuizLesson, useQuizAct } from './use-quiz-act.ts';

type AnswerDialogProps = {
  lesson: QuizLesson;
  question: AdminQuestion;
  /** Undefined for a new answer. */
  answer: AdminAnswer | undefined;
  refetch: () => void;
  onClose: () => void;
};

type Written = { answerText: string; isCorrect: boolean };

export function AnswerDialog({ lesson, question, answer, refetch, onClose }: AnswerDialogProps) {
  const toast = useToast();
  const [text, setText] = useState(answer?.answer_text ?? '');
  const [isCorrect, setIsCorrect] = useState(answer?.is_correct ?? false);
  const isUnsaved = text !== (answer?.answer_text ?? '') || isCorrect !== (answer?.is_correct ?? false);
  const { close } = useUnsaved(isUnsaved, onClose);
  const save = useQuizAct(lesson, {
    send: (written: Written) =>
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
    const error =
      text.trim() === '' ? adminTexts.answersNeedText : isLastMark && !isCorrect && adminTexts.markOneCorrect;
    if (error) return void toast(adminToasts.validationError(error));
    if (await save.run({ answerText: text, isCorrect })) onClose();
    else refetch();
  };
  return (
    <Dialog open onOpenChange={close} title={answer ? 'Edit Answer' : 'Add Answer'} description={question.questionText}>
      <DialogForm
        onSubmit={submit}
        cancel={close}
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
        <CorrectBox
          isCorrect={isCorrect}
          onChange={setIsCorrect}
          hint={takesOne(question.questionType) ? 'The other answers of this question lose the mark.' : undefined}
        />
      </DialogForm>
    </Dialog>
  );
}

type CorrectBoxProps = { isCorrect: boolean; onChange: (isCorrect: boolean) => void; hint: string | undefined };

function CorrectBox({ isCorrect, onChange, hint }: CorrectBoxProps) {
  const id = useId();
  return (
    <div>
      <label className="flex min-h-touch cursor-pointer items-center gap-3">
        <input
          type="checkbox"
          checked={isCorrect}
          aria-describedby={isCorrect && hint ? id : undefined}
          onChange={(event) => onChange(event.target.checked)}
          className="size-5 accent-complete"
        />
        This answer is correct
      </label>
      {isCorrect && hint && (
        <p id={id} className="text-ink-soft text-sm">
          {hint}
        </p>
      )}
    </div>
  );
}
