// Playback: the player's keys, as in the large players, where a video is, and what its controls do.

import { counted } from '../../ui/labels.ts';

export const SKIP_SECONDS = 10;
export const SPEEDS = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2] as const;

export type PlayerAction =
  | { do: 'toggle-play' }
  | { do: 'skip'; seconds: number }
  | { do: 'toggle-captions' }
  | { do: 'show-keys' }
  | { do: 'toggle-fullscreen' }
  | { do: 'toggle-mute' }
  | { do: 'change-speed'; step: 1 | -1 }
  | { do: 'set-speed'; speed: number }
  | { do: 'change-volume'; step: 1 | -1 }
  | { do: 'set-volume'; volume: number }
  | { do: 'seek'; seconds: number }
  | { do: 'seek-share'; share: number };

const KEYS: Record<string, PlayerAction> = {
  ' ': { do: 'toggle-play' },
  k: { do: 'toggle-play' },
  j: { do: 'skip', seconds: -SKIP_SECONDS },
  l: { do: 'skip', seconds: SKIP_SECONDS },
  arrowleft: { do: 'skip', seconds: -5 },
  arrowright: { do: 'skip', seconds: 5 },
  arrowup: { do: 'change-volume', step: 1 },
  arrowdown: { do: 'change-volume', step: -1 },
  c: { do: 'toggle-captions' },
  '?': { do: 'show-keys' },
  f: { do: 'toggle-fullscreen' },
  m: { do: 'toggle-mute' },
  '<': { do: 'change-speed', step: -1 },
  '>': { do: 'change-speed', step: 1 },
  home: { do: 'seek-share', share: 0 },
  end: { do: 'seek-share', share: 1 },
};

/** The action of a key press; undefined while a modifier key of the browser is held. */
export function playerAction(press: {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
}): PlayerAction | undefined {
  if (press.ctrlKey || press.metaKey || press.altKey) return undefined;
  return KEYS[press.key.toLowerCase()];
}

/** The next speed in the given direction; stays at the ends. */
export function nextSpeed(current: number, step: 1 | -1): number {
  const faster = SPEEDS.filter((speed) => speed > current);
  const slower = SPEEDS.filter((speed) => speed < current);
  return (step === 1 ? faster.at(0) : slower.at(-1)) ?? current;
}

/** '1 minute 5 seconds', for screen readers. */
export function spokenTime(seconds: number): string {
  const whole = Math.max(0, Math.floor(Number.isFinite(seconds) ? seconds : 0));
  const minutes = Math.floor(whole / 60);
  return minutes > 0 ? `${counted(minutes, 'minute')} ${counted(whole % 60, 'second')}` : counted(whole, 'second');
}

// The position of a video, also while its stream is loading: the element has no position then, and a seek would be lost.
const pendingSeeks = new WeakMap<HTMLVideoElement, number>();

/** The video's position in seconds, or the position it will get once its length is known. */
export function positionOf(video: HTMLVideoElement): number {
  return pendingSeeks.get(video) ?? video.currentTime;
}

/** Seeks within the video; while it is loading, it will start there. */
export function seekTo(video: HTMLVideoElement, seconds: number): void {
  const target = Math.max(0, seconds);
  if (!pendingSeeks.has(video) && video.duration > 0) {
    video.currentTime = Math.min(target, video.duration);
    return;
  }
  pendingSeeks.set(video, target);
  // The controls read the element on its events, and without a stream it does not send this one.
  video.dispatchEvent(new Event('seeking'));
}

/** Remembers the position of a video whose stream is about to be reloaded. */
export function holdPosition(video: HTMLVideoElement): void {
  pendingSeeks.set(video, positionOf(video));
}

/** Call this when the length is known: seeks to the remembered position. */
export function restorePosition(video: HTMLVideoElement): void {
  const target = pendingSeeks.get(video);
  if (target === undefined) return;
  pendingSeeks.delete(video);
  seekTo(video, target);
}

/** Plays or pauses; when the browser refuses to play (no gesture, no data), the video stays paused. */
export function togglePlay(video: HTMLVideoElement): void {
  if (video.paused || video.ended) void video.play().catch(() => undefined);
  else video.pause();
}

async function toggleFullscreen(video: HTMLVideoElement, frame: HTMLElement): Promise<void> {
  if (document.fullscreenElement) return document.exitFullscreen();
  if (frame.requestFullscreen) return frame.requestFullscreen();
  // An iPhone can show only the video itself in full screen.
  const enter = 'webkitEnterFullscreen' in video ? video.webkitEnterFullscreen : undefined;
  if (typeof enter === 'function') enter.call(video);
}

/** Performs the action of a key or a button on the video; captions are the caller's. */
export function performAction(action: PlayerAction, video: HTMLVideoElement, frame: HTMLElement): void {
  switch (action.do) {
    case 'toggle-play':
      togglePlay(video);
      return;
    case 'skip':
      seekTo(video, positionOf(video) + action.seconds);
      return;
    case 'seek':
      seekTo(video, action.seconds);
      return;
    case 'seek-share':
      seekTo(video, action.share * (Number.isFinite(video.duration) ? video.duration : 0));
      return;
    case 'toggle-mute':
      video.muted = !video.muted;
      return;
    case 'change-volume':
    case 'set-volume': {
      const volume = action.do === 'set-volume' ? action.volume : video.volume + action.step * 0.1;
      video.muted = false;
      video.volume = Math.min(1, Math.max(0, Math.round(volume * 10) / 10));
      return;
    }
    case 'change-speed':
      video.playbackRate = nextSpeed(video.playbackRate, action.step);
      return;
    case 'set-speed':
      video.playbackRate = action.speed;
      return;
    case 'toggle-fullscreen':
      void toggleFullscreen(video, frame).catch(() => undefined);
  }
}
