import { CircleCheck, CircleX, PartyPopper, RefreshCw } from 'lucide-react';
import type { ReactNode } from 'react';
import type { QuizQuestion, QuizReview } from '#sync/contract/quiz.ts';
import type { QuizResult } from '#sync/store/store.ts';
import { Button } from '../../ui/button.tsx';
import { isCorrect } from './quiz-answers.ts';

/** A label with the texts of some answers, as a list where there are several. */
function AnswerTexts({ label, question, ids }: { label: string; question: QuizQuestion | undefined; ids: number[] }) {
  const texts = question?.answers.filter(({ id }) => ids.includes(id)).map((answer) => answer.answer_text) ?? [];
  const shown =
    texts.length > 0 ? texts : [ids.length > 0 ? 'An answer that is no longer part of this quiz' : 'No answer'];
  return (
    <div className="flex flex-wrap gap-x-2">
      <dt className="text-ink-soft">{label}:</dt>
      <dd className="min-w-0">
        {shown.length === 1 ? (
          shown[0]
        ) : (
          <ul className="list-disc pl-5">
            {shown.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        )}
      </dd>
    </div>
  );
}

type AnswerRowProps = {
  /** Its position among the questions, from 1. */
  number: number;
  question: QuizQuestion | undefined;
  /** The ids of the user's answers. */
  chosen: number[];
  icon?: ReactNode;
  /** Whether the answer was correct; absent before the result. */
  verdict?: ReactNode;
  children?: ReactNode;
};

/** One question with the user's answer. */
export function AnswerRow({ number, question, chosen, icon, verdict, children }: AnswerRowProps) {
  return (
    <li className="wrap-anywhere flex gap-3 rounded-lg border border-line bg-surface p-4">
      {icon}
      <div className="min-w-0 space-y-1">
        <p className="flex flex-wrap gap-x-2">
          <span className="text-ink-soft">Question {number}</span>
          {verdict}
        </p>
        <h3 className="font-semibold">{question?.question_text ?? 'A question that is no longer part of this quiz'}</h3>
        <dl className="space-y-1">
          <AnswerTexts label="Your answer" question={question} ids={chosen} />
          {children}
        </dl>
      </div>
    </li>
  );
}

type ReviewRowProps = { number: number; question: QuizQuestion | undefined; review: QuizReview };

function ReviewRow({ number, question, review }: ReviewRowProps) {
  const isRight = isCorrect(review);
  const Icon = isRight ? CircleCheck : CircleX;
  const tone = isRight ? 'text-complete-text' : 'text-danger-text';
  return (
    <AnswerRow
      number={number}
      question={question}
      chosen={review.chosenAnswerIds}
      icon={<Icon aria-hidden className={`size-6 shrink-0 ${tone}`} />}
      verdict={<span className={`font-semibold ${tone}`}>{isRight ? 'Correct' : 'Incorrect'}</span>}
    >
      <AnswerTexts label="Correct answer" question={question} ids={review.correctAnswerIds} />
      {review.explanation && (
        <div className="mt-2 border-line border-l-4 pl-3">
          <dt className="sr-only">Explanation:</dt>
          <dd className="text-ink-soft">{review.explanation}</dd>
        </div>
      )}
    </AnswerRow>
  );
}

type QuizResultsProps = {
  /** The questions as they were asked. */
  questions: QuizQuestion[];
  result: Pick<QuizResult, 'score' | 'passed' | 'review'>;
  onRetry: () => void;
};

/** The result of the last submission with the review of every question (Q2, Q3). */
export function QuizResults({ questions, result, onRetry }: QuizResultsProps) {
  const correct = result.review.filter(isCorrect).length;
  // The number that the form showed; a removed question gets its position in the review.
  const numberOf = ({ questionId }: QuizReview, index: number) =>
    questions.findIndex(({ id }) => id === questionId) + 1 || index + 1;
  return (
    <section className="space-y-4">
      <div
        role="status"
        className={`flex flex-wrap items-center justify-between gap-4 rounded-lg p-4 sm:p-5 ${result.passed ? 'bg-complete-soft' : 'bg-danger-soft'}`}
      >
        <div>
          <h2
            className={`flex items-center gap-2 font-semibold text-xl ${result.passed ? 'text-complete-text' : 'text-danger-text'}`}
          >
            {result.passed && <PartyPopper aria-hidden className="size-6" />}
            {result.passed ? 'Perfect Score!' : 'Try Again'}
          </h2>
          <p className="mt-1">
            Your score: <strong>{result.score}%</strong> ({correct} of {result.review.length} correct)
          </p>
          {!result.passed && <p className="mt-1">You need 100% to pass this quiz.</p>}
        </div>
        {!result.passed && (
          <Button icon={RefreshCw} size="big" onClick={onRetry}>
            Retry
          </Button>
        )}
      </div>
      <h2 className="font-semibold text-lg">Review</h2>
      <ol className="space-y-2">
        {result.review.map((review, index) => (
          <ReviewRow
            key={review.questionId}
            number={numberOf(review, index)}
            question={questions.find(({ id }) => id === review.questionId)}
            review={review}
          />
        ))}
      </ol>
    </section>
  );
}
