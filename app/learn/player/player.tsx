import { t } from '@lingui/core/macro';
import { LoaderCircle, Play } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import type { WatchedRanges } from '#sync/contract/progress.ts';
import { type PlayerAction, playerAction, togglePlay } from './playback.ts';
import { PlayerControls } from './player-controls.tsx';
import { usePlayerState } from './player-state.ts';

type PlayerProps = {
  /** The element once it is mounted, and its ref callback. */
  video: HTMLVideoElement | null;
  onVideo: (video: HTMLVideoElement | null) => void;
  title: string;
  /** Sound alone, which needs no picture. */
  isAudio: boolean;
  address: string;
  /** Shown until the video plays. */
  poster: string | undefined;
  captionsAddress: string | null;
  watched: WatchedRanges;
  speed: number;
  showsCaptions: boolean;
  onCaptions: (shown: boolean) => void;
  onSpeed: (speed: number) => void;
  /** Opens the list of keys. */
  onKeys: () => void;
  onMetadata: (video: HTMLVideoElement) => void;
  onFailure: () => void;
  /** Replaces the picture and its controls, e.g. when the video cannot be played. */
  overlay: ReactNode;
};

/** Whether a slider, a list or a button needs the key itself. */
function belongsToControl(event: KeyboardEvent): boolean {
  const target = event.target;
  if (target instanceof HTMLSelectElement) return true;
  if (target instanceof HTMLInputElement) return target.getAttribute('aria-label') === 'Volume';
  return target instanceof HTMLButtonElement && event.key === ' ';
}

/** A native <video> with our own controls and keys (R-Z2). Keys work while the focus is inside, as WCAG 2.1.4 asks. */
export function Player(props: PlayerProps) {
  const { video, showsCaptions, onCaptions, watched, isAudio } = props;
  const frame = useRef<HTMLElement>(null);
  const state = usePlayerState(video);
  // A missing video fails at once, perhaps before React has mounted its element: that event would be lost.
  const onFailure = useEffectEvent(props.onFailure);
  useEffect(() => {
    if (video?.error && frame.current?.contains(video)) onFailure();
  }, [video]);

  const act = (action: PlayerAction) => {
    if (!video || !frame.current) return;
    const before = video.playbackRate;
    action({ video, frame: frame.current, toggleCaptions: () => onCaptions(!showsCaptions), showKeys: props.onKeys });
    if (video.playbackRate !== before) props.onSpeed(video.playbackRate);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (belongsToControl(event)) return;
    const action = playerAction(event);
    if (!action) return;
    event.preventDefault();
    act(action);
  };

  return (
    <section
      ref={frame}
      aria-label={isAudio ? t`Audio player` : t`Video player`}
      tabIndex={-1}
      onKeyDown={onKeyDown}
      className="-mx-4 flex flex-col overflow-hidden bg-stage outline-none max-md:paged:-mt-4 md:mx-0 md:rounded-lg md:paged:mx-[calc((100%-var(--page-width))/2)] md:paged:-mt-8 md:paged:rounded-none low:paged:-mt-3 [&:fullscreen]:pt-(--safe-top) [&:fullscreen]:pe-(--safe-end) [&:fullscreen]:pb-(--safe-bottom) [&:fullscreen]:ps-(--safe-start)"
    >
      <div className="relative flex min-h-0 flex-1 items-center justify-center">
        <video
          ref={props.onVideo}
          src={props.address}
          poster={props.poster}
          title={props.title}
          playsInline
          preload="metadata"
          onLoadedMetadata={(event) => props.onMetadata(event.currentTarget)}
          onError={props.onFailure}
          onClick={(event) => {
            frame.current?.focus({ preventScroll: true });
            togglePlay({ video: event.currentTarget });
          }}
          className={`${isAudio ? 'h-32' : 'aspect-video'} max-h-[max(12rem,100dvh-300px)] w-full lg:max-h-[max(12rem,100dvh-400px)] low:max-h-[max(9rem,calc(100dvh-7rem-1px-var(--safe-top)))] bg-stage in-[:fullscreen]:max-h-full ${props.overlay ? 'invisible' : ''}`}
        >
          <track
            key={props.captionsAddress}
            kind="captions"
            src={props.captionsAddress ?? undefined}
            srcLang="en"
            label={t`English`}
            default={showsCaptions}
          />
        </video>
        {state.isWaiting && !props.overlay && (
          <LoaderCircle aria-hidden className="pointer-events-none absolute size-12 animate-spin text-stage-ink" />
        )}
        {!state.isPlaying && !state.isWaiting && !props.overlay && (
          // The picture itself is the button; beside the controls, a second one would only be read out twice.
          <span
            aria-hidden
            className="pointer-events-none absolute grid size-14 place-items-center rounded-full bg-stage-ink text-stage shadow-mid md:size-16 lg:size-22"
          >
            <Play className="size-6 translate-x-0.5 fill-current md:size-8 lg:size-10" />
          </span>
        )}
        {props.overlay && (
          <div className="absolute inset-0 flex items-center justify-center overflow-y-auto text-stage-ink">
            {props.overlay}
          </div>
        )}
      </div>
      {!props.overlay && (
        <PlayerControls
          state={state}
          speed={props.speed}
          watched={watched}
          showsCaptions={props.captionsAddress ? showsCaptions : null}
          onAction={act}
          onSpeed={props.onSpeed}
        />
      )}
    </section>
  );
}
