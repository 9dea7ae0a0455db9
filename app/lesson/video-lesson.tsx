import { CloudOff, TriangleAlert } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useState } from 'react';
import { useBackOnline, useConnection } from '../connection.ts';
import { keepMediaOnDevice } from '../keep-media.ts';
import { toasts } from '../messages.ts';
import { usePerson } from '../person.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { useToast } from '../ui/toast.tsx';
import { LessonActions } from './lesson-actions.tsx';
import type { LessonProps } from './lesson-props.ts';
import { seekTo } from './perform.ts';
import { Player } from './player.tsx';
import { Transcript } from './transcript.tsx';
import { useCues } from './use-cues.ts';
import { useMediaAddress } from './use-media-address.ts';
import { usePlaybackChoices } from './use-playback-choices.ts';
import { useWatching } from './use-watching.ts';
import { resumePosition } from './watching.ts';

// The text below the picture, and the Markdown that it needs, may come after the player.
const LessonBody = lazy(() => import('./lesson-body.tsx').then((room) => ({ default: room.LessonBody })));

/** What stands on the stage when there is no picture. */
function NoPicture({ isOffline, onRetry }: { isOffline: boolean; onRetry: () => void }) {
  const Icon = isOffline ? CloudOff : TriangleAlert;
  return (
    <div role="alert" className="flex flex-col items-center gap-3 p-4 text-center">
      <Icon aria-hidden className="size-8" />
      <p className="max-w-md">
        {isOffline
          ? 'This video is not on this device. You can read the lesson below and watch it when you are online.'
          : toasts.videoFailed.description}
      </p>
      <button
        type="button"
        onClick={onRetry}
        className="min-h-touch rounded-md border border-stage-ink px-4 font-semibold hover:bg-stage-ink/15"
      >
        Try again
      </button>
    </div>
  );
}

/** Watching: the player, what follows it, its transcript and its text (S4, S5, S9, Z2). */
export function VideoLesson({ view, progress, end }: LessonProps & { end: ReactNode }) {
  const { lesson, unit } = view;
  const [video, setVideo] = useState<HTMLVideoElement | null>(null);
  const isSignedIn = usePerson().state === 'known';
  const { isOffline } = useConnection();
  const toast = useToast();
  const choices = usePlaybackChoices();
  const media = useMediaAddress(lesson, isSignedIn);
  const watched = useWatching({ video, unit, durationSeconds: lesson.duration, report: progress.report });
  const { cues, spoken } = useCues(video, { address: media.captionsAddress, isShown: choices.showsCaptions });
  const { hasFailed, retry } = media;

  const tryAgain = useCallback(() => {
    if (hasFailed) retry();
  }, [hasFailed, retry]);
  useBackOnline(isOffline, tryAgain);
  useEffect(() => keepMediaOnDevice([lesson.videoUrl, lesson.captionsUrl]), [lesson.videoUrl, lesson.captionsUrl]);
  useEffect(() => {
    if (!video) return;
    // The default too, because a newly loaded source starts with it.
    video.defaultPlaybackRate = choices.speed;
    video.playbackRate = choices.speed;
  }, [video, choices.speed]);
  useEffect(() => {
    if (hasFailed && !isOffline) toast(toasts.videoFailed);
  }, [hasFailed, isOffline, toast]);

  return (
    <>
      <Player
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
        onMetadata={(element) => {
          if (unit.status !== 'completed') element.currentTime = resumePosition(unit.positionSeconds, element.duration);
          media.onPlayable(element);
        }}
        instead={hasFailed ? <NoPicture isOffline={isOffline} onRetry={tryAgain} /> : null}
      />
      {end}
      <div className="flex flex-wrap gap-3">
        <LessonActions unit={unit} onMarkComplete={progress.markComplete} onReset={progress.reset} />
      </div>
      {media.captionsAddress && (
        <Transcript cues={cues} spoken={spoken} onSeek={(seconds) => video && seekTo(video, seconds)} />
      )}
      <Suspense fallback={<Skeleton className="h-96" />}>
        <LessonBody lesson={lesson} />
      </Suspense>
    </>
  );
}
