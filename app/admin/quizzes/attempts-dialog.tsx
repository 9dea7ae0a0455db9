// Past attempts at a quiz, and one of them in the wording of its version.
import { ArrowLeft, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import type { QuizAttemptRow } from '#sync/contract/quiz-authoring.ts';
import { momentWords } from '../../moments.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState } from '../../ui/state-view.tsx';
import { TroubleView } from '../trouble-view.tsx';
import { adminTexts } from '../words.ts';
import { AttemptView } from './attempt-view.tsx';
import { useAttempts } from './use-attempts.ts';

type AttemptsDialogProps = { lesson: { id: number; title: string }; onClose: () => void };

export function AttemptsDialog({ lesson, onClose }: AttemptsDialogProps) {
  const [read, setRead] = useState<QuizAttemptRow>();
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={read ? `Attempt of ${nameOf(read)}` : 'Past attempts'}
      description={lesson.title}
    >
      {read ? (
        <>
          <Button variant="quiet" className="self-start px-3!" onClick={() => setRead(undefined)}>
            <ArrowLeft aria-hidden className="size-5" />
            All attempts
          </Button>
          <AttemptFacts attempt={read} />
          <AttemptView lessonId={lesson.id} attemptId={read.id} />
        </>
      ) : (
        <AttemptList lessonId={lesson.id} onRead={setRead} />
      )}
    </Dialog>
  );
}

const nameOf = ({ fullName, email }: QuizAttemptRow) => fullName ?? email;

function AttemptList({ lessonId, onRead }: { lessonId: number; onRead: (attempt: QuizAttemptRow) => void }) {
  const { attempts, trouble, again, more, isFetchingMore } = useAttempts(lessonId);
  if (trouble && !attempts) return <TroubleView title={adminTexts.failedAttempts} {...{ trouble, again }} />;
  if (!attempts) {
    return (
      <div role="status" aria-label="Loading the attempts">
        <Skeleton className="h-56" />
      </div>
    );
  }
  if (attempts.length === 0) {
    return <EmptyState title="No attempts to show">You see those of the people in your organization.</EmptyState>;
  }
  return (
    <>
      <ul aria-label="Attempts" className="flex flex-col">
        {attempts.map((attempt) => (
          <li key={attempt.id} className="border-line not-first:border-t">
            <button
              type="button"
              onClick={() => onRead(attempt)}
              className="flex min-h-touch w-full items-center gap-3 rounded-md px-2 py-2 text-left hover:bg-sunken"
            >
              <span className="wrap-anywhere min-w-0 grow">
                <span className="block font-medium">{nameOf(attempt)}</span>
                <span className="block text-ink-soft text-sm">{momentWords(attempt.submittedAt)}</span>
              </span>
              <Score attempt={attempt} />
              <ChevronRight aria-hidden className="size-5 shrink-0 text-ink-soft" />
            </button>
          </li>
        ))}
      </ul>
      {trouble && <p role="alert">{adminTexts.failedAttempts}</p>}
      {more && (
        <Button variant="secondary" disabled={isFetchingMore} onClick={more}>
          {isFetchingMore ? 'Loading...' : 'Show more'}
        </Button>
      )}
    </>
  );
}

function Score({ attempt: { score, passed } }: { attempt: QuizAttemptRow }) {
  return (
    <Badge tone={passed ? 'complete' : 'danger'}>
      {score}% {passed ? 'Passed' : 'Not passed'}
    </Badge>
  );
}

function AttemptFacts({ attempt }: { attempt: QuizAttemptRow }) {
  const { submittedAt, durationMs, isCurrent } = attempt;
  const seconds = durationMs === null ? '' : `, ${Math.round(durationMs / 1000)} seconds`;
  return (
    <div className="flex flex-col gap-2">
      <p className="flex flex-wrap items-center gap-2">
        <Score attempt={attempt} />
        <span className="text-ink-soft">
          {momentWords(submittedAt)}
          {seconds}
        </span>
      </p>
      {!isCurrent && (
        <p className="rounded-md bg-accent-soft p-3 text-accent-text">
          The quiz was changed since. This is how it read when it was answered.
        </p>
      )}
    </div>
  );
}
