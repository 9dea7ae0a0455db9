import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';

/** A bar from 0 to 100 percent: green when complete, otherwise purple. `label` is its accessible name. */
export function ProgressBar({ percent, label }: { percent: number; label: string }) {
  return (
    <progress className="progress-bar" max={100} value={percent} aria-label={label} data-complete={percent >= 100}>
      {percent}%
    </progress>
  );
}

/** In a table: a short bar and its figure. */
export const Share = ({ percent, label }: { percent: number; label: string }) => (
  <span className="flex min-w-28 items-center gap-2 md:min-w-0 md:gap-1">
    <span className="grow md:w-10">
      <ProgressBar percent={percent} label={label} />
    </span>
    <span className="w-11 shrink-0 whitespace-nowrap text-end tabular-nums">{percent}%</span>
  </span>
);

type ProgressRingProps = {
  percent: number;
  /** Its accessible name as a progress bar; without one it is a picture, and with `children` decoration. */
  label?: string;
  /** 'neutral' is neither progress nor complete: what of a failed quiz was right. */
  tone?: 'accent' | 'neutral';
  /** Its size and type. */
  className?: string;
  /** In place of the figure. */
  children?: ReactNode;
};

/** A ring from 0 to 100 percent with the figure inside: green when complete, otherwise purple. */
export function ProgressRing(props: ProgressRingProps) {
  const { percent, label, tone = 'accent', className = 'size-13 text-sm', children } = props;
  const isComplete = percent >= 100;
  const isPicture = !label && children === undefined;
  return (
    <span
      {...(isPicture && { role: 'img', 'aria-label': t`${percent} percent complete` })}
      className={`relative grid shrink-0 place-items-center font-bold tabular-nums ${isComplete ? 'text-complete-text' : ''} ${className}`}
    >
      <svg
        aria-hidden="true"
        viewBox="0 0 100 100"
        className="absolute inset-0 -rotate-90 fill-none stroke-10"
        strokeLinecap="round"
      >
        <circle cx="50" cy="50" r="44" className="stroke-sunken" />
        {percent > 0 && (
          <circle
            cx="50"
            cy="50"
            r="44"
            pathLength="100"
            strokeDasharray={`${Math.min(100, percent)} 100`}
            className={`transition-[stroke-dasharray] duration-(--fill) ease-(--ease) ${isComplete ? 'stroke-complete' : tone === 'neutral' ? 'stroke-ink-soft' : 'stroke-accent'}`}
          />
        )}
      </svg>
      {label && <progress className="sr-only" max={100} value={percent} aria-label={label} />}
      {children === undefined ? <span className={percent >= 100 ? 'text-[0.85em]' : ''}>{percent}%</span> : children}
    </span>
  );
}
