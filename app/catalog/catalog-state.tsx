import type { ReactNode } from 'react';
import type { Course } from '#sync/contract/course.ts';
import type { PullOutcome } from '#sync/engine.ts';
import { texts } from '../messages.ts';
import { ErrorState, OfflineState } from '../ui/state-view.tsx';
import { CourseGridSkeleton } from './course-grid.tsx';

type CatalogStateProps = {
  courses: Course[] | undefined;
  outcome: PullOutcome | undefined;
  again: () => void;
  /** What to draw once there are courses, or the server has said that there are none. */
  children: (courses: Course[]) => ReactNode;
};

/** Skeleton, error and offline view while this device has no courses; else the courses, whatever the network does. */
export function CatalogState({ courses, outcome, again, children }: CatalogStateProps) {
  if (courses && (courses.length > 0 || outcome?.kind === 'fresh')) return children(courses);
  if (!courses || !outcome) return <CourseGridSkeleton />;
  if (outcome.kind === 'refused') {
    return (
      <ErrorState title={texts.failedCourses} onRetry={again}>
        {outcome.message}
      </ErrorState>
    );
  }
  return (
    <OfflineState title="No courses on this device yet" onRetry={again}>
      Connect once to fetch the catalog; after that it opens without a network.
    </OfflineState>
  );
}
