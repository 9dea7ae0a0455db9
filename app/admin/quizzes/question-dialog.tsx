// Writes one question with its answers, which are saved in one request.

import { useState } from 'react';
import { QUESTION_TYPES } from '#sync/contract/quiz.ts';
import { type AdminQuestion, MOST_POINTS, QUESTION_TEXT_LIMIT } from '#sync/contract/quiz-authoring.ts';
import { ApiError, byId, call } from '../../api/client.ts';
import { server } from '../../api/session.ts';
import { useUnsaved } from '../../shell/use-unsaved-changes.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogForm } from '../../ui/form/dialog-form.tsx';
import { Choice, Field, TextArea } from '../../ui/form/field.tsx';
import { useToast } from '../../ui/toast.tsx';
import { adminToasts } from '../frame/messages.ts';
import { AnswerFields } from './answer-fields.tsx';
import { AnswerKey } from './answer-key.tsx';
import {
  changePayload,
  formError,
  formOf,
  isChanged,
  NEW_FORM,
  newPayload,
  POINTS_ERROR,
  pointsOf,
  type QuestionForm,
  type QuestionType,
  TYPE_WORDS,
  withType,
} from './question-form.ts';
import { type QuizLesson, useQuizAct } from './use-quiz-act.ts';

const TYPES = QUESTION_TYPES.map((type) => [type, TYPE_WORDS[type]] as const);
const isType = (value: string): value is QuestionType => QUESTION_TYPES.some((type) => type === value);

function QuestionFields({ form, onChange }: { form: QuestionForm; onChange: (form: QuestionForm) => void }) {
  return (
    <>
      <TextArea
        label="Question"
        rows={3}
        maxLength={QUESTION_TEXT_LIMIT}
        value={form.questionText}
        onChange={(event) => onChange({ ...form, questionText: event.target.value })}
      />
      <div className="grid gap-4 sm:grid-cols-[1fr_7rem]">
        <Choice
          label="Question Type"
          labelled="above"
          value={form.questionType}
          options={TYPES}
          onChange={(type) => isType(type) && onChange(withType(form, type))}
        />
        <Field
          label="Points"
          type="number"
          inputMode="numeric"
          min={1}
          max={MOST_POINTS}
          step={1}
          value={form.points}
          error={pointsOf(form) === undefined ? POINTS_ERROR : undefined}
          onChange={(event) => onChange({ ...form, points: event.target.value })}
        />
      </div>
      <AnswerFields form={form} onChange={onChange} />
      <TextArea
        label="Explanation (optional)"
        rows={2}
        maxLength={QUESTION_TEXT_LIMIT}
        placeholder="Learners read it after they have answered."
        value={form.explanation}
        onChange={(event) => onChange({ ...form, explanation: event.target.value })}
      />
    </>
  );
}

type OtherAuthorProps = { theirs: AdminQuestion; onTakeTheirs: () => void; onKeepMine: () => void };

/** Another author has saved the question first: shows their version and asks which one to continue with. */
function OtherAuthor({ theirs, onTakeTheirs, onKeepMine }: OtherAuthorProps) {
  return (
    <div role="alert" className="flex flex-col gap-3 rounded-lg bg-accent-soft p-4 text-accent-text">
      <p className="font-semibold">Someone else has changed this question in the meantime. It now reads:</p>
      <div className="wrap-anywhere flex flex-col gap-2 rounded-md bg-surface p-3 text-ink">
        <p className="font-medium">{theirs.questionText}</p>
        <AnswerKey answers={theirs.answers} />
      </div>
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" onClick={onTakeTheirs}>
          Take theirs
        </Button>
        <Button variant="secondary" onClick={onKeepMine}>
          Continue with mine
        </Button>
      </div>
    </div>
  );
}

type QuestionDialogProps = {
  lesson: QuizLesson;
  /** The current version from the server; undefined for a new question. */
  question: AdminQuestion | undefined;
  /** Fetches the questions again. */
  refetch: () => void;
  onClose: () => void;
};

export function QuestionDialog({ lesson, question, refetch, onClose }: QuestionDialogProps) {
  const toast = useToast();
  // The version that the form started from; another author may have changed it since.
  const [seen, setSeen] = useState(question);
  const [form, setForm] = useState(seen ? formOf(seen) : NEW_FORM);
  const { close } = useUnsaved(isChanged(form, seen ? formOf(seen) : NEW_FORM), onClose);
  const save = useQuizAct(lesson, {
    send: (written: QuestionForm) =>
      seen
        ? call(server.admin.quiz.questions[':id'].$put({ ...byId(seen.id), json: changePayload(written, seen) }))
        : call(server.admin.lessons[':id'].quiz.questions.$post({ ...byId(lesson.id), json: newPayload(written) })),
    successToast: () =>
      seen
        ? { title: 'Question Updated', description: 'Learners are asked the new wording from now on.' }
        : { title: 'Question Created', description: 'It was added at the end of the quiz.' },
    errorToast: seen
      ? { title: 'Failed to Update Question', sentence: 'The question could not be changed.' }
      : { title: 'Failed to Create Question', sentence: 'The question could not be saved.' },
  });
  const submit = async () => {
    const error = formError(form, seen === undefined);
    if (error) return void toast(adminToasts.validationError(error));
    if (await save.run(form)) onClose();
    else refetch();
  };
  const isLate = save.failure instanceof ApiError && save.failure.code === 'question_changed';
  const theirs = isLate && question && question.updatedAt !== seen?.updatedAt ? question : undefined;
  const settle = (kept: AdminQuestion, written: QuestionForm) => {
    setSeen(kept);
    setForm(written);
    save.reset();
  };
  return (
    <Dialog open onOpenChange={close} title={seen ? 'Edit Question' : 'Add Question'}>
      <DialogForm
        onSubmit={submit}
        cancel={close}
        verb={seen ? 'Save Question' : 'Create Question'}
        running="Saving..."
        isRunning={save.isRunning}
        isReady={form.questionText.trim() !== ''}
      >
        {theirs && (
          <OtherAuthor
            theirs={theirs}
            onTakeTheirs={() => settle(theirs, formOf(theirs))}
            onKeepMine={() => settle(theirs, form)}
          />
        )}
        <QuestionFields form={form} onChange={setForm} />
      </DialogForm>
    </Dialog>
  );
}
