import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { ChevronDown, CircleCheck, CircleX, Eye } from 'lucide-react';
import type { ReactNode } from 'react';
import { percentDone } from '#sync/contract/fields.ts';
import type { QuizQuestion } from '#sync/contract/quiz.ts';
import { isCorrect, type QuizReview } from '#sync/contract/quiz-review.ts';
import type { QuizResult } from '#sync/store/store.ts';
import { Card } from '../../ui/card.tsx';
import { Flourish } from '../../ui/flourish.tsx';
import { ProgressRing } from '../../ui/progress.tsx';
import { useQuizTexts } from './quiz-words.tsx';

/** The texts of some answers, as a list where there are several. */
export function AnswerTexts({ question, ids }: { question: QuizQuestion | undefined; ids: number[] }) {
  const say = useQuizTexts();
  const texts = question?.answers.filter(({ id }) => ids.includes(id)).map(say.answer) ?? [];
  if (texts.length === 0) return ids.length > 0 ? t`An answer that is no longer part of this quiz` : t`No answer`;
  if (texts.length === 1) return <p dir="auto">{texts[0]}</p>;
  return (
    <ul className="list-disc ps-5">
      {texts.map((text) => (
        <li key={text} dir="auto">
          {text}
        </li>
      ))}
    </ul>
  );
}

export function QuestionHeading({ number, question }: { number: number; question: QuizQuestion | undefined }) {
  const say = useQuizTexts();
  return (
    <h3 dir="auto" className="font-semibold">
      <span dir="ltr" className="sr-only">
        <Trans>Question</Trans>{' '}
      </span>
      {number}. {question ? say.question(question) : t`A question that is no longer part of this quiz`}
    </h3>
  );
}

type ResultProps = { number: number; question: QuizQuestion | undefined; review: QuizReview };

/** A wrong answer: what and why; the correct answer is one tap away, not beside Retry. */
function WrongAnswer({ number, question, review }: ResultProps) {
  const explanation = useQuizTexts().explanation(review);
  return (
    <Card className="wrap-anywhere divide-y divide-line overflow-hidden">
      <div className="space-y-3 p-4">
        <QuestionHeading number={number} question={question} />
        <div className="flex gap-3 rounded-md bg-sunken p-3">
          <CircleX aria-hidden className="size-6 shrink-0" />
          <div className="min-w-0">
            <p className="text-ink-soft text-sm">
              <Trans>Your answer: incorrect</Trans>
            </p>
            <div className="font-semibold">
              <AnswerTexts question={question} ids={review.chosenAnswerIds} />
            </div>
          </div>
        </div>
        {explanation && <p dir="auto">{explanation}</p>}
      </div>
      <Disclosure icon={<Eye aria-hidden className="size-5 shrink-0" />} label={t`Show correct answer`}>
        <AnswerTexts question={question} ids={review.correctAnswerIds} />
      </Disclosure>
    </Card>
  );
}

function RightAnswer({ number, question, review }: ResultProps) {
  const explanation = useQuizTexts().explanation(review);
  return (
    <div className="wrap-anywhere space-y-2 py-4">
      <QuestionHeading number={number} question={question} />
      <p className="text-ink-soft text-sm">
        <Trans>Your answer: correct</Trans>
      </p>
      <div>
        <AnswerTexts question={question} ids={review.chosenAnswerIds} />
      </div>
      {explanation && (
        <p dir="auto" className="text-ink-soft">
          {explanation}
        </p>
      )}
    </div>
  );
}

function Disclosure({ icon, label, children }: { icon: ReactNode; label: string; children: ReactNode }) {
  return (
    <details className="group">
      <summary className="flex min-h-action list-none items-center gap-3 px-4 py-2 font-semibold hover:bg-sunken [&::-webkit-details-marker]:hidden">
        {icon}
        <span className="grow">{label}</span>
        <ChevronDown aria-hidden className="size-5 shrink-0 text-ink-soft transition-transform group-open:rotate-180" />
      </summary>
      <div className="px-4 pb-4">{children}</div>
    </details>
  );
}

type QuizResultsProps = {
  /** The questions as they were asked. */
  questions: QuizQuestion[];
  result: Pick<QuizResult, 'score' | 'passed' | 'review' | 'isRegraded'>;
  /** What a passed quiz says besides. */
  children?: ReactNode;
};

type QuizVerdictProps = Pick<QuizResultsProps, 'result'> & {
  /** True when the result came while this page was open. */
  isNews?: boolean;
};

/** What the last submission comes to (R-Q2). */
export function QuizVerdict({ result, isNews = false }: QuizVerdictProps) {
  const { score, passed, review, isRegraded = false } = result;
  const right = review.filter(isCorrect).length;
  const count = review.length;
  return (
    <div className={passed ? 'flex flex-col items-center gap-2 text-center' : 'flex flex-wrap items-center gap-4'}>
      {passed && isNews && <Flourish />}
      {passed && !isNews && <CircleCheck aria-hidden className="size-18 fill-complete text-surface" />}
      {!passed && (
        <ProgressRing
          percent={percentDone(right, review.length)}
          tone="neutral"
          className={`size-22 font-bold ${review.length < 10 ? 'text-xl' : 'text-lg'}`}
        >
          <span aria-hidden>
            {right}/{review.length}
          </span>
        </ProgressRing>
      )}
      <div className={passed ? '' : 'min-w-48 grow basis-48'}>
        <h2 className="font-bold text-2xl">{passed ? t`Perfect Score!` : t`Try Again`}</h2>
        <p className="text-ink-soft">
          <Trans>
            Your score: <strong className="text-ink">{score}%</strong>
          </Trans>
          <span className="sr-only">
            {' '}
            <Trans>
              ({right} of {count} correct)
            </Trans>
          </span>
        </p>
        {!passed && <PassMark />}
        {isRegraded && (
          <p className="text-ink-soft">
            <Trans>Your answers were graded again after the quiz was corrected.</Trans>
          </p>
        )}
      </div>
    </div>
  );
}

/** Said before the first question, before Submit and after a failure. */
export const PassMark = () => (
  <p className="text-ink-soft">
    <Trans>You need 100% to pass this quiz.</Trans>
  </p>
);

/** Every question of the last submission with its answer (R-Q3): first what was wrong. */
export function QuizResults({ questions, result, children }: QuizResultsProps) {
  // The number that the form showed; a removed question gets its position in the review.
  const answers = result.review.map((review, index) => {
    const question = questions.find(({ id }) => id === review.questionId);
    return { review, question, number: question ? questions.indexOf(question) + 1 : index + 1 };
  });
  const right = answers.filter(({ review }) => isCorrect(review));
  const wrong = answers.filter(({ review }) => !isCorrect(review));
  return (
    <section className="flex flex-col gap-6">
      {children}
      {wrong.length > 0 && (
        <section className="space-y-3">
          <h2 className="font-semibold text-lg">
            <Trans>What was wrong</Trans>
          </h2>
          <ol className="space-y-3">
            {wrong.map((answer) => (
              <li key={answer.review.questionId}>
                <WrongAnswer {...answer} />
              </li>
            ))}
          </ol>
        </section>
      )}
      {right.length > 0 && (
        <Card>
          <Disclosure
            icon={<CircleCheck aria-hidden className="size-6 shrink-0 fill-complete text-surface" />}
            label={plural(right.length, { one: '# correct answer', other: '# correct answers' })}
          >
            <ol className="divide-y divide-line">
              {right.map((answer) => (
                <li key={answer.review.questionId}>
                  <RightAnswer {...answer} />
                </li>
              ))}
            </ol>
          </Disclosure>
        </Card>
      )}
    </section>
  );
}
