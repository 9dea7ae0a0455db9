// The quiz in the finger's frame: one question a screen, dots, and a review before Submit.
import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { ArrowLeft, ChevronRight, LayoutGrid, type LucideIcon, X } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import type { Lesson } from '#sync/contract/lesson.ts';
import type { Quiz, QuizQuestion } from '#sync/contract/quiz.ts';
import { lessonFamily } from '../../paths.ts';
import { ActionBar } from '../../ui/action-bar.tsx';
import { Button, RoundButton } from '../../ui/button.tsx';
import { isFromRight } from '../../ui/direction.ts';
import { usePageMark } from '../../ui/page-mark.ts';
import { useLocation, useNavigate, useSearchParams } from '../../ui/router.ts';
import { LessonBody } from '../lesson-parts.tsx';
import { type Answers, chosenOf, type QuestionChange } from './quiz-answers.ts';
import { MARKS, QuestionScreen } from './quiz-question.tsx';
import { PassMark } from './quiz-results.tsx';
import { useQuizTexts } from './quiz-words.tsx';

type QuizScreensProps = {
  quiz: Quiz;
  lesson: Lesson;
  answers: Answers;
  missing: QuizQuestion[];
  marks: Map<number, QuestionChange>;
  isBusy: boolean;
  press: (question: QuizQuestion, answerId: string) => void;
  /** Resolves to false when nothing was submitted. */
  onSubmit: (event: FormEvent) => Promise<boolean>;
  /** What went wrong; shown on every screen. */
  children: ReactNode;
};

const REVIEW = 'review';
type Place = number | typeof REVIEW;

/** The parameter of the address: '1' for the first question. */
const nameOf = (place: Place) => (place === REVIEW ? REVIEW : String(place + 1));

type Step = { from: string; depth: number };

/** The shown screen, in the address, so that Back and a reload know it; without one `begin`, and beyond the last the last. */
function usePlace(total: number, begin: Place) {
  const [query, setQuery] = useSearchParams();
  const navigate = useNavigate();
  const step = useLocation().state as Partial<Step> | null;
  const named = query.get('question');
  const number = Number(named);
  const at: Place = named === REVIEW ? REVIEW : number > 0 ? Math.min(Math.floor(number), total) - 1 : begin;
  // Before anything can be pressed: after a press it would lead back.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once; later answers do not move the first screen
  useLayoutEffect(() => {
    if (!named) setQuery({ question: nameOf(begin) }, { replace: true, state: step });
  }, []);
  const depth = step?.depth ?? 0;
  const open = (place: Place) => {
    if (nameOf(place) === step?.from) return void navigate(-1);
    const next: Step = { from: nameOf(at), depth: depth + 1 };
    setQuery({ question: nameOf(place) }, { state: next });
  };
  /** Back to where the quiz was opened. */
  const leave = () => depth > 0 && void navigate(-depth);
  return { at, open, leave, isFromReview: step?.from === REVIEW };
}

/** Begins at the first question without an answer, else with the review; each screen takes the focus, and so is read out. */
export function QuizScreens(props: QuizScreensProps) {
  const { quiz, lesson, answers, missing, marks, isBusy, press, onSubmit, children } = props;
  const total = quiz.questions.length;
  const indexOf = (question: QuizQuestion) => quiz.questions.indexOf(question);
  const [first] = missing;
  const { at, open, leave, isFromReview } = usePlace(total, first ? indexOf(first) : REVIEW);
  const question = at === REVIEW ? undefined : quiz.questions[at];
  const place = useFocusOn(at);
  usePageMark('quiz-question');

  // A question that the review led to leads back to it.
  const isNextReview = isFromReview || at === total - 1;
  const move = (step: 1 | -1) => {
    if (at === REVIEW) return step < 0 && open(total - 1);
    if (step > 0) open(isNextReview ? REVIEW : at + 1);
    else if (at > 0) open(at - 1);
  };
  const goOn = async (event: FormEvent) => {
    event.preventDefault();
    if (at !== REVIEW) move(1);
    else if (first) open(indexOf(first));
    // Back from the result leads out of the quiz, not through its questions.
    else if (await onSubmit(event)) leave();
  };
  // Inside an input the arrow keys choose an answer, in a table they scroll, and Alt with one is the browser's.
  const byArrows = ({ key, target, altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent) => {
    if (target !== place.current || altKey || ctrlKey || metaKey || shiftKey) return;
    const on = isFromRight() ? 'ArrowLeft' : 'ArrowRight';
    if (key === 'ArrowRight' || key === 'ArrowLeft') move(key === on ? 1 : -1);
  };
  const [count, number] = [total - missing.length, Number(at) + 1];
  const answered = t`${count} of ${total} answered`;
  const firstNumber = first ? indexOf(first) + 1 : 0;

  return (
    <form onSubmit={(event) => void goOn(event)} onKeyDown={byArrows} data-one-tap className="flex grow flex-col">
      <QuizTopBar
        lesson={lesson}
        where={question ? t`Question ${number} of ${total}` : answered}
        icon={X}
        label={t`Leave; your answers are kept`}
      >
        {question && (
          <Button
            icon={LayoutGrid}
            variant="quiet"
            className="shrink-0 whitespace-nowrap px-3! low:order-1"
            onClick={() => open(REVIEW)}
          >
            <Trans>Review</Trans>
          </Button>
        )}
        <Dots quiz={quiz} answers={answers} at={at} label={answered} onOpen={() => open(REVIEW)} />
      </QuizTopBar>
      <div className="*:not-empty:mb-4">{children}</div>
      {question ? (
        <>
          {at === 0 && (
            <div className="mb-4 space-y-1">
              <LessonBody lesson={lesson} />
              <PassMark />
            </div>
          )}
          <QuestionScreen
            key={question.id}
            ref={place}
            question={question}
            number={Number(at) + 1}
            of={total}
            chosen={chosenOf(answers, question.id)}
            mark={marks.get(question.id)}
            onChoose={(answerId) => press(question, answerId)}
          />
          <ActionBar>
            <div className="flex gap-3">
              {at !== 0 && (
                <Button
                  variant="secondary"
                  size="big"
                  aria-label={t`Previous question`}
                  className="px-0!"
                  onClick={() => move(-1)}
                >
                  <ArrowLeft aria-hidden className="size-5" />
                </Button>
              )}
              <Button type="submit" size="big" className="grow">
                {isNextReview ? t`Review answers` : t`Next`}
              </Button>
            </div>
          </ActionBar>
        </>
      ) : (
        <>
          <h2 ref={place} tabIndex={-1} className="mt-2 font-bold text-2xl outline-none">
            {first
              ? plural(missing.length, { one: 'One question left', other: '# questions left' })
              : t`Ready to submit`}
          </h2>
          <div className="mt-1 mb-5">
            <PassMark />
          </div>
          <ReviewList {...props} onOpen={(one) => open(indexOf(one))} />
          <ActionBar>
            <Button type="submit" size="big" disabled={isBusy}>
              {first ? t`Answer question ${firstNumber}` : t`Submit`}
            </Button>
          </ActionBar>
        </>
      )}
    </form>
  );
}

/** The returned ref's element takes the focus whenever `shown` changes; at first only if the focus is nowhere else. */
function useFocusOn(shown: unknown) {
  const place = useRef<HTMLFieldSetElement & HTMLHeadingElement>(null);
  const isFirst = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each screen is another one
  useEffect(() => {
    const isFree = document.activeElement?.contains(place.current) ?? true;
    if (!isFirst.current || isFree) {
      window.scrollTo(0, 0);
      place.current?.focus({ preventScroll: true });
    }
    isFirst.current = false;
  }, [shown]);
  return place;
}

type QuizTopBarProps = {
  lesson: Lesson;
  where: string;
  /** The way back to the course. */
  icon: LucideIcon;
  label: string;
  children?: ReactNode;
};

/** What stands there in place of the app's and the lesson's own header. */
export function QuizTopBar({ lesson, where, icon, label, children }: QuizTopBarProps) {
  const { pathname } = useLocation();
  usePageMark('quiz-screen');
  return (
    <div className="@container -mx-4 -mt-2 md:-mt-6 md:mx-[calc((100%-var(--page-width))/2)] md:px-3 low:-mt-3 low:mb-2">
      <div className="flex min-h-14 flex-wrap items-center justify-between gap-1 pt-[calc(0.25rem+var(--safe-top))] pe-2 ps-1">
        <RoundButton icon={icon} to={lessonFamily(pathname).course(lesson.courseId)} aria-label={label} />
        {/* With large text the title has a line of its own. */}
        <div className="min-w-0 flex-1 low:max-w-[40%] low:flex-none @max-[18rem]:order-last @max-[18rem]:basis-full @max-[18rem]:px-3">
          <h1 dir="auto" className="font-semibold leading-tight md:text-lg md:leading-tight">
            {lesson.title}
          </h1>
          <p className="text-ink-soft text-sm leading-tight">{where}</p>
        </div>
        {children}
      </div>
    </div>
  );
}

type DotsProps = { quiz: Quiz; answers: Answers; at: Place; label: string; onOpen: () => void };

/** How far one is, as one button that opens the review. */
function Dots({ quiz: { questions }, answers, at, label, onOpen }: DotsProps) {
  return (
    <button
      type="button"
      onClick={onOpen}
      disabled={at === REVIEW}
      className={`order-last mb-2 flex min-h-touch basis-full items-center pe-2 ps-3 low:order-none low:mb-0 low:min-w-40 low:grow low:basis-0 ${questions.length > 24 ? 'gap-px' : 'gap-1'}`}
    >
      <span className="sr-only">
        {label}. <Trans>See all questions</Trans>
      </span>
      {questions.map(({ id }, index) => {
        const state =
          index === at
            ? 'grow-[2.4] border-[2.5px] border-accent bg-accent-soft'
            : chosenOf(answers, id).length > 0
              ? 'grow bg-accent'
              : 'grow border-[1.5px] border-line-strong bg-surface';
        return <span key={id} className={`h-2.5 basis-0 rounded-full transition-colors ${state}`} />;
      })}
    </button>
  );
}

/** One of several answers; inside a button there may be no list. */
const Bulleted = ({ text }: { text: string }) => (
  <span className="flex gap-2">
    <span aria-hidden>•</span>
    {text}
  </span>
);

type ReviewListProps = Pick<QuizScreensProps, 'quiz' | 'answers' | 'missing' | 'marks'> & {
  onOpen: (question: QuizQuestion) => void;
};

/** Every question with the answer that was chosen: first those without one, then those to look at again. */
function ReviewList({ quiz, answers, missing, marks, onOpen }: ReviewListProps) {
  const say = useQuizTexts();
  const row = (question: QuizQuestion) => {
    const isMissing = missing.includes(question);
    const chosen = chosenOf(answers, question.id);
    const texts = question.answers.filter(({ id }) => chosen.includes(String(id))).map(say.answer);
    const change = marks.get(question.id);
    return (
      <li key={question.id}>
        <button
          type="button"
          onClick={() => onOpen(question)}
          className="wrap-anywhere flex min-h-16 w-full items-start gap-3 p-3 ps-4 text-start hover:bg-sunken"
        >
          <span
            className={`mt-0.5 inline-flex size-8 shrink-0 items-center justify-center rounded-full font-bold text-sm ${isMissing ? 'border-2 border-ink' : 'bg-accent text-accent-ink'}`}
          >
            {quiz.questions.indexOf(question) + 1}
          </span>
          <span className="min-w-0 grow">
            <span dir="auto" className="block font-semibold">
              {say.question(question)}
            </span>
            <span className="block text-ink-soft text-sm">
              {change && `${MARKS[change]} · `}
              {isMissing
                ? t`Not answered`
                : texts.length > 1
                  ? texts.map((text) => <Bulleted key={text} text={text} />)
                  : texts[0]}
            </span>
          </span>
          <ChevronRight aria-hidden className="mt-3 size-5 shrink-0 text-ink-soft" />
        </button>
      </li>
    );
  };
  const answered = quiz.questions.filter((question) => !missing.includes(question));
  return (
    <>
      {missing.length > 0 && (
        <ul className="mb-6 divide-y divide-line overflow-hidden rounded-lg border-2 border-accent bg-surface">
          {missing.map(row)}
        </ul>
      )}
      {answered.length > 0 && (
        <>
          <h3 className="mb-3 flex items-baseline justify-between gap-3 font-semibold text-lg">
            <Trans>
              Answered
              <span className="font-normal text-base text-ink-soft">Tap to change</span>
            </Trans>
          </h3>
          <ul className="mb-4 divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface">
            {answered.map(row)}
          </ul>
        </>
      )}
    </>
  );
}
