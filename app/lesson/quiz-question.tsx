import { useId } from 'react';
import type { QuizQuestion } from '#sync/contract/quiz.ts';
import { Badge } from '../ui/badge.tsx';
import type { Mark } from './quiz-answers.ts';

type QuestionProps = {
  question: QuizQuestion;
  number: number;
  chosen: string[];
  /** Set when the quiz was changed while it was being answered. */
  mark: Mark | undefined;
  onChoose: (answerId: string) => void;
};

const MARKS = { new: 'New question', changed: 'Changed question' };

/** Where the first input of a question is found by `goToQuestion`. */
const nameOf = (questionId: number) => `question-${questionId}`;

/** Moves the focus to a question of the page, and the page to it. */
export function goToQuestion(form: HTMLFormElement, questionId: number): void {
  const input = form.querySelector<HTMLInputElement>(`input[name="${nameOf(questionId)}"]`);
  input?.focus({ preventScroll: true });
  input?.closest('fieldset')?.scrollIntoView({ block: 'start' });
}

/** One question with native radio buttons, or checkboxes where several answers may be right. */
export function Question({ question, number, chosen, mark, onChoose }: QuestionProps) {
  const hint = useId();
  const isMultiple = question.question_type === 'multiple_choice';
  // Many authors say it themselves; twice would be noise.
  const saysHint = isMultiple && !/choose all that apply/i.test(question.question_text);
  const answers = [...question.answers].sort((a, b) => a.order_index - b.order_index);
  return (
    <fieldset
      aria-describedby={saysHint ? hint : undefined}
      className={`wrap-anywhere min-w-0 rounded-lg border bg-surface p-4 sm:p-5 ${mark ? 'border-accent' : 'border-line'}`}
    >
      <legend className="float-left mb-3 w-full font-semibold text-lg">
        <span className="text-ink-soft">{number}. </span>
        {question.question_text}{' '}
        {mark && (
          <span className="inline-block align-middle text-base">
            <Badge tone="accent">{MARKS[mark]}</Badge>
          </span>
        )}
      </legend>
      {saysHint && (
        <p id={hint} className="clear-both mb-2 text-ink-soft">
          Choose all that apply.
        </p>
      )}
      <div className="clear-both space-y-2">
        {answers.map((answer) => (
          <label
            key={answer.id}
            className="flex min-h-touch cursor-pointer items-center gap-3 rounded-md border border-line px-3 py-2 hover:bg-sunken has-checked:border-accent has-checked:bg-accent-soft"
          >
            <input
              type={isMultiple ? 'checkbox' : 'radio'}
              name={nameOf(question.id)}
              value={answer.id}
              checked={chosen.includes(String(answer.id))}
              onChange={() => onChoose(String(answer.id))}
              className="size-5 shrink-0 accent-accent"
            />
            <span className="min-w-0">{answer.answer_text}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
