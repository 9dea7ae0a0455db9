// The state of a <video> for its controls, read from the element after each of its events: one source of truth.
import { useEffect, useState } from 'react';
import { positionOf, rangesOf } from './playback.ts';

export type PlayerState = ReturnType<typeof readPlayer>;

const STILL: PlayerState = {
  isPlaying: false,
  isWaiting: false,
  positionSeconds: 0,
  durationSeconds: 0,
  buffered: [],
  volume: 1,
  isMuted: false,
};

const PLAYER_EVENTS = [
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
  'volumechange',
  'emptied',
];

/** The element's state now; a duration that is not known yet is 0. */
function readPlayer(video: HTMLVideoElement) {
  return {
    isPlaying: !video.paused && !video.ended,
    // Below HAVE_FUTURE_DATA (3), the picture freezes although the video should play.
    isWaiting: !video.paused && !video.ended && video.readyState < 3,
    positionSeconds: positionOf(video),
    durationSeconds: Number.isFinite(video.duration) ? video.duration : 0,
    buffered: rangesOf(video.buffered),
    volume: video.volume,
    isMuted: video.muted,
  };
}

/** The state of the given <video>, updated on its events; keeps the screen on while it plays. */
export function usePlayerState(video: HTMLVideoElement | null): PlayerState {
  const [state, setState] = useState<PlayerState>(STILL);
  useEffect(() => {
    if (!video) return;
    const read = () => setState(readPlayer(video));
    read();
    const stop = new AbortController();
    for (const event of PLAYER_EVENTS) video.addEventListener(event, read, { signal: stop.signal });
    return () => stop.abort();
  }, [video]);
  useEffect(() => (state.isPlaying ? keepScreenAwake() : undefined), [state.isPlaying]);
  return state;
}

/** Keeps the screen on, where the browser can; returns the function that releases it. */
function keepScreenAwake(): () => void {
  const stop = new AbortController();
  let lock: Promise<WakeLockSentinel | undefined> | undefined;
  // The browser releases the lock when the page is hidden, and does not restore it.
  const ask = () => {
    if (document.visibilityState === 'visible') lock = navigator.wakeLock?.request('screen').catch(() => undefined);
  };
  ask();
  document.addEventListener('visibilitychange', ask, { signal: stop.signal });
  return () => {
    stop.abort();
    void lock?.then((held) => held?.release()).catch(() => undefined);
  };
}
