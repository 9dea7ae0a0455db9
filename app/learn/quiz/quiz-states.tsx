// Shown in place of a quiz: loading, no questions and why, a submission under way, a pass without its review.
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { CircleCheck, CloudUpload } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Lesson } from '#sync/contract/lesson.ts';
import type { PullOutcome } from '#sync/engine.ts';
import type { QuizEntry } from '#sync/store/entry.ts';
import { texts } from '../../api/messages.ts';
import { useConnection } from '../../device/connection.ts';
import { paths } from '../../paths.ts';
import { isForNewerApp, NeedsNewerApp } from '../../shell/needs-newer-app.tsx';
import { ActionBar } from '../../ui/action-bar.tsx';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState, LockedState, OfflineState } from '../../ui/state-view.tsx';
import { OpensNow } from '../downloads/opens-now.tsx';
import { NextLessonButton } from '../lesson-parts.tsx';
import { chosenOf } from './quiz-answers.ts';
import { AnswerTexts, QuestionHeading } from './quiz-results.tsx';

/** The title that says why there are no questions (R-Q5). */
function quizErrorTitle(outcome: PullOutcome): string {
  if (outcome.kind === 'paused') return outcome.reason === 'auth' ? texts.quizNeedsSignIn : texts.quizLoadFailed;
  if (outcome.kind !== 'refused') return texts.quizLoadFailed;
  if (outcome.status === 401) return texts.quizNeedsSignIn;
  if (outcome.code === 'quiz_not_found') return texts.quizEmpty;
  // The server responded, but not with readable questions.
  if (outcome.code === 'unreadable' && outcome.status < 400) return texts.quizLoadFailed;
  return t`Failed to fetch quiz questions`;
}

export function QuizSkeleton() {
  return (
    <div role="status" aria-label={t`Loading the questions`} className="space-y-4">
      <Skeleton className="h-56" />
      <Skeleton className="h-56" />
      <Skeleton className="h-56" />
    </div>
  );
}

export function QuizNeedsSignIn({ courseId, nextAddress }: { courseId: number; nextAddress: string | null }) {
  return (
    <LockedState
      title={texts.quizNeedsSignIn}
      action={
        <>
          <Button to={paths.signIn({ courseId })}>
            <Trans>Sign In</Trans>
          </Button>
          <Button variant="secondary" to={paths.auth({ courseId })}>
            <Trans>Sign Up</Trans>
          </Button>
          {nextAddress && <NextLessonButton variant="quiet" to={nextAddress} />}
        </>
      }
    >
      <Trans>Your answers are graded and saved to your account.</Trans>
    </LockedState>
  );
}

type NoQuestionsProps = {
  outcome?: PullOutcome | undefined;
  again?: () => void;
  lesson?: Lesson;
  /** The quiz has no questions. */
  isEmpty?: boolean;
  /** The questions on the device are out of date. */
  isChanged?: boolean;
};

/** Why there are no questions to answer (R-Q5). */
export function NoQuestions({ outcome, again, lesson, isEmpty, isChanged }: NoQuestionsProps) {
  if (isEmpty) return <ErrorState title={texts.quizEmpty} />;
  if (!outcome) return <QuizSkeleton />;
  if (outcome.kind === 'offline') {
    return (
      <>
        <OfflineState
          title={isChanged ? t`This quiz was changed while you were answering.` : t`This quiz is not on this device`}
          {...(again && { onRetry: again })}
        >
          {isChanged
            ? t`Your answers are saved. Connect to the internet to load the new questions.`
            : t`Connect to the internet once to load its questions.`}
        </OfflineState>
        {lesson && <OpensNow courseId={lesson.courseId} lessonId={lesson.id} />}
      </>
    );
  }
  if (isForNewerApp(outcome)) return <NeedsNewerApp />;
  const title = quizErrorTitle(outcome);
  const signIn = title === texts.quizNeedsSignIn && (
    <Button to={paths.signIn()}>
      <Trans>Sign In</Trans>
    </Button>
  );
  return <ErrorState title={title} {...(again && { onRetry: again })} action={signIn} />;
}

type QuizWaitingProps = {
  submission: QuizEntry;
  courseId: number;
  nextAddress: string | null;
  /** A pass is all that is missing of the course. */
  givesCertificate: boolean;
};

/** Saved and not graded yet; offline that may take days, so there is a way to continue. */
export function QuizWaiting({ submission, courseId, nextAddress, givesCertificate }: QuizWaitingProps) {
  const { isOffline } = useConnection();
  return (
    <>
      <div role="status" className="flex items-center gap-3 rounded-lg bg-accent-soft p-5 text-accent-text">
        <CloudUpload aria-hidden className="size-6 shrink-0" />
        <div>
          <p>
            {isOffline ? t`Saved. Your result appears when you are online.` : t`Saved. Your answers are being checked.`}
          </p>
          {isOffline && givesCertificate && (
            <p className="mt-1">
              <Trans>That was the last lesson. If you passed, your certificate comes with the result.</Trans>
            </p>
          )}
        </div>
      </div>
      {submission.asked && (
        <section className="space-y-3">
          <h2 className="font-semibold text-lg">
            <Trans>Your answers</Trans>
          </h2>
          <ol className="space-y-3">
            {submission.asked.map((question, index) => (
              <li key={question.id} className="wrap-anywhere space-y-2 rounded-lg border border-line bg-surface p-4">
                <QuestionHeading number={index + 1} question={question} />
                <AnswerTexts question={question} ids={chosenOf(submission.body.answers, question.id).map(Number)} />
              </li>
            ))}
          </ol>
        </section>
      )}
      {isOffline && (
        <ActionBar className="desk:items-end">
          {nextAddress ? (
            <NextLessonButton size="big" to={nextAddress} />
          ) : (
            <Button size="big" variant="secondary" to={paths.course(courseId)}>
              <Trans>Back to the course</Trans>
            </Button>
          )}
        </ActionBar>
      )}
    </>
  );
}

/** Passed on another device, or so long ago that the review is no longer here. */
export function QuizPassed({ children }: { children: ReactNode }) {
  return (
    <>
      <div className="flex flex-col items-center gap-2 text-center">
        <CircleCheck aria-hidden className="size-18 fill-complete text-surface" />
        <h2 className="font-bold text-2xl">
          <Trans>Perfect Score!</Trans>
        </h2>
        <p className="text-ink-soft">
          <Trans>You have passed this quiz with 100%. The review is on the device where you answered it.</Trans>
        </p>
      </div>
      {children}
    </>
  );
}
