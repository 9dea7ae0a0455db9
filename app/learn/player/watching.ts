// What has been watched of a video, and when to report it: the distinct seconds played, never the position (Y12, R-S4).
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import {
  mergeRanges,
  type Unit,
  WATCHED_ENOUGH_PERCENT,
  type WatchedRanges,
  watchedPercent,
} from '#sync/contract/progress.ts';
import type { WatchReport } from '../lesson-parts.tsx';
import { positionOf, rangesOf } from './playback.ts';

const REPORT_EVERY_MS = 10_000;
const REPORT_JUMP_PERCENT = 10;

/** `atMs` is on a monotonic clock, null when nothing was reported yet. */
type LastReport = { atMs: number | null; percent: number; positionSeconds: number | null; completed: boolean };

const hundredths = (seconds: number) => Math.round(seconds * 100) / 100;

/** The union of what was watched before and what this player has played, rounded to hundredths of a second. */
export const watchedSoFar = (earlier: WatchedRanges, played: TimeRanges): WatchedRanges =>
  mergeRanges(
    earlier,
    rangesOf(played).map(([from, to]) => [hundredths(from), hundredths(to)]),
  );

/** The status to report now, null for none: nothing at 0, at most every 10 s or on a 10-point jump, completed once at 95 percent. */
export function dueReport(lastReport: LastReport, percent: number, nowMs: number): 'in_progress' | 'completed' | null {
  if (lastReport.completed || percent <= 0) return null;
  if (percent >= WATCHED_ENOUGH_PERCENT) return 'completed';
  if (lastReport.atMs === null) return 'in_progress';
  const isDue = nowMs - lastReport.atMs >= REPORT_EVERY_MS || percent - lastReport.percent >= REPORT_JUMP_PERCENT;
  return isDue ? 'in_progress' : null;
}

/** The second to resume at: the remembered one, or the start when that is (nearly) the end. */
export function resumePosition(positionSeconds: number | null, durationSeconds: number): number {
  if (positionSeconds === null || !(durationSeconds > 0)) return 0;
  return positionSeconds < durationSeconds - 3 ? positionSeconds : 0;
}

type Watching = {
  video: HTMLVideoElement | null;
  unit: Unit;
  /** Used until the browser knows the duration itself. */
  durationSeconds: number;
  /** Resolves to false when the report could not be saved, so that it is repeated. */
  report: (report: WatchReport) => Promise<boolean>;
};

const NO_REPORT: LastReport = { atMs: null, percent: 0, positionSeconds: null, completed: false };

/** Reports at most every 10 s or after 10 more percent (R-S4), and finally on pause, on hiding the page and on leaving the lesson. */
export function useWatching(watching: Watching): WatchedRanges {
  const { video, unit } = watching;
  const lastReport = useRef(NO_REPORT);
  // A reloaded source (a new token, a retry) forgets what it has played; this does not, until there is another player.
  const played = useRef<WatchedRanges>([]);
  const [shown, setShown] = useState<WatchedRanges>([]);

  const measure = useEffectEvent((element: HTMLVideoElement, isFinal: boolean) => {
    const { durationSeconds, report } = watching;
    const duration = Number.isFinite(element.duration) ? element.duration : durationSeconds;
    played.current = watchedSoFar(played.current, element.played);
    const ranges = mergeRanges(unit.watched, played.current);
    setShown(played.current);
    const percent = watchedPercent(ranges, duration);
    // The last reported second wins, so an untouched video must not overwrite what another device reported.
    const positionSeconds = hundredths(positionOf(element));
    const isNews = positionSeconds !== lastReport.current.positionSeconds || percent !== lastReport.current.percent;
    if (played.current.length === 0 || !isNews) return;
    const before = { ...lastReport.current, completed: lastReport.current.completed || unit.status === 'completed' };
    const from = isFinal ? { ...before, atMs: Number.NEGATIVE_INFINITY } : before;
    const status = dueReport(from, percent, performance.now());
    if (!status) return;
    lastReport.current = {
      atMs: performance.now(),
      percent,
      positionSeconds,
      completed: percent >= WATCHED_ENOUGH_PERCENT,
    };
    void report({ status, positionSeconds, watched: ranges }).then((kept) => {
      if (!kept) lastReport.current = before;
    });
  });

  useEffect(() => {
    if (!video) return;
    const measureNow = () => measure(video, false);
    const reportFinally = () => measure(video, true);
    const onHide = () => document.visibilityState === 'hidden' && reportFinally();
    const stop = new AbortController();
    const { signal } = stop;
    for (const type of ['timeupdate', 'ended', 'error']) video.addEventListener(type, measureNow, { signal });
    video.addEventListener('pause', reportFinally, { signal });
    document.addEventListener('visibilitychange', onHide, { signal });
    window.addEventListener('pagehide', reportFinally, { signal });
    return () => {
      stop.abort();
      reportFinally();
      lastReport.current = NO_REPORT;
      played.current = [];
      setShown([]);
    };
  }, [video]);

  return useMemo(() => mergeRanges(unit.watched, shown), [unit.watched, shown]);
}
