import { useEffect } from 'react';
import { joinMediaSession } from './media-session.ts';

/** Joins the system's media session when the video is first played. */
export function useMediaSession(video: HTMLVideoElement | null, title: string, course: string): void {
  useEffect(() => {
    if (!video) return;
    let leave = () => {};
    const onPlay = () => {
      leave = joinMediaSession(video, { title, course });
    };
    video.addEventListener('play', onPlay, { once: true });
    if (!video.paused) onPlay();
    return () => {
      video.removeEventListener('play', onPlay);
      leave();
    };
  }, [video, title, course]);
}
