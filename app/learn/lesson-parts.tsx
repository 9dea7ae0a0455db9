import { Check, RotateCcw } from 'lucide-react';
import { type MouseEvent, useEffect, useRef } from 'react';
import type { Lesson } from '#sync/contract/lesson.ts';
import { picturesIn } from '#sync/contract/lesson-pictures.ts';
import type { Unit, WatchedRanges } from '#sync/contract/progress.ts';
import type { Intent } from '#sync/store/entry.ts';
import type { LessonState } from '#sync/store/reads.ts';
import { pictureWithToken } from '../api/media-token.ts';
import { useActiveUser } from '../device/active-user.tsx';
import { cachePictures } from '../device/media-worker.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Markdown } from '../ui/markdown.tsx';
import { useFoundParagraph } from './found-place.ts';

/** The props of every kind of lesson. `nextAddress` is null on the last lesson. */
export interface LessonProps {
  view: LessonState;
  nextAddress: string | null;
  progress: LessonProgress;
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
  /** Completes the lesson with 'Lesson Completed!'; false when it could not be saved on this device. */
  complete: (more?: { reflection?: string }) => Promise<boolean>;
  markComplete: () => void;
  /** Saves another reflection of a lesson that is already completed. */
  saveReflection: (reflection: string) => Promise<boolean>;
  /** Resets the lesson; the toast offers to undo that, back to `before`. */
  reset: (before: Unit) => void;
  /** Records a report of the player. */
  report: (report: WatchReport) => Promise<boolean>;
  submitQuiz: (submission: QuizIntent) => Promise<boolean>;
  /** Counts the Resets of a video: a new player must forget what the last one has played. */
  resets: number;
  /** True after a tap on this page that completed the lesson; completion by watching does not count. */
  hasCompleted: boolean;
}

/** What is on screen is loaded first. */
const KEEP_AFTER_MS = 2_000;

/** The lesson's text, or its description when it has none. */
export function LessonBody({ lesson: { body, description } }: { lesson: Pick<Lesson, 'body' | 'description'> }) {
  const isKnown = useActiveUser().state === 'known';
  const text = useRef<HTMLDivElement>(null);
  useFoundParagraph(text, body);
  // Pictures further down load lazily, and would be missing later when offline.
  useEffect(() => {
    const pictures = picturesIn(body);
    if (pictures.length === 0) return;
    const timer = setTimeout(() => cachePictures(pictures), KEEP_AFTER_MS);
    return () => clearTimeout(timer);
  }, [body]);
  if (!body.trim()) return <p className="max-w-prose text-ink-soft">{description}</p>;
  return (
    // A layer of its own, so that changes elsewhere on the page do not repaint a long text.
    <Card className="isolate p-4 sm:p-6 lg:p-8">
      <div ref={text}>
        <Markdown freshAddress={isKnown ? pictureWithToken : undefined}>{body}</Markdown>
      </div>
    </Card>
  );
}

type LessonActionsProps = {
  unit: Unit;
  /** Absent where only a passed attempt completes the lesson (Y13). */
  onMarkComplete?: () => void;
  /** Called with the unit as it was, so that the reset can be undone. */
  onReset: (before: Unit) => void;
};

/** Ignores the second half of a double tap, because the two buttons replace each other at once. */
const byOneTap = (act: () => void) => (event: MouseEvent) => {
  if (event.detail < 2) act();
};

/** 'Mark Complete', and 'Reset' once it is (S8). */
export function LessonActions({ unit, onMarkComplete, onReset }: LessonActionsProps) {
  if (unit.status === 'completed') {
    return (
      <Button icon={RotateCcw} variant="secondary" onClick={byOneTap(() => onReset(unit))}>
        Reset
      </Button>
    );
  }
  if (!onMarkComplete) return null;
  return (
    <Button icon={Check} variant="secondary" onClick={byOneTap(onMarkComplete)}>
      Mark Complete
    </Button>
  );
}
