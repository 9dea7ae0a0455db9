import { ArrowDown, RefreshCw, Send } from 'lucide-react';
import { type FormEvent, useCallback, useEffect, useId, useRef, useState } from 'react';
import { percentDone } from '#sync/contract/fields.ts';
import { MAX_QUIZ_DURATION_MS, type Quiz, type QuizQuestion } from '#sync/contract/quiz.ts';
import { useUnsavedPart } from '../../device/unsaved-guard.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { usePageMark } from '../../ui/page-mark.ts';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import {
  type Answers,
  type Attempt,
  choose,
  chosenOf,
  fittingAnswers,
  marksOf,
  type QuestionChange,
  unanswered,
} from './quiz-answers.ts';

type QuestionProps = {
  question: QuizQuestion;
  number: number;
  chosen: string[];
  /** Set when the quiz was changed while it was being answered. */
  mark?: QuestionChange | undefined;
  onChoose: (answerId: string) => void;
};

const MARKS = { new: 'New question', changed: 'Changed question' };

const nameOf = (questionId: number) => `question-${questionId}`;

/** Moves the focus to a question of the page, and the page to it. */
function goToQuestion(form: HTMLFormElement, questionId: number): void {
  const input = form.querySelector<HTMLInputElement>(`input[name="${nameOf(questionId)}"]`);
  input?.focus({ preventScroll: true });
  input?.closest('fieldset')?.scrollIntoView({ block: 'start' });
}

/** One question with native radio buttons, or checkboxes where several answers may be right. */
export function Question({ question, number, chosen, mark, onChoose }: QuestionProps) {
  const hint = useId();
  const isMultiple = question.question_type === 'multiple_choice';
  // Many authors write this themselves.
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

/** Says that the quiz was changed meanwhile, what became of the answers, and what to do. */
function QuizChanged({ marked }: { marked: number }) {
  const todo =
    marked > 0
      ? 'Answers that still fit are kept; look at the questions marked new or changed, then submit again.'
      : 'Your answers are kept. Please look at them, then submit again.';
  return (
    <div role="alert" className="flex gap-3 rounded-lg bg-accent-soft p-4 text-accent-text sm:p-5">
      <RefreshCw aria-hidden className="mt-0.5 size-6 shrink-0" />
      <div>
        <p className="font-semibold">This quiz was changed while you were answering.</p>
        <p>{todo}</p>
      </div>
    </div>
  );
}

/**
 * How long the questions have been open, in whole ms, including `spentMs` from before a reload (decision 19). On the monotonic
 * clock, so that changing the device's time has no effect.
 */
function useAnsweringTime(spentMs: number): () => number {
  const [opened] = useState(() => ({ at: performance.now(), spentMs }));
  return useCallback(() => {
    const passed = Math.round(opened.spentMs + performance.now() - opened.at);
    return Math.min(MAX_QUIZ_DURATION_MS, Math.max(0, passed));
  }, [opened]);
}

type QuizFormProps = {
  quiz: Quiz;
  /** What was chosen before, from the draft or from a refused submission. */
  initial: Attempt;
  /** True when the server refused a submission because the quiz was changed. */
  wasRefused: boolean;
  onChange: (attempt: Attempt) => void;
  /** Resolves to false when nothing was submitted. */
  onSubmit: (answers: Answers, durationMs: number) => Promise<boolean>;
};

/** An attempt without answers starts with the quiz as it is now. */
function startedWith(attempt: Attempt, { questions, quizVersion }: Quiz): Attempt {
  return Object.keys(attempt.answers).length > 0 ? attempt : { ...attempt, asked: questions, quizVersion };
}

/** The attempt while it is made; the quiz may change meanwhile. */
function useQuizAttempt({ quiz, initial, onChange }: QuizFormProps, isBusy: boolean) {
  const [saved, setSaved] = useState(initial);
  const spent = useAnsweringTime(initial.spentMs);
  const attempt = startedWith(saved, quiz);
  const answers = fittingAnswers(quiz, attempt);
  const newest = useRef(attempt);
  newest.current = attempt;
  // A submitted attempt must not come back as a draft.
  const isSubmitted = useRef(isBusy);
  isSubmitted.current = isBusy;
  useEffect(() => {
    // Y7: nothing is written while a page unloads; it is hidden before that.
    const keepTime = () => {
      const begun = Object.keys(newest.current.answers).length > 0;
      if (document.visibilityState === 'hidden' && begun && !isSubmitted.current)
        onChange({ ...newest.current, spentMs: spent() });
    };
    document.addEventListener('visibilitychange', keepTime);
    return () => document.removeEventListener('visibilitychange', keepTime);
  }, [onChange, spent]);
  const press = (question: QuizQuestion, answerId: string) => {
    if (isBusy) return;
    const others = attempt.asked?.filter(({ id }) => id !== question.id);
    const asked = others && [...others, question];
    const next = { ...attempt, answers: choose(answers, question, answerId), asked, spentMs: spent() };
    setSaved(next);
    onChange(next);
  };
  return { attempt, answers, press, spent };
}

/** The questions; submit is enabled only when every one is answered (Q1). */
export function QuizForm(props: QuizFormProps) {
  const { quiz, wasRefused, onSubmit } = props;
  const [isBusy, setIsBusy] = useState(false);
  const { attempt, answers, press, spent } = useQuizAttempt(props, isBusy);
  useUnsavedPart(true);
  const missing = unanswered(quiz, answers);
  const marks = marksOf(quiz, attempt.asked);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy || missing.length > 0) return;
    setIsBusy(true);
    // The submission replaces the form; until then it cannot be submitted again.
    if (!(await onSubmit(answers, spent()))) setIsBusy(false);
  };
  return (
    <form onSubmit={(event) => void submit(event)} className="space-y-4">
      {(wasRefused || attempt.quizVersion !== quiz.quizVersion) && <QuizChanged marked={marks.size} />}
      {quiz.questions.map((question, index) => (
        <Question
          key={question.id}
          question={question}
          number={index + 1}
          chosen={chosenOf(answers, question.id)}
          mark={marks.get(question.id)}
          onChoose={(answerId) => press(question, answerId)}
        />
      ))}
      <AnswerBar quiz={quiz} missing={missing} isBusy={isBusy} />
    </form>
  );
}

/** The progress and the submit button. Stays in view, and has its own space at the end of the questions. */
function AnswerBar({ quiz, missing, isBusy }: { quiz: Quiz; missing: QuizQuestion[]; isBusy: boolean }) {
  const mark = usePageMark('bottom-bar');
  const total = quiz.questions.length;
  const answered = total - missing.length;
  const [next] = missing;
  const number = next ? quiz.questions.indexOf(next) + 1 : 0;
  return (
    <div
      {...mark}
      className="z-20 -mx-4 flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-t bg-canvas px-4 py-3 pb-[max(0.75rem,var(--safe-bottom))] md:mx-0 md:px-0 [@media(height>=30rem)]:sticky [@media(height>=30rem)]:bottom-0 [@media(height>=30rem)]:in-data-has-upload-note:bottom-20"
    >
      <div className="min-w-40 grow basis-40">
        <p id="quiz-missing" className="mb-1 flex flex-wrap justify-between gap-x-3 text-ink-soft">
          <span className="font-semibold text-ink">
            {answered} of {total} answered
          </span>
          <span>{missing.length > 0 ? `${missing.length} left` : 'Ready to submit'}</span>
        </p>
        <ProgressBar percent={percentDone(answered, total)} label="Questions answered" />
      </div>
      <div className="flex grow gap-2 max-[22rem]:flex-wrap lg:grow-0">
        {next && (
          <Button
            variant="secondary"
            size="big"
            className="grow max-sm:px-2 max-sm:text-base"
            onClick={(event) => event.currentTarget.form && goToQuestion(event.currentTarget.form, next.id)}
          >
            <ArrowDown aria-hidden className="size-5 max-sm:hidden" />
            Go to question {number}
          </Button>
        )}
        <Button
          icon={Send}
          type="submit"
          size="big"
          className="grow max-sm:px-3"
          disabled={missing.length > 0 || isBusy}
          aria-describedby="quiz-missing"
        >
          Submit
        </Button>
      </div>
    </div>
  );
}
