import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import {
  mergeRanges,
  type Unit,
  WATCHED_ENOUGH_PERCENT,
  type WatchedRanges,
  watchedPercent,
} from '#sync/contract/progress.ts';
import type { WatchReport } from '../lesson-props.ts';
import { positionOf } from './playhead.ts';
import { dueReport, type LastReport, watchedSoFar } from './watching.ts';

type Watching = {
  video: HTMLVideoElement | null;
  unit: Unit;
  /** Used until the browser knows the duration itself. */
  durationSeconds: number;
  /** Resolves to false when the report could not be kept, so that it is made again. */
  report: (report: WatchReport) => Promise<boolean>;
};

const NO_REPORT: LastReport = { atMs: null, percent: 0, positionSeconds: null, completed: false };

/** Follows the video and reports as S4 says, with a last word on pause, on hiding the page and on leaving the lesson. */
export function useWatching(watching: Watching): WatchedRanges {
  const { video, unit } = watching;
  const latest = useRef(watching);
  useEffect(() => {
    latest.current = watching;
  });
  const last = useRef(NO_REPORT);
  // A source that is loaded again (a new token, a retry) forgets what it has played; this does not, until the player is another.
  const played = useRef<WatchedRanges>([]);
  const [shown, setShown] = useState<WatchedRanges>([]);

  const look = useCallback((element: HTMLVideoElement, isLastWord: boolean) => {
    const { unit: known, durationSeconds, report } = latest.current;
    const duration = Number.isFinite(element.duration) ? element.duration : durationSeconds;
    played.current = watchedSoFar(played.current, element.played);
    const ranges = mergeRanges(known.watched, played.current);
    setShown(played.current);
    const percent = watchedPercent(ranges, duration);
    // The last second reported wins: a film that is left as it was found must not take back what another device said.
    const positionSeconds = Math.round(positionOf(element) * 100) / 100;
    const isNews = positionSeconds !== last.current.positionSeconds || percent !== last.current.percent;
    if (played.current.length === 0 || !isNews) return;
    const before = { ...last.current, completed: last.current.completed || known.status === 'completed' };
    const asLastWord = isLastWord ? { ...before, atMs: Number.NEGATIVE_INFINITY } : before;
    const status = dueReport(asLastWord, percent, performance.now());
    if (!status) return;
    last.current = { atMs: performance.now(), percent, positionSeconds, completed: percent >= WATCHED_ENOUGH_PERCENT };
    void report({ status, positionSeconds, watched: ranges }).then((kept) => {
      if (!kept) last.current = before;
    });
  }, []);

  useEffect(() => {
    if (!video) return;
    const follow = () => look(video, false);
    const lastWord = () => look(video, true);
    const onHide = () => document.visibilityState === 'hidden' && lastWord();
    const stop = new AbortController();
    const { signal } = stop;
    for (const type of ['timeupdate', 'ended', 'error']) video.addEventListener(type, follow, { signal });
    video.addEventListener('pause', lastWord, { signal });
    document.addEventListener('visibilitychange', onHide, { signal });
    window.addEventListener('pagehide', lastWord, { signal });
    return () => {
      stop.abort();
      lastWord();
      last.current = NO_REPORT;
      played.current = [];
      setShown([]);
    };
  }, [video, look]);

  return useMemo(() => mergeRanges(unit.watched, shown), [unit.watched, shown]);
}
