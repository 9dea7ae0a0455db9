// What the controls show of a <video>, read from the element itself after each of its events: one source of truth.
import type { WatchedRanges } from '#sync/contract/progress.ts';
import { positionOf } from './playhead.ts';

export interface PlayerState {
  isPlaying: boolean;
  isWaiting: boolean;
  hasEnded: boolean;
  positionSeconds: number;
  durationSeconds: number;
  buffered: WatchedRanges;
  speed: number;
  volume: number;
  isMuted: boolean;
}

export const STILL: PlayerState = {
  isPlaying: false,
  isWaiting: false,
  hasEnded: false,
  positionSeconds: 0,
  durationSeconds: 0,
  buffered: [],
  speed: 1,
  volume: 1,
  isMuted: false,
};

export const PLAYER_EVENTS = [
  'loadedmetadata',
  'durationchange',
  'play',
  'pause',
  'playing',
  'waiting',
  'timeupdate',
  'progress',
  'seeking',
  'seeked',
  'ended',
  'ratechange',
  'volumechange',
  'emptied',
] as const;

/** The element's state now; a duration that is not known yet is 0. */
export function readPlayer(video: HTMLVideoElement): PlayerState {
  const buffered: WatchedRanges = [];
  for (let index = 0; index < video.buffered.length; index += 1) {
    buffered.push([video.buffered.start(index), video.buffered.end(index)]);
  }
  return {
    isPlaying: !video.paused && !video.ended,
    // HAVE_FUTURE_DATA is 3: with less the picture stands although it should move.
    isWaiting: !video.paused && !video.ended && video.readyState < 3,
    hasEnded: video.ended,
    positionSeconds: positionOf(video),
    durationSeconds: Number.isFinite(video.duration) ? video.duration : 0,
    buffered,
    speed: video.playbackRate,
    volume: video.volume,
    isMuted: video.muted,
  };
}
