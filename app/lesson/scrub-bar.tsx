import type { WatchedRanges } from '#sync/contract/progress.ts';
import { clockLabel } from '../clock-label.ts';
import { spokenTime } from './playback-keys.ts';

type ScrubBarProps = {
  positionSeconds: number;
  durationSeconds: number;
  buffered: WatchedRanges;
  watched: WatchedRanges;
  onSeek: (seconds: number) => void;
};

/** Ranges as stripes on the bar. */
function Stripes({ ranges, of, className }: { ranges: WatchedRanges; of: number; className: string }) {
  if (!(of > 0)) return null;
  return ranges.map(([from, to]) => (
    <span
      key={from}
      className={`absolute inset-y-0 ${className}`}
      style={{ left: `${(100 * from) / of}%`, width: `${(100 * (Math.min(to, of) - from)) / of}%` }}
    />
  ));
}

/** Where the video is, what is loaded and what was watched; a native slider, so arrow keys and touch work by themselves. */
export function ScrubBar({ positionSeconds, durationSeconds, buffered, watched, onSeek }: ScrubBarProps) {
  const share = durationSeconds > 0 ? (100 * positionSeconds) / durationSeconds : 0;
  return (
    <div className="flex items-center gap-4 text-sm tabular-nums">
      <span aria-hidden>{clockLabel(positionSeconds)}</span>
      <div className="relative flex h-12 flex-1 items-center">
        <div aria-hidden className="absolute inset-x-0 h-2 overflow-hidden rounded-sm bg-stage-ink/20">
          <Stripes ranges={buffered} of={durationSeconds} className="bg-stage-ink/25" />
          <Stripes ranges={watched} of={durationSeconds} className="bg-stage-accent" />
        </div>
        <span
          aria-hidden
          className="pointer-events-none absolute size-5 -translate-x-1/2 rounded-xl bg-stage-ink shadow-low"
          style={{ left: `${share}%` }}
        />
        <input
          type="range"
          aria-label="Seek"
          aria-valuetext={`${spokenTime(positionSeconds)} of ${spokenTime(durationSeconds)}`}
          min={0}
          max={durationSeconds || 1}
          step="any"
          value={positionSeconds}
          disabled={!(durationSeconds > 0)}
          onChange={(event) => onSeek(event.currentTarget.valueAsNumber)}
          className="absolute inset-0 size-full cursor-pointer opacity-0 focus-visible:opacity-100 focus-visible:accent-stage-ink"
        />
      </div>
      <span aria-hidden>{clockLabel(durationSeconds)}</span>
    </div>
  );
}
