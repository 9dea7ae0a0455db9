import { ChevronDown, CloudOff, TriangleAlert } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import type { Unit } from '#sync/contract/progress.ts';
import { openMediaCache } from '#sync/downloads/media-cache.ts';
import { forgetCopy } from '#sync/downloads/opened.ts';
import { readSetting, writeSetting } from '#sync/store/device.ts';
import { useActiveUser } from '../../device/active-user.tsx';
import { useBackOnline, useConnection } from '../../device/connection.ts';
import { device } from '../../device/device.ts';
import { keepMediaOnDevice } from '../../device/keep-media.ts';
import { sizeLabel } from '../../ui/labels.ts';
import { useToast } from '../../ui/toast.tsx';
import type { ToastMessage } from '../../ui/toaster.tsx';
import { DownloadControl } from '../downloads/download-control.tsx';
import { LessonActions } from '../lesson-actions.tsx';
import { LessonBody } from '../lesson-body.tsx';
import type { LessonProps } from '../lesson-props.ts';
import { Player } from './player.tsx';
import { positionOf, seekTo } from './playhead.ts';
import { Transcript } from './transcript.tsx';
import { useCues } from './use-cues.ts';
import { useMediaAddress } from './use-media-address.ts';
import { useMediaSession } from './use-media-session.ts';
import { useWatching } from './use-watching.ts';
import { resumePosition } from './watching.ts';

const VIDEO_FAILED: ToastMessage = {
  title: 'Video Loading Error',
  description: 'Failed to load video. The file format may not be supported by your browser.',
  variant: 'destructive',
};

const SPEED = 'player.speed';
const CAPTIONS = 'player.captions';

/** Speed and captions as they were last chosen on this device; until they are read, and by default, 1 and shown. */
function usePlaybackChoices() {
  const [speed, chooseSpeed] = useState(1);
  const [showsCaptions, chooseCaptions] = useState(true);
  useEffect(() => {
    void Promise.all([readSetting(device, SPEED), readSetting(device, CAPTIONS)]).then(
      ([keptSpeed, keptCaptions]) => {
        if (typeof keptSpeed === 'number' && keptSpeed >= 0.5 && keptSpeed <= 2) chooseSpeed(keptSpeed);
        if (typeof keptCaptions === 'boolean') chooseCaptions(keptCaptions);
      },
      () => undefined,
    );
  }, []);
  const keep = (key: string, value: unknown) => void writeSetting(device, key, value).catch(() => undefined);
  return {
    speed,
    showsCaptions,
    setSpeed: (chosen: number) => {
      chooseSpeed(chosen);
      keep(SPEED, chosen);
    },
    setShowsCaptions: (shown: boolean) => {
      chooseCaptions(shown);
      keep(CAPTIONS, shown);
    },
  };
}

const KEYS = [
  ['Space, K', 'Play or pause'],
  ['J, L', 'Back or forward 10 seconds'],
  ['← →', 'Back or forward 5 seconds'],
  ['↑ ↓', 'Louder or quieter'],
  ['M', 'Sound on or off'],
  ['C', 'Captions on or off'],
  ['F', 'Full screen'],
  ['< >', 'Slower or faster'],
  ['Home, End', 'To the start or the end'],
  ['?', 'This list'],
] as const;

/** The player's keys, for whoever has a keyboard. */
function PlayerKeys({ isOpen, onToggle }: { isOpen: boolean; onToggle: (isOpen: boolean) => void }) {
  return (
    <details
      open={isOpen}
      onToggle={(event) => onToggle(event.currentTarget.open)}
      className="group rounded-lg border border-line bg-surface pointer-coarse:hidden"
    >
      <summary className="flex min-h-touch items-center justify-between px-4 font-semibold">
        Keyboard shortcuts
        <ChevronDown aria-hidden className="size-5 text-ink-soft group-open:rotate-180" />
      </summary>
      <div className="border-line border-t p-4">
        <p className="mb-3 text-ink-soft text-sm">They work while the player has the focus.</p>
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

type NoPictureProps = {
  isOffline: boolean /** Of the film, when known. */;
  bytes: number | null;
  hasTranscript: boolean;
  onRetry: () => void;
};

/** What stands on the stage when the video cannot be played: why, what to do meanwhile, and another try (S9). */
function NoPicture({ isOffline, bytes, hasTranscript, onRetry }: NoPictureProps) {
  const Icon = isOffline ? CloudOff : TriangleAlert;
  return (
    <div role="alert" className="m-auto flex flex-col items-center gap-2 px-4 py-3 text-center">
      <Icon aria-hidden className="size-8 shrink-0" />
      <p className="max-w-md">
        {isOffline
          ? `This video is not on this device.${bytes ? ` It takes ${sizeLabel(bytes)}.` : ''} You can read the lesson below and watch it when you are online.`
          : `${VIDEO_FAILED.description} ${hasTranscript ? 'Meanwhile you can read the transcript below.' : 'Meanwhile you can read the lesson below.'}`}
      </p>
      <button
        type="button"
        onClick={onRetry}
        className="min-h-touch shrink-0 rounded-md border border-stage-ink px-4 font-semibold hover:bg-stage-ink/15"
      >
        Try again
      </button>
    </div>
  );
}

/**
 * Begins the video at the second where the person stopped, on this device or another (Z2); a completed one at its start.
 * A later word of the server moves it on only while nobody has touched the video.
 */
function useResume(video: HTMLVideoElement | null, unit: Unit, durationSeconds: number): void {
  const begun = useRef({ video, place: 0 });
  const length = durationSeconds || Number.POSITIVE_INFINITY;
  const place = unit.status === 'completed' ? 0 : resumePosition(unit.positionSeconds, length);
  useEffect(() => {
    const from = begun.current.video === video ? begun.current.place : 0;
    if (!video || place === from) return;
    const isTouched = !video.paused || video.played.length > 0 || Math.abs(positionOf(video) - from) > 0.1;
    if (isTouched) return;
    begun.current = { video, place };
    seekTo(video, place);
  }, [video, place]);
}

type VideoLessonProps = LessonProps & { courseTitle: string; end: ReactNode };

/** Watching: the player, what follows it, its transcript and its text (S4, S5, S9, Z2). */
export function VideoLesson({ view, courseTitle, progress, end }: VideoLessonProps) {
  const { lesson, unit } = view;
  const [video, setVideo] = useState<HTMLVideoElement | null>(null);
  const { state, userId } = useActiveUser();
  const { isOffline } = useConnection();
  const toast = useToast();
  const choices = usePlaybackChoices();
  const media = useMediaAddress(lesson, state === 'known');
  const watched = useWatching({ video, unit, durationSeconds: lesson.duration, report: progress.report });
  const { cues, spoken } = useCues(video, { address: media.captionsAddress, isShown: choices.showsCaptions });
  const { hasFailed, retry } = media;
  const [showsKeys, setShowsKeys] = useState(false);
  useResume(video, unit, lesson.duration);
  useMediaSession(video, lesson.title, courseTitle);

  const tryAgain = useCallback(() => {
    if (!hasFailed) return;
    // What was kept of it may be what does not play; without a network it is all there is.
    const forgetting = isOffline ? undefined : forgetCopy(device, openMediaCache(), userId, lesson.videoUrl ?? '');
    void Promise.resolve(forgetting).then(retry, retry);
  }, [hasFailed, isOffline, lesson.videoUrl, userId, retry]);
  useBackOnline(isOffline, tryAgain);
  useEffect(() => keepMediaOnDevice([lesson.videoUrl, lesson.captionsUrl]), [lesson.videoUrl, lesson.captionsUrl]);
  useEffect(() => {
    if (!video) return;
    // The default too, because a newly loaded source starts with it.
    video.defaultPlaybackRate = choices.speed;
    video.playbackRate = choices.speed;
  }, [video, choices.speed]);
  useEffect(() => {
    if (hasFailed && !isOffline) toast(VIDEO_FAILED);
  }, [hasFailed, isOffline, toast]);

  return (
    <>
      {/* A Reset starts with a player that has played nothing; all around it stays where it is. */}
      <Player
        key={progress.resets}
        video={video}
        onVideo={setVideo}
        title={lesson.title}
        address={media.address}
        captionsAddress={media.captionsAddress}
        watched={watched}
        showsCaptions={choices.showsCaptions}
        onCaptions={choices.setShowsCaptions}
        onSpeed={choices.setSpeed}
        onFailure={() => media.onFailure(video)}
        onKeys={() => setShowsKeys(true)}
        onMetadata={media.onPlayable}
        instead={
          hasFailed && (
            <NoPicture
              isOffline={isOffline}
              bytes={lesson.videoBytes}
              hasTranscript={cues.length > 0}
              onRetry={tryAgain}
            />
          )
        }
      />
      {end}
      <div className="flex flex-wrap gap-3">
        <LessonActions unit={unit} onMarkComplete={progress.markComplete} onReset={progress.reset} />
      </div>
      <DownloadControl courseId={lesson.courseId} lessonId={lesson.id} lessons={[lesson]} />
      {media.captionsAddress && (
        <Transcript
          cues={cues}
          spoken={spoken}
          isWanted={hasFailed && !isOffline}
          onSeek={(seconds) => video && seekTo(video, seconds)}
        />
      )}
      <LessonBody lesson={lesson} />
      <PlayerKeys isOpen={showsKeys} onToggle={setShowsKeys} />
    </>
  );
}
