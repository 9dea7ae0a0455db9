import type { LessonState } from '#sync/reads.ts';
import type { LessonProgress } from './use-lesson-progress.ts';

/** What every kind of lesson gets. `nextAddress` is null on the last lesson. */
export interface LessonProps {
  view: LessonState;
  nextAddress: string | null;
  progress: LessonProgress;
}
