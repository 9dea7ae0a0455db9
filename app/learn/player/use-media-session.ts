import { useEffect } from 'react';
import { perform } from './playback-action.ts';
import { SKIP_SECONDS } from './playback-keys.ts';
import { positionOf, seekTo } from './playhead.ts';

/**
 * Names the video to the system and takes its keys: the lock screen, a headset, the media keys of a keyboard. Call the
 * result when the video leaves the page. Only where the browser has a media session.
 */
function joinMediaSession(video: HTMLVideoElement, title: string, course: string): () => void {
  const session = 'mediaSession' in navigator ? navigator.mediaSession : undefined;
  if (!session) return () => undefined;
  session.metadata = new MediaMetadata({ title, artist: course });
  const skip = (seconds: number) => perform({ do: 'skip', seconds }, video, video);
  const keys: Partial<Record<MediaSessionAction, MediaSessionActionHandler>> = {
    play: () => void video.play().catch(() => undefined),
    pause: () => video.pause(),
    seekbackward: ({ seekOffset }) => skip(-(seekOffset ?? SKIP_SECONDS)),
    seekforward: ({ seekOffset }) => skip(seekOffset ?? SKIP_SECONDS),
    seekto: ({ seekTime }) => seekTime !== undefined && seekTo(video, seekTime),
  };
  const actions = Object.keys(keys) as MediaSessionAction[];
  for (const action of actions) answerKey(session, action, keys[action] ?? null);

  const tell = () => {
    const { duration, playbackRate } = video;
    if (!(duration > 0 && duration < Number.POSITIVE_INFINITY)) return;
    session.setPositionState?.({ duration, playbackRate, position: Math.min(positionOf(video), duration) });
  };
  const moments = ['play', 'pause', 'seeked', 'ratechange', 'loadedmetadata'];
  const stop = new AbortController();
  for (const moment of moments) video.addEventListener(moment, tell, { signal: stop.signal });
  tell();
  return () => {
    stop.abort();
    for (const action of actions) answerKey(session, action, null);
    session.metadata = null;
  };
}

function answerKey(session: MediaSession, action: MediaSessionAction, answer: MediaSessionActionHandler | null): void {
  try {
    session.setActionHandler(action, answer);
  } catch {
    // A browser that does not know this key.
  }
}

/** Joins the system's media session when the video is first played. */
export function useMediaSession(video: HTMLVideoElement | null, title: string, course: string): void {
  useEffect(() => {
    if (!video) return;
    let leave = () => {};
    const onPlay = () => {
      leave = joinMediaSession(video, title, course);
    };
    video.addEventListener('play', onPlay, { once: true });
    if (!video.paused) onPlay();
    return () => {
      video.removeEventListener('play', onPlay);
      leave();
    };
  }, [video, title, course]);
}
