import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react';
import { forgetCopy } from '#sync/media/opened.ts';
import { openShelf } from '#sync/media/shelf.ts';
import { useBackOnline, useConnection } from '../connection.ts';
import { device } from '../device.ts';
import { DownloadControl } from '../downloads/download-control.tsx';
import { keepMediaOnDevice } from '../keep-media.ts';
import { toasts } from '../messages.ts';
import { usePerson } from '../person.tsx';
import { useToast } from '../ui/toast.tsx';
import { LessonActions } from './lesson-actions.tsx';
import { LessonBody } from './lesson-body.tsx';
import type { LessonProps } from './lesson-props.ts';
import { NoPicture } from './no-picture.tsx';
import { Player } from './player.tsx';
import { PlayerKeys } from './player-keys.tsx';
import { seekTo } from './playhead.ts';
import { Transcript } from './transcript.tsx';
import { useCues } from './use-cues.ts';
import { useMediaAddress } from './use-media-address.ts';
import { useMediaSession } from './use-media-session.ts';
import { usePlaybackChoices } from './use-playback-choices.ts';
import { useResume } from './use-resume.ts';
import { useWatching } from './use-watching.ts';

type VideoLessonProps = LessonProps & { courseTitle: string; end: ReactNode };

/** Watching: the player, what follows it, its transcript and its text (S4, S5, S9, Z2). */
export function VideoLesson({ view, courseTitle, progress, end }: VideoLessonProps) {
  const { lesson, unit } = view;
  const [video, setVideo] = useState<HTMLVideoElement | null>(null);
  const { state, userId } = usePerson();
  const { isOffline } = useConnection();
  const toast = useToast();
  const choices = usePlaybackChoices();
  const media = useMediaAddress(lesson, state === 'known');
  const watched = useWatching({ video, unit, durationSeconds: lesson.duration, report: progress.report });
  const { cues, spoken } = useCues(video, { address: media.captionsAddress, isShown: choices.showsCaptions });
  const { hasFailed, retry } = media;
  const [showsKeys, setShowsKeys] = useState(false);
  const kept = useMemo(() => [lesson], [lesson]);
  useResume(video, unit, lesson.duration);
  useMediaSession(video, lesson.title, courseTitle);

  const tryAgain = useCallback(() => {
    if (!hasFailed) return;
    // What was kept of it may be what does not play; without a network it is all there is.
    const forgetting = isOffline ? undefined : forgetCopy(device, openShelf(), userId, lesson.videoUrl ?? '');
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
    if (hasFailed && !isOffline) toast(toasts.videoFailed);
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
      <DownloadControl courseId={lesson.courseId} lessonId={lesson.id} lessons={kept} />
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
