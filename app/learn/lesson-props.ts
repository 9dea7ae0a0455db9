import type { Unit, WatchedRanges } from '#sync/contract/progress.ts';
import type { Intent } from '#sync/store/entry.ts';
import type { LessonState } from '#sync/store/reads.ts';

/** What every kind of lesson gets. `nextAddress` is null on the last lesson. */
export interface LessonProps {
  view: LessonState;
  nextAddress: string | null;
  progress: LessonProgress;
}

/** What a video says of itself; `positionSeconds` is where it stands. */
export interface WatchReport {
  status: 'in_progress' | 'completed';
  positionSeconds: number;
  watched: WatchedRanges;
}

export type QuizIntent = Omit<Extract<Intent, { kind: 'quiz' }>, 'kind' | 'courseId' | 'lessonId'>;

export interface LessonProgress {
  /** The lesson after the tap that this page has saved just now, until the live query has read it. */
  saved: Unit | null;
  /** Completes the lesson with 'Lesson Completed!'; false when it could not be kept on this device. */
  complete: (more?: { reflection?: string }) => Promise<boolean>;
  markComplete: () => void;
  /** Saves another reflection of a lesson that is completed already. */
  saveReflection: (reflection: string) => Promise<boolean>;
  /** Starts the lesson anew; the toast offers to have it back as it was `before`. */
  reset: (before: Unit) => void;
  /** A report of the player. */
  report: (report: WatchReport) => Promise<boolean>;
  submitQuiz: (submission: QuizIntent) => Promise<boolean>;
  /** Grows with every Reset of a video: a player that starts anew must forget what it has played. */
  resets: number;
  /** True after a tap on this page that completed the lesson; a video that is still playing does not count. */
  hasCompleted: boolean;
}
