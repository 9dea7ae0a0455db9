// The download of a lesson or a course, on its own page: offered with its size, then shown with its state (R-O10).

import { plural, t } from '@lingui/core/macro';
import { CloudDownload, Download } from 'lucide-react';
import type { Lesson } from '#sync/contract/lesson.ts';
import { stateOf } from '#sync/downloads/download-status.ts';
import type { KeptLesson } from '#sync/store/media-ledger.ts';
import { useActiveUser, useEngine } from '../../device/active-user.tsx';
import { useConnection } from '../../device/connection.ts';
import { useLiveQuery } from '../../device/live-query.ts';
import { Button } from '../../ui/button.tsx';
import { sizeLabel } from '../../ui/course-labels.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { DownloadActions, DownloadStateLine } from './download-state.tsx';
import { type Downloads, useDownloadActions, useDownloads } from './use-downloads.ts';

interface DownloadSubject {
  courseId: number;
  /** One lesson; without it, the whole course. */
  lessonId?: number;
  /** The lessons to download, as far as they are known. */
  lessons: readonly Lesson[];
}

/** The total size of the videos and documents of these lessons, each counted once. */
function bytesOf(lessons: readonly Lesson[]): number {
  const files = new Map(lessons.map(({ videoUrl, videoBytes }) => [videoUrl, videoBytes ?? 0]));
  for (const { assetId, bytes } of lessons.flatMap(({ documents = [] }) => documents)) files.set(assetId, bytes);
  return [...files.values()].reduce((sum, bytes) => sum + bytes, 0);
}

type DownloadOfferProps = { bytes: number; note: string; isRest: boolean; onDownload: () => void };

function DownloadOffer({ bytes, note, isRest, onDownload }: DownloadOfferProps) {
  const { isOffline } = useConnection();
  const Icon = isOffline ? CloudDownload : Download;
  const label = isRest ? t`Download the rest` : t`Download for offline use`;
  const size = bytes > 0 ? sizeLabel(bytes) : note;
  return (
    <Button
      icon={Icon}
      variant="secondary"
      className="w-full max-w-md px-2! py-1 leading-tight max-sm:text-sm max-sm:outdoor:[&>svg]:hidden"
      onClick={onDownload}
    >
      <span>
        {isOffline ? t`Download when online` : label}
        {size && ' '}
        {size && <span className="whitespace-nowrap font-normal text-ink-soft">({size})</span>}
      </span>
    </Button>
  );
}

/** Selects the requested lessons of the subject; a request with lesson 0 stands for a whole course that is still unknown. */
const isIncluded =
  ({ courseId, lessonId }: DownloadSubject) =>
  (kept: KeptLesson) =>
    kept.courseId === courseId && (lessonId === undefined || kept.lessonId === lessonId || kept.lessonId === 0);

/** Which lessons of the subject are requested, which are offered, and their labels. `lessonCount` is the whole course's. */
function describeSubject({ kept: all }: Downloads, subject: DownloadSubject, lessonCount: number) {
  const { courseId, lessonId, lessons } = subject;
  const kept = all.filter(isIncluded(subject));
  const isExpected = kept.some((one) => one.lessonId === 0);
  // Lessons that were opened one by one are not the whole course.
  const isPartKnown = lessonId === undefined && lessons.length < lessonCount;
  const rest = lessons.filter(({ id }) => !kept.some((one) => one.lessonId === id));
  const isUnknown = isPartKnown || (lessons.length === 0 && kept.length === 0);
  return {
    kept,
    /** The lessons on offer; empty for a whole course whose lessons are not known. */
    offered: isPartKnown ? [] : rest,
    hasOffer: !isExpected && (isUnknown || rest.length > 0),
    note:
      isUnknown && lessonId === undefined && lessonCount > 0
        ? plural(lessonCount, { one: '# lesson', other: '# lessons' })
        : '',
    title: kept.find((one) => one.lessonId === lessonId)?.title,
    which: { courseId, ...(lessonId !== undefined && !isExpected && { lessonIds: [lessonId] }) },
  };
}

const partWords = (here: number, count: number) =>
  plural(count, { one: `${here} of # lesson on this device`, other: `${here} of # lessons on this device` });

function DownloadPanel(subject: DownloadSubject) {
  const downloads = useDownloads();
  const { isOffline } = useConnection();
  const { courseId, lessonId } = subject;
  const { replica } = useEngine();
  const course = useLiveQuery(() => replica.courses.get(courseId), [replica, courseId]);
  const actions = useDownloadActions();
  if (!downloads) return <Skeleton className="h-12 w-full max-w-md" />;
  const lessonCount = course?.lessonCount ?? 0;
  const { kept, offered, hasOffer, note, title, which } = describeSubject(downloads, subject, lessonCount);
  const state = stateOf(kept, downloads.downloads, { status: downloads.standing, isOffline });
  const name = title || course?.title || t`the course`;
  const isPart = lessonId === undefined && hasOffer && state.kind === 'here';
  return (
    <div className="flex w-full flex-col gap-2">
      {state.kind !== 'absent' && (
        <div className="flex min-h-touch flex-wrap items-center gap-x-1">
          <DownloadStateLine
            state={state}
            name={name}
            label={isPart ? partWords(kept.length, lessonCount) : undefined}
          />
          <DownloadActions state={state} name={name} which={which} />
        </div>
      )}
      {hasOffer && (
        <DownloadOffer
          bytes={bytesOf(offered)}
          note={note}
          isRest={kept.length > 0}
          onDownload={() => {
            void actions.download({
              courseId,
              course,
              lessons: offered,
              ...(lessonId && { unknownLessonId: lessonId }),
            });
          }}
        />
      )}
    </div>
  );
}

/** The download of a course or a lesson; nothing for a visitor. */
export function DownloadControl(subject: DownloadSubject) {
  const { state } = useActiveUser();
  return state === 'known' && 'caches' in window ? <DownloadPanel {...subject} /> : null;
}
