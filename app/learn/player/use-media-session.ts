import { useEffect } from 'react';
import { performAction, positionOf, SKIP_SECONDS, seekTo } from './playback.ts';

/**
 * Gives the video to the system's media session: the lock screen, a headset, the media keys of a keyboard. Returns the function
 * that leaves it. Does nothing where the browser has no media session.
 */
function joinMediaSession(video: HTMLVideoElement, title: string, course: string): () => void {
  const session = 'mediaSession' in navigator ? navigator.mediaSession : undefined;
  if (!session) return () => undefined;
  session.metadata = new MediaMetadata({ title, artist: course });
  const skip = (seconds: number) => performAction({ do: 'skip', seconds }, video, video);
  const keys: Partial<Record<MediaSessionAction, MediaSessionActionHandler>> = {
    play: () => void video.play().catch(() => undefined),
    pause: () => video.pause(),
    seekbackward: ({ seekOffset }) => skip(-(seekOffset ?? SKIP_SECONDS)),
    seekforward: ({ seekOffset }) => skip(seekOffset ?? SKIP_SECONDS),
    seekto: ({ seekTime }) => seekTime !== undefined && seekTo(video, seekTime),
  };
  const actions = Object.keys(keys) as MediaSessionAction[];
  for (const action of actions) setHandler(session, action, keys[action] ?? null);

  const updatePosition = () => {
    const { duration, playbackRate } = video;
    if (!(duration > 0 && duration < Number.POSITIVE_INFINITY)) return;
    session.setPositionState?.({ duration, playbackRate, position: Math.min(positionOf(video), duration) });
  };
  const events = ['play', 'pause', 'seeked', 'ratechange', 'loadedmetadata'];
  const stop = new AbortController();
  for (const event of events) video.addEventListener(event, updatePosition, { signal: stop.signal });
  updatePosition();
  return () => {
    stop.abort();
    for (const action of actions) setHandler(session, action, null);
    session.metadata = null;
  };
}

function setHandler(
  session: MediaSession,
  action: MediaSessionAction,
  handler: MediaSessionActionHandler | null,
): void {
  try {
    session.setActionHandler(action, handler);
  } catch {
    // The browser does not know this action.
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
