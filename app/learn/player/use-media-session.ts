import { useEffect } from 'react';
import { positionOf, SKIP_SECONDS, seekTo, skip } from './playback.ts';

/** Gives the video to the lock screen, a headset and the media keys of a keyboard; returns the function that leaves them. */
function joinMediaSession(video: HTMLVideoElement, title: string, course: string): () => void {
  const { mediaSession: session } = navigator;
  session.metadata = new MediaMetadata({ title, artist: course });
  const keys: Partial<Record<MediaSessionAction, MediaSessionActionHandler>> = {
    play: () => void video.play().catch(() => undefined),
    pause: () => video.pause(),
    seekbackward: ({ seekOffset }) => skip(-(seekOffset ?? SKIP_SECONDS))({ video }),
    seekforward: ({ seekOffset }) => skip(seekOffset ?? SKIP_SECONDS)({ video }),
    seekto: ({ seekTime }) => seekTime !== undefined && seekTo(video, seekTime),
  };
  const actions = Object.keys(keys) as MediaSessionAction[];
  for (const action of actions) session.setActionHandler(action, keys[action] ?? null);

  const updatePosition = () => {
    const { duration, playbackRate } = video;
    if (!(duration > 0 && duration < Number.POSITIVE_INFINITY)) return;
    session.setPositionState({ duration, playbackRate, position: Math.min(positionOf(video), duration) });
  };
  const events = ['play', 'pause', 'seeked', 'ratechange', 'loadedmetadata'];
  const stop = new AbortController();
  for (const event of events) video.addEventListener(event, updatePosition, { signal: stop.signal });
  updatePosition();
  return () => {
    stop.abort();
    for (const action of actions) session.setActionHandler(action, null);
    session.metadata = null;
  };
}

/** Joins the system's media session when the video is first played, where the browser has one. */
export function useMediaSession(video: HTMLVideoElement | null, title: string, course: string): void {
  useEffect(() => {
    if (!video || !('mediaSession' in navigator)) return;
    let leave: (() => void) | undefined;
    const onPlay = () => {
      leave = joinMediaSession(video, title, course);
    };
    video.addEventListener('play', onPlay, { once: true });
    if (!video.paused) onPlay();
    return () => {
      video.removeEventListener('play', onPlay);
      leave?.();
    };
  }, [video, title, course]);
}
