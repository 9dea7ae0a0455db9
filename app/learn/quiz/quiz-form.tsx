import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { ArrowDown, Send } from 'lucide-react';
import { type FormEvent, type ReactNode, useState } from 'react';
import { percentDone } from '#sync/contract/fields.ts';
import type { Lesson } from '#sync/contract/lesson.ts';
import { MAX_QUIZ_DURATION_MS, type Quiz, type QuizQuestion } from '#sync/contract/quiz.ts';
import { useWhenHidden } from '../../device/page-signals.ts';
import { useUnsavedPart } from '../../device/unsaved-guard.ts';
import { useBottomBar } from '../../ui/bottom-bar.ts';
import { Button } from '../../ui/button.tsx';
import { ProgressBar } from '../../ui/progress.tsx';
import { HAND, useMediaQuery } from '../../ui/use-media-query.ts';
import { LessonBody } from '../lesson-parts.tsx';
import { type Answers, type Attempt, choose, chosenOf, fittingAnswers, marksOf, unanswered } from './quiz-answers.ts';
import { nameOf, Question, QuizChanged } from './quiz-question.tsx';
import { PassMark } from './quiz-results.tsx';
import { QuizScreens } from './quiz-screens.tsx';

/** Moves the focus to a question of the page, and the page to it. */
function goToQuestion(form: HTMLFormElement, questionId: number): void {
  const input = form.querySelector<HTMLInputElement>(`input[name="${nameOf(questionId)}"]`);
  input?.focus({ preventScroll: true });
  input?.closest('fieldset')?.scrollIntoView({ block: 'start' });
}

/** How long the questions have been open, in ms, with `spentMs` from before a reload (P-19), by a clock that nobody can change. */
function useAnsweringTime(spentMs: number): () => number {
  const [begunAt] = useState(() => performance.now() - spentMs);
  return () => Math.min(MAX_QUIZ_DURATION_MS, Math.max(0, Math.round(performance.now() - begunAt)));
}

type QuizFormProps = {
  quiz: Quiz;
  lesson: Lesson;
  /** Above the questions: what went wrong. */
  children: ReactNode;
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
  useWhenHidden(() => {
    // A submitted attempt must not come back as a draft.
    if (!isBusy && Object.keys(attempt.answers).length > 0) onChange({ ...attempt, spentMs: spent() });
  });
  const press = (question: QuizQuestion, answerId: string) => {
    if (isBusy) return;
    const asked = [...attempt.asked.filter(({ id }) => id !== question.id), question];
    const next = { ...attempt, answers: choose(answers, question, answerId), asked, spentMs: spent() };
    setSaved(next);
    onChange(next);
  };
  return { attempt, answers, press, spent };
}

/** The questions, in the finger's frame one at a time; submit is enabled only when every one is answered (R-Q1). */
export function QuizForm(props: QuizFormProps) {
  const { quiz, lesson, wasRefused, onSubmit } = props;
  const [isBusy, setIsBusy] = useState(false);
  const { attempt, answers, press, spent } = useQuizAttempt(props, isBusy);
  useUnsavedPart(true);
  const isByHand = useMediaQuery(HAND);
  const missing = unanswered(quiz, answers);
  const marks = marksOf(quiz, attempt.asked);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy || missing.length > 0) return false;
    setIsBusy(true);
    const isSubmitted = await onSubmit(answers, spent());
    // The submission replaces the form; until then it cannot be submitted again.
    if (!isSubmitted) setIsBusy(false);
    return isSubmitted;
  };
  const notes = (
    <>
      {props.children}
      {(wasRefused || attempt.quizVersion !== quiz.quizVersion) && <QuizChanged marked={marks.size} />}
    </>
  );
  const answering = { quiz, answers, missing, marks, isBusy, press };
  if (isByHand)
    return (
      <QuizScreens {...answering} lesson={lesson} onSubmit={submit}>
        {notes}
      </QuizScreens>
    );
  return (
    <form onSubmit={(event) => void submit(event)} className="space-y-4">
      <LessonBody lesson={lesson} />
      <PassMark />
      {notes}
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
  const bar = useBottomBar();
  const total = quiz.questions.length;
  const answered = total - missing.length;
  const [next] = missing;
  const number = next ? quiz.questions.indexOf(next) + 1 : 0;
  return (
    <div
      {...bar}
      className="z-20 -mx-4 flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-t bg-canvas px-4 py-3 pb-[max(0.75rem,var(--safe-bottom))] md:mx-0 md:px-0 [@media(height>=30rem)]:sticky [@media(height>=30rem)]:bottom-0 [@media(height>=30rem)]:in-data-has-upload-note:bottom-20"
    >
      <div className="min-w-40 grow basis-40">
        <p id="quiz-missing" className="mb-1 flex flex-wrap justify-between gap-x-3 text-ink-soft">
          <span className="font-semibold text-ink">
            <Trans>
              {answered} of {total} answered
            </Trans>
          </span>
          <span>
            {missing.length > 0 ? plural(missing.length, { one: '# left', other: '# left' }) : t`Ready to submit`}
          </span>
        </p>
        <ProgressBar percent={percentDone(answered, total)} label={t`Questions answered`} />
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
            <Trans>Go to question {number}</Trans>
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
          <Trans>Submit</Trans>
        </Button>
      </div>
    </div>
  );
}
