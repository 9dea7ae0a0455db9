import { ChevronRight } from 'lucide-react';
import { useCallback } from 'react';
import { readCatalog } from '#sync/reads.ts';
import { useLiveQuery } from '../live-query.ts';
import { texts } from '../messages.ts';
import { paths } from '../paths.ts';
import { useEngine } from '../person.tsx';
import { PullNote, PullTrouble } from '../pull-trouble.tsx';
import { Link } from '../router.ts';
import { Skeleton } from '../ui/skeleton.tsx';
import { usePull } from '../use-pull.ts';
import { DashboardCard } from './dashboard-card.tsx';

/** One button per course that the person may take; from the device, made fresher when there is a network. */
export function AvailableCourses() {
  const engine = useEngine();
  const courses = useLiveQuery(() => readCatalog(engine.replica), [engine]);
  const { outcome, again } = usePull(useCallback(() => engine.pullCatalog(), [engine]));
  return (
    <DashboardCard title="Available Courses">
      {courses && courses.length > 0 && (
        <PullNote
          outcome={outcome}
          again={again}
          failed={texts.failedCourses}
          shown="Only the courses on this device are listed."
        />
      )}
      {courses && courses.length > 0 ? (
        <ul className="flex flex-col gap-2">
          {courses.map(({ id, title, percentComplete }) => (
            <li key={id}>
              <Link
                to={paths.course(id)}
                className="flex min-h-action items-center gap-3 rounded-md border border-line px-4 py-2 font-medium hover:bg-sunken"
              >
                <span className="min-w-0 grow">{title}</span>
                {Boolean(percentComplete) && (
                  <span
                    className={`shrink-0 text-sm ${percentComplete === 100 ? 'text-complete-text' : 'text-accent-text'}`}
                  >
                    {percentComplete}%
                  </span>
                )}
                <ChevronRight aria-hidden className="size-5 shrink-0 text-ink-soft" />
              </Link>
            </li>
          ))}
        </ul>
      ) : !courses || !outcome ? (
        <div role="status" className="flex flex-col gap-2">
          <span className="sr-only">Loading your courses</span>
          <Skeleton className="h-14" />
          <Skeleton className="h-14" />
          <Skeleton className="h-14" />
        </div>
      ) : outcome.kind === 'fresh' ? (
        <p className="text-ink-soft">You don't have access to any courses yet.</p>
      ) : (
        <PullTrouble outcome={outcome} again={again} failed={texts.failedCourses} absent="No courses on this device">
          They are shown here as soon as the server can be reached.
        </PullTrouble>
      )}
    </DashboardCard>
  );
}
