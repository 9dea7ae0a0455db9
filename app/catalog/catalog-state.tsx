import type { ReactNode } from 'react';
import type { Course } from '#sync/contract/course.ts';
import type { PullOutcome } from '#sync/engine.ts';
import { texts } from '../messages.ts';
import { PullNote, PullTrouble } from '../pull-trouble.tsx';
import { CourseGridSkeleton } from './course-grid.tsx';

type CatalogStateProps = {
  courses: Course[] | undefined;
  outcome: PullOutcome | undefined;
  again: () => void;
  /** What to draw once there are courses, or the server has said that there are none; `note` is why they may not be all. */
  children: (courses: Course[], note: ReactNode) => ReactNode;
};

/** Skeleton, error and offline view while this device has no courses; else the courses, whatever the network does. */
export function CatalogState({ courses, outcome, again, children }: CatalogStateProps) {
  if (courses && (courses.length > 0 || outcome?.kind === 'fresh')) {
    const note = (
      <PullNote
        outcome={outcome}
        again={again}
        failed={texts.failedCourses}
        shown="Only the courses on this device are listed."
      />
    );
    return children(courses, note);
  }
  if (!courses || !outcome || outcome.kind === 'fresh') return <CourseGridSkeleton />;
  return (
    <PullTrouble outcome={outcome} again={again} failed={texts.failedCourses} absent="No courses on this device yet">
      Connect once to fetch the catalog; after that it opens without a network.
    </PullTrouble>
  );
}
