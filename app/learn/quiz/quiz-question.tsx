import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { RefreshCw } from 'lucide-react';
import { type Ref, useId } from 'react';
import { type QuizQuestion, takesOne } from '#sync/contract/quiz.ts';
import { Badge } from '../../ui/badge.tsx';
import type { QuestionChange } from './quiz-answers.ts';
import { useQuizTexts } from './quiz-words.tsx';

type QuestionProps = {
  question: QuizQuestion;
  number: number;
  chosen: string[];
  /** Set when the quiz was changed while it was being answered. */
  mark?: QuestionChange | undefined;
  onChoose: (answerId: string) => void;
};

export const MARKS = { new: t`New question`, changed: t`Changed question` };

export const nameOf = (questionId: number) => `question-${questionId}`;

/** Many authors write this themselves. */
const saysHint = (text: string) => !/choose all that apply/i.test(text);

/** One question with native radio buttons, or checkboxes where several answers may be right. */
export function Question({ question, number, chosen, mark, onChoose }: QuestionProps) {
  const hint = useId();
  const text = useQuizTexts().question(question);
  const isMultiple = !takesOne(question.question_type);
  const hasHint = isMultiple && saysHint(text);
  return (
    <fieldset
      aria-describedby={hasHint ? hint : undefined}
      className={`wrap-anywhere min-w-0 rounded-lg border bg-surface p-4 sm:p-5 ${mark ? 'border-accent' : 'border-line'}`}
    >
      <legend dir="auto" className="float-start mb-3 w-full font-semibold text-lg">
        <span className="text-ink-soft">{number}. </span>
        {text} <Mark mark={mark} />
      </legend>
      {hasHint && (
        <p id={hint} className="clear-both mb-2 text-ink-soft">
          <Trans>Choose all that apply.</Trans>
        </p>
      )}
      <div className="clear-both space-y-2">
        <Choices
          question={question}
          chosen={chosen}
          onChoose={onChoose}
          look="min-h-touch gap-3 rounded-md border border-line px-3 py-2 hover:bg-sunken has-checked:border-accent"
        />
      </div>
    </fieldset>
  );
}

type QuestionScreenProps = QuestionProps & { of: number; ref: Ref<HTMLFieldSetElement> };

/** One question as a screen, its answers where the thumb is; it takes the focus, and so is read out. */
export function QuestionScreen({ question, number, of, chosen, mark, onChoose, ref }: QuestionScreenProps) {
  const hint = useId();
  const text = useQuizTexts().question(question);
  const isMultiple = !takesOne(question.question_type);
  return (
    <fieldset
      ref={ref}
      tabIndex={-1}
      aria-describedby={hint}
      className="wrap-anywhere flex min-w-0 grow flex-col outline-none low:grid low:grid-cols-2 low:grid-rows-[auto_1fr] low:gap-x-6"
    >
      <legend dir="auto" className="float-start w-full font-bold text-xl md:text-2xl low:text-xl">
        <span dir="ltr" className="sr-only">
          <Trans>
            Question {number} of {of}.
          </Trans>{' '}
        </span>
        {text} <Mark mark={mark} />
      </legend>
      <p id={hint} className="mt-2 mb-6 text-ink-soft md:text-lg low:text-base">
        {!isMultiple ? t`Choose one answer.` : saysHint(text) && t`Choose all that apply.`}
      </p>
      <div className="mt-auto grid gap-3 pb-4 across:grid-cols-2 low:col-start-2 low:row-span-2 low:row-start-1 low:mt-0 low:content-start low:gap-2">
        <Choices
          question={question}
          chosen={chosen}
          onChoose={onChoose}
          look="min-h-17 gap-4 rounded-lg md:min-h-18 md:px-5 low:min-h-13 low:py-1.5 border border-line-strong bg-surface px-4 py-3 text-lg outdoor:border-2 has-checked:border-accent has-checked:inset-ring-2 has-checked:inset-ring-accent *:[input]:size-7"
        />
      </div>
    </fieldset>
  );
}

type ChoicesProps = Pick<QuestionProps, 'question' | 'chosen' | 'onChoose'> & { look: string };

function Choices({ question, chosen, onChoose, look }: ChoicesProps) {
  const texts = useQuizTexts();
  const type = takesOne(question.question_type) ? 'radio' : 'checkbox';
  return [...question.answers]
    .sort((a, b) => a.order_index - b.order_index)
    .map((answer) => (
      <label key={answer.id} className={`flex cursor-pointer items-center has-checked:bg-accent-soft ${look}`}>
        <input
          type={type}
          name={nameOf(question.id)}
          value={answer.id}
          checked={chosen.includes(String(answer.id))}
          onChange={() => onChoose(String(answer.id))}
          className="size-6 shrink-0"
        />
        <span dir="auto" className="min-w-0 grow">
          {texts.answer(answer)}
        </span>
      </label>
    ));
}

function Mark({ mark }: { mark: QuestionChange | undefined }) {
  if (!mark) return null;
  return (
    <span dir="ltr" className="inline-block align-middle text-base">
      <Badge tone="accent">{MARKS[mark]}</Badge>
    </span>
  );
}

/** Says that the quiz was changed meanwhile, what became of the answers, and what to do. */
export function QuizChanged({ marked }: { marked: number }) {
  const todo =
    marked > 0
      ? t`Answers that still fit are kept; look at the questions marked new or changed, then submit again.`
      : t`Your answers are kept. Please look at them, then submit again.`;
  return (
    <div role="alert" className="flex gap-3 rounded-lg bg-accent-soft p-4 text-accent-text sm:p-5">
      <RefreshCw aria-hidden className="mt-0.5 size-6 shrink-0" />
      <div>
        <p className="font-semibold">
          <Trans>This quiz was changed while you were answering.</Trans>
        </p>
        <p>{todo}</p>
      </div>
    </div>
  );
}
