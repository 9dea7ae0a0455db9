import { useEffect, useRef } from 'react';
import type { Unit } from '#sync/contract/progress.ts';
import { positionOf, seekTo } from './playhead.ts';
import { resumePosition } from './watching.ts';

/**
 * Begins the video at the second where the person stopped, on this device or another (Z2); a completed one at its start.
 * A later word of the server moves it on only while nobody has touched the video.
 */
export function useResume(video: HTMLVideoElement | null, unit: Unit, durationSeconds: number): void {
  const begun = useRef({ video, place: 0 });
  const length = durationSeconds || Number.POSITIVE_INFINITY;
  const place = unit.status === 'completed' ? 0 : resumePosition(unit.positionSeconds, length);
  useEffect(() => {
    const from = begun.current.video === video ? begun.current.place : 0;
    if (!video || place === from) return;
    const isTouched = !video.paused || video.played.length > 0 || Math.abs(positionOf(video) - from) > 0.1;
    if (isTouched) return;
    begun.current = { video, place };
    seekTo(video, place);
  }, [video, place]);
}
