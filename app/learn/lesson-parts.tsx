import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { ArrowRight, Check, CircleCheck, EllipsisVertical, RotateCcw } from 'lucide-react';
import { type ComponentProps, type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import type { Check as TextCheck } from '#sync/contract/check-block.ts';
import type { Lesson } from '#sync/contract/lesson.ts';
import { picturesIn } from '#sync/contract/lesson-pictures.ts';
import type { Unit, WatchedRanges } from '#sync/contract/progress.ts';
import type { Intent } from '#sync/store/entry.ts';
import type { LessonState } from '#sync/store/reads.ts';
import { pictureWithToken } from '../api/media-token.ts';
import { useActiveUser, useEngine } from '../device/active-user.tsx';
import { cachePictures } from '../device/media-worker.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { CheckHeard } from '../ui/check-heard.ts';
import { Markdown } from '../ui/markdown.tsx';
import { useFoundParagraph } from './found-place.ts';

/** The props of every kind of lesson, each of which takes what it shows. */
export interface LessonProps {
  view: LessonState;
  courseTitle: string;
  next: LessonState | undefined;
  /** Null on the last lesson and on the only open one. */
  nextAddress: string | null;
  progress: LessonProgress;
  heading: ReactNode;
  /** Below the heading, or below the result of a quiz. */
  download: ReactNode;
  documents: ReactNode;
  /** What a completed lesson says. */
  end: ReactNode;
  /** It says that the course is completed, which is greater news than a score. */
  endsCourse: boolean;
  /** The main action once the lesson is completed. */
  nextStep: ReactNode;
  /** Every other lesson is completed, or waits for its result as well. */
  givesCertificate: boolean;
}

/** The progress of a video. */
export interface WatchReport {
  status: 'in_progress' | 'completed';
  positionSeconds: number;
  watched: WatchedRanges;
}

type QuizIntent = Omit<Extract<Intent, { kind: 'quiz' }>, 'kind' | 'courseId' | 'lessonId'>;

export interface LessonProgress {
  /** The lesson's unit after the tap that was just saved, until the live query has read it; else null. */
  saved: Unit | null;
  /** False when it could not be saved on this device. The page says so itself; only where it `isLeft` at once, a toast does. */
  complete: (more?: { reflection?: string; isLeft?: boolean }) => Promise<boolean>;
  markComplete: () => void;
  /** Saves another reflection of a lesson that is already completed. */
  saveReflection: (reflection: string) => Promise<boolean>;
  /** Resets the lesson; the toast offers to undo that, back to `before`. */
  reset: (before: Unit) => void;
  /** Records a report of the player. */
  report: (report: WatchReport) => Promise<boolean>;
  submitQuiz: (submission: QuizIntent) => Promise<boolean>;
  /** Takes away the toast of the last result, which a new attempt makes stale. */
  closeResult: () => void;
  /** Counts the Resets of a video: a new player must forget what the last one has played. */
  resets: number;
  /** What completed the lesson while this page is open; null for neither, and after a Reset or its Undo. */
  completedBy: 'tap' | 'watching' | null;
}

/** What is on screen is loaded first. */
const KEEP_AFTER_MS = 2_000;

/** The lesson's text, or its description when it has none. */
export function LessonBody({
  lesson: { id, courseId, body, description },
}: {
  lesson: Pick<Lesson, 'id' | 'courseId' | 'body' | 'description'>;
}) {
  const isKnown = useActiveUser().state === 'known';
  const { replica } = useEngine();
  const text = useRef<HTMLDivElement>(null);
  useFoundParagraph(text, body);
  // What is answered wrong can be practised later; an answer in the text does without that.
  const hear = useCallback(
    async (check: TextCheck, isRight: boolean) => {
      if (isRight) return;
      const { noteWrong } = await import('#sync/extras/practice.ts');
      await noteWrong(replica, { courseId, lessonId: id, check });
    },
    [replica, courseId, id],
  );
  // Pictures further down load lazily, and would be missing later when offline.
  useEffect(() => {
    const pictures = picturesIn(body);
    if (pictures.length === 0) return;
    const timer = setTimeout(() => cachePictures(pictures), KEEP_AFTER_MS);
    return () => clearTimeout(timer);
  }, [body]);
  if (!body.trim())
    return (
      <p dir="auto" className="max-w-prose text-ink-soft">
        {description}
      </p>
    );
  return (
    // A layer of its own, so that changes elsewhere on the page do not repaint a long text.
    <Card className="isolate hand:border-0 hand:bg-transparent hand:shadow-none desk:p-6 desk:lg:p-8">
      <div ref={text}>
        <CheckHeard value={isKnown ? hear : undefined}>
          <Markdown freshAddress={isKnown ? pictureWithToken : undefined}>{body}</Markdown>
        </CheckHeard>
      </div>
    </Card>
  );
}

export function NextLessonButton(
  look: Pick<ComponentProps<typeof Button>, 'variant' | 'size' | 'className'> & { to: string },
) {
  return (
    <Button {...look}>
      <Trans>Continue to Next Lesson</Trans>
      <ArrowRight aria-hidden className="size-5" />
    </Button>
  );
}

type LessonActionsProps = {
  unit: Unit;
  /** Absent where only a passed attempt completes the lesson (Y13), and where another button does. */
  onMarkComplete?: () => void;
  /** Called with the unit as it was, so that the reset can be undone. */
  onReset: (before: Unit) => void;
};

/** 'Mark Complete', and once it is, 'Completed' and behind 'More' the button 'Reset' (R-S8). */
export function LessonActions({ unit, onMarkComplete, onReset }: LessonActionsProps) {
  const [isOpen, setIsOpen] = useState(false);
  if (unit.status !== 'completed') {
    return (
      onMarkComplete && (
        <Button icon={Check} variant="quiet" className="-ms-4 self-start" onClick={onMarkComplete}>
          <Trans>Mark Complete</Trans>
        </Button>
      )
    );
  }
  const reset = () => {
    setIsOpen(false);
    onReset(unit);
  };
  return (
    <div className="flex items-center gap-1">
      <Button icon={CircleCheck} variant="quiet" disabled className="-ms-4 text-complete-text! opacity-100!">
        <Trans>Completed</Trans>
      </Button>
      <IconButton
        icon={EllipsisVertical}
        aria-label={t`More`}
        aria-expanded={isOpen}
        className="-ms-3 text-ink-soft"
        onClick={() => setIsOpen(!isOpen)}
      />
      {isOpen && (
        <Button icon={RotateCcw} variant="quiet" title={t`Starts this lesson over`} onClick={reset}>
          <Trans>Reset</Trans>
        </Button>
      )}
    </div>
  );
}
