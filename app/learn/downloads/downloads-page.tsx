// What this person keeps on this device: how much, how far, and what can be done about it (O10, V6).
import { Download, HardDrive } from 'lucide-react';
import { useEffect, useState } from 'react';
import { isHere } from '#sync/downloads/download-status.ts';
import { readDownloads } from '#sync/downloads/downloads-db.ts';
import { bytesHere, type KeptLesson, type Ledger } from '#sync/store/media-ledger.ts';
import { readLesson } from '#sync/store/reads.ts';
import { useEngine } from '../../device/active-user.tsx';
import { device } from '../../device/device.ts';
import { useLiveQuery } from '../../device/live-query.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { sizeLabel } from '../../ui/labels.ts';
import { usePageTitle } from '../../ui/page-title.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState } from '../../ui/state-view.tsx';
import { CourseDownload } from './course-download.tsx';
import { isPersistent } from './persistence.ts';
import { RemoveButton } from './remove-button.tsx';
import { type Downloads, useDownloadActs, useDownloads } from './use-downloads.ts';

/** The lessons of each course in their order, the course that was asked for last first. */
function byCourse(kept: readonly KeptLesson[]): KeptLesson[][] {
  const courses = new Map<number, KeptLesson[]>();
  for (const one of kept) courses.set(one.courseId, [...(courses.get(one.courseId) ?? []), one]);
  const newest = (lessons: KeptLesson[]) => Math.max(...lessons.map(({ wantedAt }) => wantedAt));
  return [...courses.values()]
    .map((lessons) => lessons.sort((a, b) => a.orderIndex - b.orderIndex))
    .sort((a, b) => newest(b) - newest(a));
}

/** Kept lessons whose video was watched to the end, and what room they take that nothing else needs. */
type Watched = { lessons: KeptLesson[]; bytes: number };

/** The lessons that could go first when there is no room left. */
function useWatched(ledger: Ledger | undefined): Watched {
  const { replica } = useEngine();
  const kept = ledger?.kept ?? [];
  const ids = kept.map(({ lessonId }) => lessonId);
  const completed = useLiveQuery(async () => {
    const states = await Promise.all(ids.map((id) => readLesson(replica, id)));
    return states.flatMap((state) => (state?.unit.status === 'completed' ? [state.lesson.id] : []));
  }, [replica, ids.join(' ')]);
  const lessons = kept.filter(({ lessonId, files }) => completed?.includes(lessonId) && isVideo(files[0]?.bytes));
  const stays = new Set(kept.filter((one) => !lessons.includes(one)).flatMap(({ files }) => files.map(idOf)));
  const goes = new Set(lessons.flatMap(({ files }) => files.map(idOf)).filter((assetId) => !stays.has(assetId)));
  const rows = [...goes].flatMap((assetId) => ledger?.downloads.get(assetId) ?? []);
  return { lessons, bytes: rows.reduce((sum, row) => sum + bytesHere(row), 0) };
}

const idOf = ({ assetId }: { assetId: string }) => assetId;
const isVideo = (bytes: number | null | undefined) => typeof bytes === 'number';

/** Frees the room of what was watched to the end; nothing while there is none. */
function RemoveWatched({ lessons, bytes }: Watched) {
  const acts = useDownloadActs();
  if (lessons.length === 0) return null;
  const remove = async () => {
    for (const { courseId, lessonId } of lessons) await acts.remove({ courseId, lessonIds: [lessonId] });
  };
  return (
    <RemoveButton
      name={lessons.length === 1 ? '1 watched lesson' : `${lessons.length} watched lessons`}
      asks
      onRemove={() => void remove()}
    >
      Remove watched lessons ({lessons.length}
      {bytes > 0 && `, ${sizeLabel(bytes)}`})
    </RemoveButton>
  );
}

type RoomProps = { downloads: Downloads; watched: Watched };

/** The device is full (V6): what is here stays, and what could go is offered. */
function RoomTrouble({ downloads, watched }: RoomProps) {
  const acts = useDownloadActs();
  const open = downloads.kept.find((one) => !one.isPaused && !isHere(one, downloads.downloads));
  if (downloads.standing?.kind !== 'full' || !open) return null;
  return (
    <div role="alert" className="mt-4 rounded-lg bg-danger-soft p-4">
      <p className="font-medium text-danger-text">No room left on this device</p>
      <p className="mt-1">
        What is downloaded stays. Remove lessons that you have watched, or make room elsewhere on this device.
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        <RemoveWatched {...watched} />
        <Button variant="secondary" onClick={() => void acts.resume({ courseId: open.courseId })}>
          Try again
        </Button>
      </div>
    </div>
  );
}

const PROMISE = {
  true: 'This browser keeps it until you remove it.',
  false: 'This browser may clear it when space runs short. Install the app to prevent that.',
};

/** What downloads take on this device: our own count, because a browser's estimate of what is left is none (V6). */
function SpaceUsed({ downloads, watched }: RoomProps) {
  const all = useLiveQuery(() => readDownloads(device), []);
  const [isKept, setIsKept] = useState<boolean>();
  useEffect(() => void isPersistent().then(setIsKept), []);
  const own = [...downloads.downloads.values()].reduce((sum, row) => sum + bytesHere(row), 0);
  const total = (all ?? []).reduce((sum, row) => sum + bytesHere(row), 0);
  return (
    <Card className="mt-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 p-4">
      <div className="flex min-w-0 items-center gap-3">
        <HardDrive aria-hidden className="size-6 shrink-0 text-accent-text" />
        <div>
          <p>
            <span className="font-semibold">{sizeLabel(own)}</span> used on this device
          </p>
          <p className="text-ink-soft text-sm">
            {total > own && `${sizeLabel(total)} with what was only opened or belongs to other people here. `}
            {isKept !== undefined && PROMISE[`${isKept}`]}
          </p>
        </div>
      </div>
      {downloads.standing?.kind !== 'full' && <RemoveWatched {...watched} />}
    </Card>
  );
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
      Open a course or a lesson and choose 'Download for offline use'. Its videos, texts and quizzes then work without a
      network.
    </EmptyState>
  );
}

export function DownloadsPage() {
  usePageTitle('Downloads');
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
