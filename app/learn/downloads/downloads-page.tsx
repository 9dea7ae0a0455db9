// The user's downloads on this device: their size, their state, and what can be done with them (R-O10).

import { plural, t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { Download, HardDrive } from 'lucide-react';
import { useEffect, useState } from 'react';
import { removeAll } from '#sync/downloads/download-requests.ts';
import { isHere, stateOf } from '#sync/downloads/download-status.ts';
import { openMediaCache } from '#sync/downloads/media-cache.ts';
import { bytesHere, type DownloadLedger, type KeptLesson, LEFT_HERE } from '#sync/store/media-ledger.ts';
import { readLesson } from '#sync/store/reads.ts';
import { useEngine } from '../../device/active-user.tsx';
import { useConnection } from '../../device/connection.ts';
import { device } from '../../device/device.ts';
import { useInstall } from '../../device/install.ts';
import { useLiveQuery } from '../../device/live-query.ts';
import { useDeviceUsers } from '../../device/use-device-users.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { Card, FactIcon } from '../../ui/card.tsx';
import { sizeLabel } from '../../ui/course-labels.ts';
import { usePageTitle } from '../../ui/page-title.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState } from '../../ui/state-view.tsx';
import { InstallCard } from '../install-card.tsx';
import { QuizNewsList, useQuizNews } from '../quiz-news.tsx';
import { CourseDownload } from './course-download.tsx';
import { RemoveButton } from './download-state.tsx';
import { OpensNow } from './opens-now.tsx';
import { isPersistent } from './persistence.ts';
import { type Downloads, useDownloadActions, useDownloads } from './use-downloads.ts';

/** The lessons of each course in their order, the course that was requested last first. */
function byCourse(kept: readonly KeptLesson[]): KeptLesson[][] {
  const courses = new Map<number, KeptLesson[]>();
  for (const one of kept) courses.set(one.courseId, [...(courses.get(one.courseId) ?? []), one]);
  const newest = (lessons: KeptLesson[]) => Math.max(...lessons.map(({ wantedAt }) => wantedAt));
  return [...courses.values()]
    .map((lessons) => lessons.sort((a, b) => a.orderIndex - b.orderIndex))
    .sort((a, b) => newest(b) - newest(a));
}

/** Downloaded lessons whose video was completed, and the space that removing them would free. */
type CompletedVideos = { lessons: KeptLesson[]; bytes: number };

/** The lessons to remove first when there is no space left. */
function useCompletedVideos(ledger: DownloadLedger | undefined): CompletedVideos {
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

/** Removes the videos that were completed; draws nothing while there are none. */
function RemoveCompletedVideos({ lessons, bytes }: CompletedVideos) {
  const actions = useDownloadActions();
  if (lessons.length === 0) return null;
  const remove = async () => {
    for (const { courseId, lessonId } of lessons) await actions.remove({ courseId, lessonIds: [lessonId] });
  };
  return (
    <RemoveButton
      name={plural(lessons.length, { one: '# completed video', other: '# completed videos' })}
      mustConfirm
      onRemove={() => void remove()}
    >
      <span>
        <Plural value={lessons.length} one="Remove # completed video" other="Remove # completed videos" />
        {bytes > 0 && <span className="whitespace-nowrap font-normal text-ink-soft"> ({sizeLabel(bytes)})</span>}
      </span>
    </RemoveButton>
  );
}

type DeviceSpaceProps = { downloads: Downloads; completedVideos: CompletedVideos };

/** The device is full: downloads stay, and completed videos can be removed. */
function DeviceFull({ downloads, completedVideos }: DeviceSpaceProps) {
  const actions = useDownloadActions();
  const open = downloads.kept.find((one) => !one.isPaused && !isHere(one, downloads.downloads));
  if (downloads.standing?.kind !== 'full' || !open) return null;
  return (
    <div role="alert" className="mt-4 rounded-lg bg-danger-soft p-4">
      <p className="font-medium text-danger-text">
        <Trans>No space left on this device</Trans>
      </p>
      <p className="mt-1">
        <Trans>
          Your downloads are kept. Remove videos you have completed, or free space elsewhere on this device.
        </Trans>
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        <RemoveCompletedVideos {...completedVideos} />
        <Button variant="secondary" onClick={() => void actions.resume({ courseId: open.courseId })}>
          <Trans>Try again</Trans>
        </Button>
      </div>
    </div>
  );
}

/** The bytes that only whoever signs in next may want. */
async function bytesLeftHere(): Promise<number> {
  const grants = await device.grants.toArray();
  const used = new Set(grants.flatMap(({ userId, assetId }) => (userId === LEFT_HERE ? [] : [assetId])));
  const left = grants.flatMap(({ assetId }) => (used.has(assetId) ? [] : [assetId]));
  return (await device.downloads.bulkGet(left)).reduce((sum, row) => sum + (row ? bytesHere(row) : 0), 0);
}

/** Frees the room that is held for whoever signs in next; draws nothing while there is none. */
function RemoveLeft() {
  const left = useLiveQuery(bytesLeftHere, []) ?? 0;
  if (left === 0) return null;
  return (
    <RemoveButton
      name={t`downloads that were left here`}
      mustConfirm
      onRemove={() => void removeAll(device, openMediaCache(), LEFT_HERE)}
    >
      <span>
        <Trans>Remove what was left for the next person</Trans>
        <span className="whitespace-nowrap font-normal text-ink-soft"> ({sizeLabel(left)})</span>
      </span>
    </RemoveButton>
  );
}

/** The space that downloads use on this device, by our own count: a browser's estimate is too rough. */
function SpaceUsed({ downloads, completedVideos }: DeviceSpaceProps) {
  const rows = useLiveQuery(() => device.downloads.toArray(), []);
  const others = useDeviceUsers().length;
  const { way } = useInstall();
  const [isKept, setIsKept] = useState<boolean>();
  useEffect(() => void isPersistent().then(setIsKept), []);
  const own = [...downloads.downloads.values()].reduce((sum, row) => sum + bytesHere(row), 0);
  const total = (rows ?? []).reduce((sum, row) => sum + bytesHere(row), 0);
  const [used, all] = [sizeLabel(own), sizeLabel(total)];
  return (
    <Card className="mt-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 p-4">
      <div className="flex min-w-0 items-start gap-3">
        <FactIcon icon={HardDrive} />
        <div className="min-w-0">
          <p className="text-lg">
            <Trans>
              <span className="font-semibold">{used}</span> used on this device
            </Trans>
          </p>
          <p className="text-ink-soft text-sm">
            {total > own &&
              `${others > 0 ? t`${all} including opened lessons and other people's downloads.` : t`${all} including opened lessons.`} `}
            {isKept && t`This browser keeps it until you remove it.`}
            {isKept === false &&
              (way
                ? t`Your browser may delete downloads if space runs low. Install the app to keep them.`
                : t`Your browser may delete downloads if space runs low.`)}
          </p>
        </div>
      </div>
      {downloads.standing?.kind !== 'full' && <RemoveCompletedVideos {...completedVideos} />}
      <RemoveLeft />
    </Card>
  );
}

/** First what is not here yet, and why; then what is here. */
function Courses({ downloads }: { downloads: Downloads }) {
  const { isOffline } = useConnection();
  const courses = byCourse(downloads.kept).flatMap((lessons) => {
    const state = stateOf(lessons, downloads.downloads, { status: downloads.standing, isOffline });
    return state.kind === 'absent' ? [] : [{ lessons, state }];
  });
  const here = courses.filter(({ state }) => state.kind === 'here');
  const coming = courses.filter(({ state }) => state.kind !== 'here');
  const isRunning = coming.some(({ state }) => state.kind === 'loading' || state.kind === 'waiting');
  const groups: [string, typeof courses][] = [
    [isRunning ? t`Downloading` : t`Not downloaded yet`, coming],
    [t`On this device`, here],
  ];
  // One list, so that a course which arrives stays what it was: its open lessons, and the focus.
  return (
    <ul className="mt-6 space-y-3">
      {groups.flatMap(([title, group]) =>
        group.length === 0
          ? []
          : [
              <li key={title} className="pt-3 first:pt-0">
                <h2 className="flex items-baseline justify-between gap-3 font-semibold text-lg">
                  {title}
                  <span className="font-normal text-ink-soft text-sm">
                    {plural(group.length, { one: '# course', other: '# courses' })}
                  </span>
                </h2>
              </li>,
              ...group.map((course) => (
                <CourseDownload key={`course ${course.lessons[0]?.courseId}`} {...course} downloads={downloads} />
              )),
            ],
      )}
    </ul>
  );
}

function NoDownloads() {
  const { isOffline } = useConnection();
  if (isOffline)
    return (
      <>
        <EmptyState icon={Download} title={t`Nothing is downloaded yet`}>
          <Trans>You're offline, and downloading needs a connection. Texts that you have opened still work.</Trans>
        </EmptyState>
        <OpensNow />
      </>
    );
  return (
    <EmptyState
      icon={Download}
      title={t`Nothing is downloaded yet`}
      action={
        <Button to={paths.home()}>
          <Trans>Browse courses</Trans>
        </Button>
      }
    >
      <Trans>
        Open a course or lesson and tap Download for offline use. Its videos, text and quizzes then work without a
        connection.
      </Trans>
    </EmptyState>
  );
}

export function DownloadsPage() {
  usePageTitle(t`Downloads`);
  const downloads = useDownloads();
  const news = useQuizNews(undefined);
  const completedVideos = useCompletedVideos(downloads);
  return (
    <div className="mx-auto w-full max-w-4xl px-4 pt-2 pb-8 md:pt-4 lg:pt-8">
      <h1 className="font-bold text-2xl">
        <Trans>Downloads</Trans>
      </h1>
      <div className="not-empty:mt-4">
        <QuizNewsList news={news.others} />
      </div>
      {!('caches' in window) && (
        <p role="alert" className="mt-4 rounded-lg bg-danger-soft p-4 text-danger-text">
          <Trans>This browser cannot keep lessons here. It needs a secure connection (https).</Trans>
        </p>
      )}
      {!downloads ? (
        <div role="status" aria-label={t`Loading your downloads`} className="mt-4 space-y-4">
          <Skeleton className="h-24" />
          <Skeleton className="h-40" />
        </div>
      ) : downloads.kept.length === 0 ? (
        <>
          <NoDownloads />
          <div className="-mt-6 mb-6 flex justify-center empty:hidden">
            <RemoveLeft />
          </div>
          <InstallCard />
        </>
      ) : (
        <>
          <DeviceFull downloads={downloads} completedVideos={completedVideos} />
          <SpaceUsed downloads={downloads} completedVideos={completedVideos} />
          <InstallCard />
          <Courses downloads={downloads} />
        </>
      )}
    </div>
  );
}
