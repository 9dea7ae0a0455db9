// Writes one question with its answers, which are saved in one request.

import { Plus, X } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { QUESTION_KINDS, QUESTION_TYPES, type QuestionType, takesOne } from '#sync/contract/quiz.ts';
import {
  type AdminQuestion,
  ANSWER_TEXT_LIMIT,
  MOST_ANSWERS,
  MOST_POINTS,
  QUESTION_TEXT_LIMIT,
} from '#sync/contract/quiz-authoring.ts';
import { byId, call } from '../../api/client.ts';
import { server } from '../../api/session.ts';
import { fieldErrorOf } from '../../api/use-api-mutation.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { FormDialog } from '../../ui/form/dialog-form.tsx';
import { Choice, Field, fieldsOf, TextArea } from '../../ui/form/field.tsx';
import { useToast } from '../../ui/toast.tsx';
import { ConflictBox } from '../forms/conflict-box.tsx';
import { adminToasts } from '../forms/messages.ts';
import { useEdited, type Version } from '../forms/use-edited.ts';
import {
  type AnswerLine,
  changePayload,
  formError,
  formOf,
  NEW_FORM,
  newPayload,
  POINTS_ERROR,
  pairsOf,
  pointsOf,
  type QuestionForm,
  withMark,
  withNewAnswer,
  withoutAnswer,
  withText,
  withType,
} from './question-form.ts';
import { type QuizLesson, useQuizAct } from './use-quiz-act.ts';

const TYPES = QUESTION_TYPES.map((type) => [type, QUESTION_KINDS[type].name] as const);
const isType = (value: string): value is QuestionType => QUESTION_TYPES.some((type) => type === value);

type QuestionFieldsProps = {
  form: QuestionForm;
  onChange: (form: QuestionForm) => void;
  /** What is wrong with a field, as far as it was sent or tried to be. */
  errorOf: (name: keyof QuestionForm) => string | undefined;
};

function QuestionFields({ form, onChange, errorOf }: QuestionFieldsProps) {
  const { text } = fieldsOf(
    form,
    (part) => onChange({ ...form, ...part }),
    (name) => (name === 'points' && pointsOf(form) === undefined ? POINTS_ERROR : errorOf(name)),
  );
  return (
    <>
      <TextArea label="Question" rows={3} maxLength={QUESTION_TEXT_LIMIT} {...text('questionText')} />
      <div className="grid gap-4 sm:grid-cols-[1fr_7rem]">
        <Choice
          label="Question Type"
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
          {...text('points')}
        />
      </div>
      <AnswerFields form={form} onChange={onChange} error={errorOf('answers')} />
      <TextArea
        label="Explanation (optional)"
        rows={2}
        maxLength={QUESTION_TEXT_LIMIT}
        placeholder="Learners read it after they have answered."
        {...text('explanation')}
      />
    </>
  );
}

const FIELD_NAMES = ['questionText', 'questionType', 'points', 'answers', 'explanation'] as const;

const NEW_QUESTION = { form: NEW_FORM, rev: '' };

type QuestionDialogProps = {
  lesson: QuizLesson;
  /** The current version from the server; undefined for a new question. */
  question: AdminQuestion | undefined;
  refetch: () => void;
  onClose: () => void;
};

export function QuestionDialog({ lesson, question, refetch, onClose }: QuestionDialogProps) {
  const toast = useToast();
  const edited = useEdited(question ? { form: formOf(question), rev: question.updatedAt } : NEW_QUESTION);
  const { form, setForm, seenRev, theirs } = edited;
  const act = useQuizAct(lesson, {
    send: ({ form: written, rev }: Version<QuestionForm, string>) =>
      question
        ? call(
            server.admin.quiz.questions[':id'].$put({
              ...byId(question.id),
              json: changePayload(written, { answers: question.answers, updatedAt: rev }),
            }),
          )
        : call(server.admin.lessons[':id'].quiz.questions.$post({ ...byId(lesson.id), json: newPayload(written) })),
    successToast: () =>
      question
        ? { title: 'Question Updated', description: 'Learners are asked the new wording from now on.' }
        : { title: 'Question Created', description: 'It was added at the end of the quiz.' },
    errorToast: question
      ? { title: 'Failed to Update Question', sentence: 'The question could not be changed.' }
      : { title: 'Failed to Create Question', sentence: 'The question could not be saved.' },
    fields: FIELD_NAMES,
    onError: (refused) => {
      edited.noteFailure(refused);
      refetch();
    },
  });
  // What was wrong when it was tried, until the form is changed.
  const [fault, setFault] = useState<string>();
  const change = (next: QuestionForm) => {
    setFault(undefined);
    act.reset();
    setForm(next);
  };
  const save = async (written: Version<QuestionForm, string>) => {
    const error = formError(written.form, question === undefined);
    setFault(error);
    if (error) return void toast(adminToasts.validationError(error));
    if (await act.run(written)) onClose();
  };
  return (
    <FormDialog
      title={question ? 'Edit Question' : 'Add Question'}
      isUnsaved={edited.isDirty}
      onSubmit={() => save({ form, rev: seenRev })}
      onClose={onClose}
      verb={question ? 'Save Question' : 'Create Question'}
      running="Saving..."
      isRunning={act.isRunning}
      isReady={form.questionText.trim() !== '' && !theirs}
    >
      {theirs && (
        <ConflictBox
          noun="question"
          pairs={pairsOf(edited.mine, theirs)}
          isSaving={act.isRunning}
          onKeepMine={() => edited.keepMine(save)}
          onTakeTheirs={edited.takeTheirs}
        />
      )}
      <QuestionFields
        form={form}
        onChange={change}
        errorOf={(name) => (name === 'answers' && fault !== POINTS_ERROR && fault) || fieldErrorOf(act.failure, name)}
      />
    </FormDialog>
  );
}

type AnswerFieldsProps = Pick<QuestionFieldsProps, 'form' | 'onChange'>;

/** The answers of a question with their marks: radio buttons when one is correct, checkboxes when several may be. */
function AnswerFields({ form, onChange, error }: AnswerFieldsProps & { error: string | undefined }) {
  const place = useRef<HTMLFieldSetElement>(null);
  const name = useId();
  const { answers, questionType } = form;
  // Focuses a new answer, and keeps the focus here after one was removed.
  const before = useRef(answers.length);
  useEffect(() => {
    if (before.current !== answers.length) {
      const inputs = place.current?.querySelectorAll('textarea');
      inputs?.item(inputs.length - 1)?.focus();
    }
    before.current = answers.length;
  }, [answers.length]);
  const isFixed = questionType === 'true_false' && answers.length <= 2;
  return (
    <fieldset ref={place} aria-describedby={error && `${name}-error`} className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1 font-medium">Answers</legend>
      <p className="text-ink-soft text-sm">
        {takesOne(questionType) ? 'Mark the one that is correct.' : 'Mark every one that is correct.'}
      </p>
      {answers.map((answer, at) => (
        <Line key={answer.key} {...{ answer, name, form, onChange }} number={at + 1} />
      ))}
      {!isFixed && answers.length < MOST_ANSWERS && (
        <Button icon={Plus} variant="quiet" className="self-start px-3!" onClick={() => onChange(withNewAnswer(form))}>
          Add Answer
        </Button>
      )}
      {error && (
        <p id={`${name}-error`} className="text-danger-text text-sm">
          {error}
        </p>
      )}
    </fieldset>
  );
}

type LineProps = AnswerFieldsProps & { answer: AnswerLine; name: string; number: number };

function Line({ answer, name, number, form, onChange }: LineProps) {
  const { key, text, isCorrect } = answer;
  return (
    <div className="flex items-center gap-1">
      <label className="inline-flex size-touch shrink-0 cursor-pointer items-center justify-center rounded-md hover:bg-sunken">
        <input
          type={takesOne(form.questionType) ? 'radio' : 'checkbox'}
          name={name}
          checked={isCorrect}
          aria-label={`Answer ${number} is correct`}
          onChange={(event) => onChange(withMark(form, key, event.target.checked))}
          className="size-5"
        />
      </label>
      <textarea
        rows={1}
        value={text}
        maxLength={ANSWER_TEXT_LIMIT}
        aria-label={`Answer ${number}`}
        placeholder={`Answer ${number}`}
        // A long answer wraps, but contains no line breaks.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        onChange={(event) => onChange(withText(form, key, event.target.value.replaceAll(/\s*\n\s*/g, ' ')))}
        className={`field-sizing-content min-h-touch w-full min-w-0 resize-none rounded-md border bg-surface px-3 py-2.5 placeholder:text-ink-soft ${isCorrect ? 'border-complete ring-1 ring-complete' : 'border-line-strong'}`}
      />
      {form.answers.length > 2 && (
        <IconButton
          icon={X}
          aria-label={`Remove answer ${number}`}
          onClick={() => onChange(withoutAnswer(form, key))}
        />
      )}
    </div>
  );
}
