import { useEffect, useState } from 'react';
import { PLAYER_EVENTS, type PlayerState, readPlayer, STILL } from './player-state.ts';
import { keepScreenAwake } from './screen-awake.ts';

/** The state of the given <video> as its events tell it; the screen stays on while it plays. */
export function usePlayerState(video: HTMLVideoElement | null): PlayerState {
  const [state, setState] = useState<PlayerState>(STILL);
  useEffect(() => {
    if (!video) return;
    const read = () => setState(readPlayer(video));
    read();
    for (const event of PLAYER_EVENTS) video.addEventListener(event, read);
    return () => {
      for (const event of PLAYER_EVENTS) video.removeEventListener(event, read);
    };
  }, [video]);
  useEffect(() => (state.isPlaying ? keepScreenAwake() : undefined), [state.isPlaying]);
  return state;
}
