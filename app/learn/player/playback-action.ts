import { nextSpeed, type PlayerAction } from './playback-keys.ts';
import { positionOf, seekTo } from './playhead.ts';

/** Plays or pauses; a play that the browser refuses (no gesture, no data) leaves the video paused, which is what is shown. */
export function togglePlay(video: HTMLVideoElement): void {
  if (video.paused || video.ended) void video.play().catch(() => undefined);
  else video.pause();
}

async function toggleFullscreen(video: HTMLVideoElement, frame: HTMLElement): Promise<void> {
  if (document.fullscreenElement) return document.exitFullscreen();
  if (frame.requestFullscreen) return frame.requestFullscreen();
  // An iPhone shows only the video itself in full screen.
  const enter = 'webkitEnterFullscreen' in video ? video.webkitEnterFullscreen : undefined;
  if (typeof enter === 'function') enter.call(video);
}

/** Does to the video what a key or a button asked. Captions are the caller's: they are remembered, not the element's. */
export function perform(action: PlayerAction, video: HTMLVideoElement, frame: HTMLElement): void {
  switch (action.do) {
    case 'toggle-play':
      togglePlay(video);
      return;
    case 'skip':
      seekTo(video, positionOf(video) + action.seconds);
      return;
    case 'seek-share':
      seekTo(video, action.share * (Number.isFinite(video.duration) ? video.duration : 0));
      return;
    case 'toggle-mute':
      video.muted = !video.muted;
      return;
    case 'change-volume':
      video.muted = false;
      video.volume = Math.min(1, Math.max(0, Math.round((video.volume + action.step * 0.1) * 10) / 10));
      return;
    case 'change-speed':
      video.playbackRate = nextSpeed(video.playbackRate, action.step);
      return;
    case 'toggle-fullscreen':
      void toggleFullscreen(video, frame).catch(() => undefined);
  }
}
