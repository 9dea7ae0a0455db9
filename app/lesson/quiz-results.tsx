import { CircleCheck, CircleX, PartyPopper, RefreshCw } from 'lucide-react';
import type { Quiz, QuizQuestion, QuizReview } from '#sync/contract/quiz.ts';
import type { QuizResult } from '#sync/store.ts';
import { Button } from '../ui/button.tsx';

const wordsOf = (question: QuizQuestion, ids: number[]) =>
  question.answers
    .filter((answer) => ids.includes(answer.id))
    .map((answer) => answer.answer_text)
    .join(', ') || 'No answer';

function isRight({ chosenAnswerIds, correctAnswerIds }: QuizReview): boolean {
  return (
    chosenAnswerIds.length === correctAnswerIds.length && chosenAnswerIds.every((id) => correctAnswerIds.includes(id))
  );
}

function ReviewRow({ question, review }: { question: QuizQuestion; review: QuizReview }) {
  const right = isRight(review);
  const Icon = right ? CircleCheck : CircleX;
  return (
    <li className="flex gap-3 rounded-lg border border-line bg-surface p-4">
      <Icon aria-hidden className={`mt-0.5 size-6 shrink-0 ${right ? 'text-complete-text' : 'text-danger-text'}`} />
      <div className="min-w-0 space-y-1">
        <h3 className="font-semibold">
          <span className="sr-only">{right ? 'Right: ' : 'Wrong: '}</span>
          {question.question_text}
        </h3>
        <p>
          <span className="text-ink-soft">Your answer: </span>
          {wordsOf(question, review.chosenAnswerIds)}
        </p>
        {!right && (
          <p>
            <span className="text-ink-soft">Correct answer: </span>
            {wordsOf(question, review.correctAnswerIds)}
          </p>
        )}
        {review.explanation && <p className="text-ink-soft">{review.explanation}</p>}
      </div>
    </li>
  );
}

/** The verdict of the last submission with the review of every question (Q2, Q3). */
export function QuizResults({ quiz, result, onRetry }: { quiz: Quiz; result: QuizResult; onRetry: () => void }) {
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
            Your score: <strong>{result.score}%</strong>
          </p>
          {!result.passed && <p className="mt-1">You need 100% to pass this quiz.</p>}
        </div>
        {!result.passed && (
          <Button onClick={onRetry}>
            <RefreshCw aria-hidden className="size-5" />
            Retry
          </Button>
        )}
      </div>
      <h2 className="font-semibold text-lg">Review</h2>
      <ol className="space-y-2">
        {quiz.questions.map((question) => {
          const review = result.review.find(({ questionId }) => questionId === question.id);
          return review && <ReviewRow key={question.id} question={question} review={review} />;
        })}
      </ol>
    </section>
  );
}
