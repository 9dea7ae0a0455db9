import { Plus, X } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import { ANSWER_TEXT_LIMIT, MOST_ANSWERS } from '#sync/contract/quiz-authoring.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import {
  type AnswerLine,
  type QuestionForm,
  takesOne,
  withMark,
  withNewAnswer,
  withoutAnswer,
  withText,
} from './question-form.ts';

type AnswerFieldsProps = { form: QuestionForm; onChange: (form: QuestionForm) => void };

/** The answers of a question with their marks: radio buttons when one is correct, checkboxes when several may be. */
export function AnswerFields({ form, onChange }: AnswerFieldsProps) {
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
    <fieldset ref={place} className="flex min-w-0 flex-col gap-2">
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
          className="size-5 accent-complete"
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
