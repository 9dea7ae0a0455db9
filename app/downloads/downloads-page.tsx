// What this person keeps on this device: how much, how far, and what can be done about it (O10, V6).
import { Download } from 'lucide-react';
import type { KeptLesson } from '#sync/media/ledger.ts';
import { useFirstContent } from '../first-content.ts';
import { paths } from '../paths.ts';
import { Button } from '../ui/button.tsx';
import { usePageTitle } from '../ui/page-title.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { EmptyState } from '../ui/state-view.tsx';
import { CourseDownload } from './course-download.tsx';
import { RoomTrouble } from './room-trouble.tsx';
import { SpaceUsed } from './space-used.tsx';
import { useDownloads } from './use-downloads.ts';
import { useWatched } from './use-watched.ts';

/** The lessons of each course in their order, the course that was asked for last first. */
function byCourse(kept: readonly KeptLesson[]): KeptLesson[][] {
  const courses = new Map<number, KeptLesson[]>();
  for (const one of kept) courses.set(one.courseId, [...(courses.get(one.courseId) ?? []), one]);
  const newest = (lessons: KeptLesson[]) => Math.max(...lessons.map(({ wantedAt }) => wantedAt));
  return [...courses.values()]
    .map((lessons) => lessons.sort((a, b) => a.orderIndex - b.orderIndex))
    .sort((a, b) => newest(b) - newest(a));
}

function Nothing() {
  return (
    <EmptyState
      title="Nothing is downloaded yet"
      action={
        <Button to={paths.home()}>
          <Download aria-hidden className="size-5" />
          Browse courses
        </Button>
      }
    >
      Open a course or a lesson and choose 'Download for offline use'. Its films, texts and quizzes then work without a
      network.
    </EmptyState>
  );
}

export function DownloadsPage() {
  usePageTitle('Downloads');
  useFirstContent(true);
  const downloads = useDownloads();
  const watched = useWatched(downloads);
  return (
    <div className="mx-auto w-full max-w-4xl px-4 py-6">
      <h1 className="font-bold text-2xl">Downloads</h1>
      {!('caches' in window) && (
        <p role="alert" className="mt-4 rounded-lg bg-danger-soft p-4 text-danger-text">
          This browser cannot keep lessons here. It needs a secure connection (https).
        </p>
      )}
      {!downloads ? (
        <div role="status" aria-label="Loading your downloads" className="mt-4 space-y-4">
          <Skeleton className="h-24" />
          <Skeleton className="h-40" />
        </div>
      ) : downloads.kept.length === 0 ? (
        <Nothing />
      ) : (
        <>
          <RoomTrouble downloads={downloads} watched={watched} />
          <SpaceUsed downloads={downloads} watched={watched} />
          <ul className="mt-6 space-y-4">
            {byCourse(downloads.kept).map((lessons) => (
              <CourseDownload key={lessons[0]?.courseId} lessons={lessons} downloads={downloads} />
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
