// Playback: what the player's keys and buttons do, as in the large players, and where a video is.
import { plural } from '@lingui/core/macro';
import type { WatchedRanges } from '#sync/contract/progress.ts';

export const SKIP_SECONDS = 10;
export const SPEEDS = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2] as const;

/** What the keys and buttons of a player act on. */
export type PlayerParts = {
  video: HTMLVideoElement;
  frame: HTMLElement;
  toggleCaptions: () => void;
  showKeys: () => void;
};

export type PlayerAction = (player: PlayerParts) => void;

/** Plays or pauses; when the browser refuses to play (no gesture, no data), the video stays paused. */
export const togglePlay = ({ video }: Pick<PlayerParts, 'video'>): void => {
  if (video.paused || video.ended) void video.play().catch(() => undefined);
  else video.pause();
};

export const skip =
  (seconds: number) =>
  ({ video }: Pick<PlayerParts, 'video'>): void =>
    seekTo(video, positionOf(video) + seconds);

const seekToShare =
  (share: number): PlayerAction =>
  ({ video }) =>
    seekTo(video, share * (Number.isFinite(video.duration) ? video.duration : 0));

export const toggleMute: PlayerAction = ({ video }) => {
  video.muted = !video.muted;
};

export function setVolume(video: HTMLVideoElement, volume: number): void {
  video.muted = false;
  video.volume = Math.min(1, Math.max(0, Math.round(volume * 10) / 10));
}

const changeVolume =
  (step: number): PlayerAction =>
  ({ video }) =>
    setVolume(video, video.volume + step);

const changeSpeed =
  (step: 1 | -1): PlayerAction =>
  ({ video }) => {
    video.playbackRate = nextSpeed(video.playbackRate, step);
  };

/** The next speed in the given direction; stays at the ends. */
export function nextSpeed(current: number, step: 1 | -1): number {
  const faster = SPEEDS.filter((speed) => speed > current);
  const slower = SPEEDS.filter((speed) => speed < current);
  return (step === 1 ? faster.at(0) : slower.at(-1)) ?? current;
}

async function enterOrLeaveFullscreen({ video, frame }: PlayerParts): Promise<void> {
  if (document.fullscreenElement) return document.exitFullscreen();
  if (frame.requestFullscreen) return frame.requestFullscreen();
  // An iPhone can show only the video itself in full screen.
  const enter = 'webkitEnterFullscreen' in video ? video.webkitEnterFullscreen : undefined;
  if (typeof enter === 'function') enter.call(video);
}

export const toggleFullscreen: PlayerAction = (player) => void enterOrLeaveFullscreen(player).catch(() => undefined);

const KEYS: Record<string, PlayerAction> = {
  ' ': togglePlay,
  k: togglePlay,
  j: skip(-SKIP_SECONDS),
  l: skip(SKIP_SECONDS),
  arrowleft: skip(-5),
  arrowright: skip(5),
  arrowup: changeVolume(0.1),
  arrowdown: changeVolume(-0.1),
  c: ({ toggleCaptions }) => toggleCaptions(),
  '?': ({ showKeys }) => showKeys(),
  f: toggleFullscreen,
  m: toggleMute,
  '<': changeSpeed(-1),
  '>': changeSpeed(1),
  home: seekToShare(0),
  end: seekToShare(1),
};

type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>;

/** The action of a key press; undefined while a modifier key of the browser is held. */
export const playerAction = ({ key, ctrlKey, metaKey, altKey }: KeyPress): PlayerAction | undefined =>
  ctrlKey || metaKey || altKey ? undefined : KEYS[key.toLowerCase()];

/** '1 minute 5 seconds', for screen readers. */
export function spokenTime(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  const more = plural(Math.floor(seconds % 60), { one: '# second', other: '# seconds' });
  return minutes > 0 ? `${plural(minutes, { one: '# minute', other: '# minutes' })} ${more}` : more;
}

/** What was played or is loaded, as pairs of seconds. */
export const rangesOf = (ranges: TimeRanges): WatchedRanges =>
  Array.from({ length: ranges.length }, (_, index) => [ranges.start(index), ranges.end(index)]);

// The position of a video, also while its stream is loading: the element has no position then, and a seek would be lost.
const pendingSeeks = new WeakMap<HTMLVideoElement, number>();

/** The video's position in seconds, or the position it will get once its length is known. */
export const positionOf = (video: HTMLVideoElement): number => pendingSeeks.get(video) ?? video.currentTime;

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
