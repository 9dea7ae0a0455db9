import { useEffect } from 'react';

/** Joins the system's media session when the video is first played: until then nobody needs it, and it is not fetched. */
export function useMediaSession(video: HTMLVideoElement | null, title: string, course: string): void {
  useEffect(() => {
    if (!video) return;
    let leave = () => {};
    let isGone = false;
    const join = async () => {
      const { joinMediaSession } = await import('./media-session.ts');
      if (!isGone) leave = joinMediaSession(video, { title, course });
    };
    // Without it the video plays all the same.
    const onPlay = () => void join().catch(() => undefined);
    video.addEventListener('play', onPlay, { once: true });
    if (!video.paused) onPlay();
    return () => {
      isGone = true;
      video.removeEventListener('play', onPlay);
      leave();
    };
  }, [video, title, course]);
}
