import { ArrowDown, Send } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { Quiz, QuizQuestion } from '#sync/contract/quiz.ts';
import { Button } from '../ui/button.tsx';
import { usePageMark } from '../ui/page-mark.ts';
import { ProgressBar } from '../ui/progress-bar.tsx';
import { useUnfinished } from '../use-unfinished.ts';
import { type Answers, type Attempt, choose, chosenOf, fittingAnswers, marksOf, unanswered } from './quiz-answers.ts';
import { QuizChanged } from './quiz-changed.tsx';
import { goToQuestion, Question } from './quiz-question.tsx';
import { useAnsweringTime } from './use-answering-time.ts';

type QuizFormProps = {
  quiz: Quiz;
  /** What was chosen before, from the draft or from a refused submission. */
  initial: Attempt;
  /** True when the server refused a submission because the quiz was changed. */
  wasRefused: boolean;
  onChange: (attempt: Attempt) => void;
  /** False when nothing was handed in. */
  onSubmit: (answers: Answers, durationMs: number) => Promise<boolean>;
};

/** An attempt without an answer has no past: it begins with the quiz as it is now. */
function begunWith(attempt: Attempt, { questions, quizVersion }: Quiz): Attempt {
  return Object.keys(attempt.answers).length > 0 ? attempt : { ...attempt, asked: questions, quizVersion };
}

/** The attempt while it is being made; the quiz may change under it. */
function useAttempt({ quiz, initial, onChange }: QuizFormProps, isBusy: boolean) {
  const [kept, setKept] = useState(initial);
  const spent = useAnsweringTime(initial.spentMs);
  const attempt = begunWith(kept, quiz);
  const answers = fittingAnswers(quiz, attempt);
  const newest = useRef(attempt);
  newest.current = attempt;
  // What is being handed in must not come back as a draft.
  const isHandedIn = useRef(isBusy);
  isHandedIn.current = isBusy;
  useEffect(() => {
    // Y7: nothing is written while a page unloads; hiding comes before.
    const keepTime = () => {
      const begun = Object.keys(newest.current.answers).length > 0;
      if (document.visibilityState === 'hidden' && begun && !isHandedIn.current)
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
    setKept(next);
    onChange(next);
  };
  return { attempt, answers, press, spent };
}

/** The questions; submit is enabled only when every one is answered (Q1). */
export function QuizForm(props: QuizFormProps) {
  const { quiz, wasRefused, onSubmit } = props;
  const [isBusy, setIsBusy] = useState(false);
  const { attempt, answers, press, spent } = useAttempt(props, isBusy);
  useUnfinished(true);
  const missing = unanswered(quiz, answers);
  const marks = marksOf(quiz, attempt.asked);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy || missing.length > 0) return;
    setIsBusy(true);
    // What was handed in takes the form's place; until then it cannot be handed in again.
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

type AnswerBarProps = { quiz: Quiz; missing: QuizQuestion[]; isBusy: boolean };

/** How far the person is, and the way on. It stays in sight and has room of its own at the end of the questions. */
function AnswerBar({ quiz, missing, isBusy }: AnswerBarProps) {
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
        <ProgressBar percent={total === 0 ? 0 : Math.floor((100 * answered) / total)} label="Questions answered" />
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
          type="submit"
          size="big"
          className="grow max-sm:px-3"
          disabled={missing.length > 0 || isBusy}
          aria-describedby="quiz-missing"
        >
          <Send aria-hidden className="size-5" />
          Submit
        </Button>
      </div>
    </div>
  );
}
