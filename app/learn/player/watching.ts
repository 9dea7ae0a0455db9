// What has been watched of a video, and when to say so: distinct seconds played, never the position (Y12, S4).
import { mergeRanges, WATCHED_ENOUGH_PERCENT, type WatchedRanges } from '#sync/contract/progress.ts';

export const REPORT_EVERY_MS = 10_000;
export const REPORT_JUMP_PERCENT = 10;

/** What the last report said; `atMs` is on a monotonic clock, null when nothing was reported yet. */
export interface LastReport {
  atMs: number | null;
  percent: number;
  positionSeconds: number | null;
  completed: boolean;
}

/** The part of the browser's TimeRanges that is needed; tests give a plain object. */
export interface PlayedRanges {
  readonly length: number;
  start(index: number): number;
  end(index: number): number;
}

const hundredths = (seconds: number) => Math.round(seconds * 100) / 100;

/** The union of what was watched before and what this player has played, in hundredths of a second. */
export function watchedSoFar(earlier: WatchedRanges, played: PlayedRanges): WatchedRanges {
  const now: WatchedRanges = [];
  for (let index = 0; index < played.length; index += 1) {
    now.push([hundredths(played.start(index)), hundredths(played.end(index))]);
  }
  return mergeRanges(earlier, now);
}

/** Which report is due now, if any: nothing at 0, at most every 10 s or on a 10-point jump, completed once at 95 percent. */
export function dueReport(last: LastReport, percent: number, nowMs: number): 'in_progress' | 'completed' | null {
  if (last.completed || percent <= 0) return null;
  if (percent >= WATCHED_ENOUGH_PERCENT) return 'completed';
  if (last.atMs === null) return 'in_progress';
  const isDue = nowMs - last.atMs >= REPORT_EVERY_MS || percent - last.percent >= REPORT_JUMP_PERCENT;
  return isDue ? 'in_progress' : null;
}

/** Where to go on: the remembered second, or the start when it is (nearly) the end. */
export function resumePosition(positionSeconds: number | null, durationSeconds: number): number {
  if (positionSeconds === null || !(durationSeconds > 0)) return 0;
  return positionSeconds < durationSeconds - 3 ? positionSeconds : 0;
}
