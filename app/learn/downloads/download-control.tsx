// The download of one lesson or one course, where it is read: offered with its size, then how it stands (O10).

import { CloudDownload, Download } from 'lucide-react';
import type { Lesson } from '#sync/contract/lesson.ts';
import { stateOf } from '#sync/downloads/download-status.ts';
import type { KeptLesson } from '#sync/store/media-ledger.ts';
import { useActiveUser, useEngine } from '../../device/active-user.tsx';
import { useConnection } from '../../device/connection.ts';
import { useLiveQuery } from '../../device/live-query.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { sizeLabel } from '../../ui/labels.ts';
import { Link } from '../../ui/router.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { StateActions } from './state-actions.tsx';
import { StateLine } from './state-line.tsx';
import { type Downloads, useDownloadActs, useDownloads } from './use-downloads.ts';

interface DownloadSubject {
  courseId: number;
  /** One lesson of it; without, the whole course. */
  lessonId?: number;
  /** The lessons that are meant, as far as they are known. */
  lessons: readonly Lesson[];
}

/** What is on offer: lessons that nobody asked for yet. */
function useOffer({ courseId, lessonId }: DownloadSubject) {
  const { replica } = useEngine();
  const course = useLiveQuery(() => replica.courses.get(courseId), [replica, courseId]);
  const acts = useDownloadActs();
  const keep = (wanted: readonly Lesson[]) =>
    void acts.keep({ courseId, course, lessons: wanted, ...(lessonId && { unknownLessonId: lessonId }) });
  return { course, keep };
}

/** The films of these lessons, each once. */
function bytesOf(lessons: readonly Lesson[]): number {
  const films = new Map(lessons.map(({ videoUrl, videoBytes }) => [videoUrl, videoBytes ?? 0]));
  return [...films.values()].reduce((sum, bytes) => sum + bytes, 0);
}

type OfferProps = { bytes: number; note: string; isRest: boolean; onKeep: () => void };

function Offer({ bytes, note, isRest, onKeep }: OfferProps) {
  const { isOffline } = useConnection();
  const Icon = isOffline ? CloudDownload : Download;
  const words = isRest ? 'Download the rest' : 'Download for offline use';
  const size = bytes > 0 ? sizeLabel(bytes) : note;
  return (
    <Button variant="secondary" className="w-full py-1 leading-tight" onClick={onKeep}>
      <Icon aria-hidden className="size-5" />
      <span>
        {isOffline ? 'Download when online' : words}
        {size && ' '}
        {size && <span className="whitespace-nowrap font-normal text-ink-soft">({size})</span>}
      </span>
    </Button>
  );
}

/** Belongs to what is meant; a course whose lessons are still unknown holds every one of them. */
const isMeant =
  ({ courseId, lessonId }: DownloadSubject) =>
  (kept: KeptLesson) =>
    kept.courseId === courseId && (lessonId === undefined || kept.lessonId === lessonId || kept.lessonId === 0);

/** What of the subject is kept, what is not, and what the words for it are. `lessonCount` is the whole course's. */
function divide({ kept: all }: Downloads, subject: DownloadSubject, lessonCount: number) {
  const { courseId, lessonId, lessons } = subject;
  const kept = all.filter(isMeant(subject));
  const isExpected = kept.some((one) => one.lessonId === 0);
  // Lessons that were opened one by one are not the whole course.
  const isPartKnown = lessonId === undefined && lessons.length < lessonCount;
  const rest = lessons.filter(({ id }) => !kept.some((one) => one.lessonId === id));
  const isUnknown = isPartKnown || (lessons.length === 0 && kept.length === 0);
  return {
    kept,
    /** What the offer is for; empty for all of a course whose lessons are not known. */
    offered: isPartKnown ? [] : rest,
    hasOffer: !isExpected && (isUnknown || rest.length > 0),
    note: isUnknown && lessonId === undefined && lessonCount > 0 ? `${lessonCount} lessons` : '',
    title: kept.find((one) => one.lessonId === lessonId)?.title,
    which: { courseId, ...(lessonId !== undefined && !isExpected && { lessonIds: [lessonId] }) },
  };
}

function Control(subject: DownloadSubject) {
  const downloads = useDownloads();
  const { isOffline } = useConnection();
  const { course, keep } = useOffer(subject);
  if (!downloads) return <Skeleton className="h-12 w-full max-w-md" />;
  const isCourse = subject.lessonId === undefined;
  const lessonCount = course?.lessonCount ?? 0;
  const { kept, offered, hasOffer, note, title, which } = divide(downloads, subject, lessonCount);
  const state = stateOf(kept, downloads.downloads, { standing: downloads.standing, isOffline });
  const name = title || course?.title || 'the course';
  const isPart = isCourse && hasOffer && state.kind === 'here';
  return (
    <div className="flex w-full max-w-md flex-col gap-2">
      {state.kind !== 'absent' && (
        <div className="flex min-h-touch flex-wrap items-center gap-x-1">
          <StateLine
            state={state}
            name={name}
            words={isPart ? `${kept.length} of ${lessonCount} lessons on this device` : undefined}
          />
          <StateActions state={state} name={name} which={which} />
        </div>
      )}
      {isCourse && state.kind !== 'absent' && <OwnDownloads />}
      {hasOffer && <Offer bytes={bytesOf(offered)} note={note} isRest={kept.length > 0} onKeep={() => keep(offered)} />}
    </div>
  );
}

/** For a course or a lesson; nothing for a visitor. */
export function DownloadControl(subject: DownloadSubject) {
  const { state } = useActiveUser();
  return state === 'known' && 'caches' in window ? <Control {...subject} /> : null;
}

function OwnDownloads() {
  return (
    <Link
      to={paths.downloads()}
      className="inline-flex min-h-touch items-center self-start rounded-md font-medium text-accent-text text-sm underline"
    >
      All downloads
    </Link>
  );
}
