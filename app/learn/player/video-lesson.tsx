import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { ChevronDown, TriangleAlert } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { type Unit, WATCHED_ENOUGH_PERCENT, type WatchedRanges, watchedPercent } from '#sync/contract/progress.ts';
import { deleteOpenedCopy } from '#sync/downloads/answer-media.ts';
import { openMediaCache } from '#sync/downloads/media-cache.ts';
import { readSetting, writeSetting } from '#sync/store/device.ts';
import { useActiveUser } from '../../device/active-user.tsx';
import { useBackOnline, useConnection } from '../../device/connection.ts';
import { device } from '../../device/device.ts';
import { cacheMedia } from '../../device/media-worker.ts';
import { useSearchParams } from '../../ui/router.ts';
import { useToast } from '../../ui/toast.tsx';
import type { ToastMessage } from '../../ui/toaster.tsx';
import { DownloadControl } from '../downloads/download-control.tsx';
import { useFoundSecond } from '../found-place.ts';
import { LessonActions, LessonBody, type LessonProps } from '../lesson-parts.tsx';
import { positionOf, seekTo } from './playback.ts';
import { Player } from './player.tsx';
import { Transcript, useTranscript } from './transcript.tsx';
import { useMediaAddress } from './use-media-address.ts';
import { useMediaSession } from './use-media-session.ts';
import { OfflineVideo, VideoProblem } from './video-problem.tsx';
import { resumePosition, useWatching } from './watching.ts';

const VIDEO_FAILED: ToastMessage = {
  title: t`Video Loading Error`,
  description: t`Failed to load video. The file format may not be supported by your browser.`,
  variant: 'destructive',
};
const AUDIO_FAILED: ToastMessage = {
  title: t`Audio Loading Error`,
  description: t`Failed to load the recording. Your browser may not support its format.`,
  variant: 'destructive',
};

const SETTINGS = 'player';

/** Speed and captions as last chosen on this device; 1 and shown until they are read. */
function usePlaybackSettings() {
  const [settings, setSettings] = useState({ speed: 1, showsCaptions: true });
  useEffect(() => {
    readSetting(device, SETTINGS).then(
      (kept) => setSettings((now) => ({ ...now, ...(kept as object | undefined) })),
      () => undefined,
    );
  }, []);
  const choose = (chosen: Partial<typeof settings>) => {
    const next = { ...settings, ...chosen };
    setSettings(next);
    void writeSetting(device, SETTINGS, next).catch(() => undefined);
  };
  return { ...settings, choose };
}

const KEYS = [
  [t`Space, K`, t`Play or pause`],
  ['J, L', t`Back or forward 10 seconds`],
  ['← →', t`Back or forward 5 seconds`],
  ['↑ ↓', t`Louder or quieter`],
  ['M', t`Sound on or off`],
  ['C', t`Captions on or off`],
  ['F', t`Full screen`],
  ['< >', t`Slower or faster`],
  [t`Home, End`, t`To the start or the end`],
  ['?', t`This list`],
] as const;

/** Beside 'Mark Complete': what completes it, too. */
function endWords(isAudio: boolean, hasSkipped: boolean): string {
  if (isAudio) return hasSkipped ? t`or listen to the parts that you skipped` : t`or listen to it to the end`;
  return hasSkipped ? t`or watch the parts that you skipped` : t`or watch it to the end`;
}

/** The player's keys, on devices with a mouse or trackpad. */
function PlayerKeys({ isOpen, onToggle }: { isOpen: boolean; onToggle: (isOpen: boolean) => void }) {
  return (
    <details
      open={isOpen}
      onToggle={(event) => onToggle(event.currentTarget.open)}
      className="group rounded-lg border border-line bg-surface pointer-coarse:hidden"
    >
      <summary className="flex min-h-touch items-center justify-between px-4 font-semibold">
        <Trans>Keyboard shortcuts</Trans>
        <ChevronDown aria-hidden className="size-5 text-ink-soft group-open:rotate-180" />
      </summary>
      <div className="border-line border-t p-4">
        <p className="mb-3 text-ink-soft text-sm">
          <Trans>These work while the player is focused.</Trans>
        </p>
        <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-2">
          {KEYS.map(([keys, does]) => (
            <div key={keys} className="flex items-baseline gap-3">
              <dt className="w-24 shrink-0 font-semibold">{keys}</dt>
              <dd>{does}</dd>
            </div>
          ))}
        </dl>
      </div>
    </details>
  );
}

/** Starts an untouched video at the `found` second, else where the user stopped on any device (R-Z2). */
function useResume(
  video: HTMLVideoElement | null,
  { unit, durationSeconds, found }: { unit: Unit; durationSeconds: number; found: number | undefined },
): void {
  const started = useRef({ video, position: 0 });
  const length = durationSeconds || Number.POSITIVE_INFINITY;
  const stopped = unit.status === 'completed' ? 0 : resumePosition(unit.positionSeconds, length);
  const position = found ?? stopped;
  useEffect(() => {
    const from = started.current.video === video ? started.current.position : 0;
    if (!video || position === from) return;
    const isTouched = !video.paused || video.played.length > 0 || Math.abs(positionOf(video) - from) > 0.1;
    if (isTouched) return;
    started.current = { video, position };
    seekTo(video, position);
  }, [video, position]);
}

/** True once the video has ended without having been watched. */
function useSkipped(video: HTMLVideoElement | null, watched: WatchedRanges): boolean {
  const [ended, setEnded] = useState<HTMLVideoElement>();
  useEffect(() => {
    if (!video) return;
    const end = () => setEnded(video);
    video.addEventListener('ended', end);
    return () => video.removeEventListener('ended', end);
  }, [video]);
  return video !== null && ended === video && watchedPercent(watched, video.duration) < WATCHED_ENOUGH_PERCENT;
}

/** Where a search leads, for this visit and until a Reset; it leaves the address, because a reload begins where one stopped. */
function useFoundOnce(resets: number) {
  const [first] = useState(useFoundSecond());
  const [, setQuery] = useSearchParams();
  const isFound = first !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    if (isFound) setQuery({}, { replace: true });
  }, []);
  return { found: resets === 0 ? first : undefined, isFound };
}

/** A lesson that is played, a video or a recording: the player, what follows it, its transcript and its text (R-S4, R-S5, R-S9, R-Z2). */
export function VideoLesson({ view, courseTitle, progress, heading, documents, end, nextStep }: LessonProps) {
  const { lesson, unit } = view;
  const isAudio = lesson.kind === 'audio';
  const failure = isAudio ? AUDIO_FAILED : VIDEO_FAILED;
  const [video, setVideo] = useState<HTMLVideoElement | null>(null);
  const { state, userId } = useActiveUser();
  const { isOffline } = useConnection();
  const toast = useToast();
  const settings = usePlaybackSettings();
  const media = useMediaAddress(lesson, state === 'known');
  const watched = useWatching({ video, unit, durationSeconds: lesson.duration, report: progress.report });
  const { spoken, activeIndex } = useTranscript(video, {
    address: media.captionsAddress,
    isShown: settings.showsCaptions,
  });
  const { hasFailed, retry } = media;
  const [showsKeys, setShowsKeys] = useState(false);
  const { found, isFound } = useFoundOnce(progress.resets);
  useResume(video, { unit, durationSeconds: lesson.duration, found });
  useMediaSession(video, lesson.title, courseTitle);
  const hasSkipped = useSkipped(video, watched);

  const tryAgain = async () => {
    if (!hasFailed) return;
    // The cached copy may be what does not play; offline it is all there is.
    if (!isOffline)
      await deleteOpenedCopy(device, openMediaCache(), userId, lesson.videoUrl ?? '').catch(() => undefined);
    retry();
  };
  useBackOnline(tryAgain);
  useEffect(() => cacheMedia([lesson.videoUrl, lesson.captionsUrl]), [lesson.videoUrl, lesson.captionsUrl]);
  useEffect(() => {
    if (!video) return;
    // The default as well, because a newly loaded source starts with it.
    video.defaultPlaybackRate = settings.speed;
    video.playbackRate = settings.speed;
  }, [video, settings.speed]);
  useEffect(() => {
    if (hasFailed && !isOffline) toast(failure);
  }, [hasFailed, isOffline, toast, failure]);

  return (
    <>
      {/* A Reset mounts a new player, which has played nothing; the rest of the page stays. */}
      <Player
        key={progress.resets}
        video={video}
        onVideo={setVideo}
        title={lesson.title}
        isAudio={isAudio}
        address={media.address}
        poster={lesson.posterUrl}
        captionsAddress={media.captionsAddress}
        watched={watched}
        speed={settings.speed}
        showsCaptions={settings.showsCaptions}
        onCaptions={(showsCaptions) => settings.choose({ showsCaptions })}
        onSpeed={(speed) => settings.choose({ speed })}
        onFailure={() => media.onFailure(video)}
        onKeys={() => setShowsKeys(true)}
        onMetadata={media.onPlayable}
        overlay={
          hasFailed &&
          (isOffline ? (
            <OfflineVideo lesson={lesson} onRetry={() => void tryAgain()} />
          ) : (
            <VideoProblem icon={TriangleAlert} act={t`Try again`} onAct={() => void tryAgain()}>
              {failure.description}{' '}
              {spoken.length > 0
                ? t`Meanwhile you can read the transcript below.`
                : t`Meanwhile you can read the lesson below.`}
            </VideoProblem>
          ))
        }
      />
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        {heading}
        <div className="flex flex-wrap items-center">
          <LessonActions unit={unit} onMarkComplete={progress.markComplete} onReset={progress.reset} />
          {unit.status !== 'completed' && (
            <p role="status" className="text-ink-soft text-sm">
              {endWords(isAudio, hasSkipped)}
            </p>
          )}
        </div>
      </div>
      {end}
      <DownloadControl courseId={lesson.courseId} lessonId={lesson.id} lessons={[lesson]} />
      {media.captionsAddress && (
        <Transcript
          spoken={spoken}
          activeIndex={activeIndex}
          isForcedOpen={isFound || (hasFailed && !isOffline)}
          onSeek={(seconds) => video && seekTo(video, seconds)}
        />
      )}
      <LessonBody lesson={lesson} />
      {documents}
      <PlayerKeys isOpen={showsKeys} onToggle={setShowsKeys} />
      {nextStep}
    </>
  );
}
