import { t } from '@lingui/core/macro';
import {
  Captions,
  CaptionsOff,
  type LucideIcon,
  Maximize,
  Pause,
  Play,
  RotateCcw,
  RotateCw,
  Volume2,
  VolumeX,
} from 'lucide-react';
import type { WatchedRanges } from '#sync/contract/progress.ts';
import { clockLabel } from '../../ui/labels.ts';
import {
  type PlayerAction,
  SKIP_SECONDS,
  SPEEDS,
  seekTo,
  setVolume,
  skip,
  spokenTime,
  toggleFullscreen,
  toggleMute,
  togglePlay,
} from './playback.ts';
import type { PlayerState } from './player-state.ts';

type ScrubBarProps = Pick<PlayerState, 'positionSeconds' | 'durationSeconds' | 'buffered'> & {
  watched: WatchedRanges;
  onSeek: (seconds: number) => void;
};

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

/** The position, what is loaded and what was watched; a native slider, so that arrow keys and touch work. */
function ScrubBar({ positionSeconds, durationSeconds, buffered, watched, onSeek }: ScrubBarProps) {
  const [position, length] = [spokenTime(positionSeconds), spokenTime(durationSeconds)];
  const share = durationSeconds > 0 ? (100 * positionSeconds) / durationSeconds : 0;
  return (
    <div className="flex grow items-center gap-4 text-sm tabular-nums">
      <span aria-hidden>{clockLabel(positionSeconds)}</span>
      <div className="relative flex h-12 flex-1 items-center">
        <div
          aria-hidden
          className="absolute inset-x-0 h-2 overflow-hidden forced-colors:hidden rounded-sm bg-stage-ink/20"
        >
          <Stripes ranges={buffered} of={durationSeconds} className="bg-stage-ink/25" />
          <Stripes ranges={watched} of={durationSeconds} className="bg-stage-accent" />
        </div>
        <span
          aria-hidden
          className="pointer-events-none absolute size-5 -translate-x-1/2 forced-colors:hidden rounded-xl bg-stage-ink shadow-low"
          style={{ left: `${share}%` }}
        />
        <input
          type="range"
          aria-label={t`Seek`}
          aria-valuetext={t`${position} of ${length}`}
          min={0}
          max={durationSeconds || 1}
          step="any"
          value={positionSeconds}
          disabled={!(durationSeconds > 0)}
          onChange={(event) => onSeek(event.currentTarget.valueAsNumber)}
          className="absolute inset-0 size-full cursor-pointer opacity-0 focus-visible:opacity-100 forced-colors:opacity-100 focus-visible:accent-stage-ink"
        />
      </div>
      <span aria-hidden>{clockLabel(durationSeconds)}</span>
    </div>
  );
}

type ControlsProps = {
  state: PlayerState;
  speed: number;
  watched: WatchedRanges;
  /** Null when the video has no captions. */
  showsCaptions: boolean | null;
  onAction: (action: PlayerAction) => void;
  onSpeed: (speed: number) => void;
};

type ControlProps = {
  label: string;
  icon: LucideIcon;
  onPress: () => void;
  pressed?: boolean;
  /** A number shown inside the icon. */
  inside?: number;
  className?: string;
};

function Control({ label, icon: Icon, onPress, pressed, inside, className = '' }: ControlProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-pressed={pressed}
      title={label}
      onClick={onPress}
      className={`relative inline-flex size-12 shrink-0 items-center justify-center rounded-md hover:bg-stage-ink/15 ${className}`}
    >
      <Icon aria-hidden strokeWidth={inside ? 1.5 : 2} className={inside ? 'size-8' : 'size-6'} />
      {inside && (
        <span aria-hidden className="absolute top-1/2 -translate-y-1/2 pt-0.5 font-bold text-[0.625rem] leading-none">
          {inside}
        </span>
      )}
    </button>
  );
}

/** The player's own controls, below the picture and never over it: always visible, large enough for gloves. */
export function PlayerControls({ state, speed, watched, showsCaptions, onAction, onSpeed }: ControlsProps) {
  const isSilent = state.isMuted || state.volume === 0;
  return (
    // Time runs from the left in every language.
    <div dir="ltr" className="@container scheme-dark bg-stage px-3 pb-2 text-stage-ink">
      <div className="low:flex low:items-center low:gap-4">
        <ScrubBar {...state} watched={watched} onSeek={(seconds) => onAction(({ video }) => seekTo(video, seconds))} />
        <div className="flex flex-wrap items-center gap-1 low:flex-nowrap @md:gap-2 @max-[20.9rem]:gap-0">
          <Control
            label={state.isPlaying ? t`Pause` : t`Play`}
            icon={state.isPlaying ? Pause : Play}
            onPress={() => onAction(togglePlay)}
            className="bg-stage-ink/15"
          />
          <Control
            label={t`Back 10 seconds`}
            icon={RotateCcw}
            inside={SKIP_SECONDS}
            onPress={() => onAction(skip(-SKIP_SECONDS))}
          />
          <Control
            label={t`Forward 10 seconds`}
            icon={RotateCw}
            inside={SKIP_SECONDS}
            onPress={() => onAction(skip(SKIP_SECONDS))}
          />
          <span className="flex-1 low:hidden" />
          <Control
            label={state.isMuted ? t`Unmute` : t`Mute`}
            icon={isSilent ? VolumeX : Volume2}
            onPress={() => onAction(toggleMute)}
            className="@max-sm:hidden"
          />
          <input
            type="range"
            aria-label={t`Volume`}
            min={0}
            max={1}
            step={0.1}
            value={isSilent ? 0 : state.volume}
            onChange={({ currentTarget: { valueAsNumber } }) =>
              onAction(({ video }) => setVolume(video, valueAsNumber))
            }
            className="hidden h-12 w-20 accent-stage-ink @xl:block low:hidden!"
          />
          {showsCaptions !== null && (
            <Control
              label={t`Captions`}
              icon={showsCaptions ? Captions : CaptionsOff}
              pressed={showsCaptions}
              onPress={() => onAction(({ toggleCaptions }) => toggleCaptions())}
            />
          )}
          <select
            aria-label={t`Speed`}
            value={speed}
            onChange={(event) => onSpeed(Number(event.currentTarget.value))}
            className="h-12 w-18 shrink-0 rounded-md bg-stage px-1 font-semibold text-base text-stage-ink @max-[20.9rem]:w-14 @max-[20.9rem]:appearance-none @max-[20.9rem]:text-center"
          >
            {SPEEDS.map((speed) => (
              // Some browsers draw the list with the control's own colors, so it has plain ones, also while it is hovered.
              <option key={speed} value={speed} className="bg-stage text-stage-ink">
                {speed}×
              </option>
            ))}
          </select>
          <Control label={t`Full screen`} icon={Maximize} onPress={() => onAction(toggleFullscreen)} />
        </div>
      </div>
    </div>
  );
}
