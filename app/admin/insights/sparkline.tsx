// A line of a few shares, as small as a word.
import type { LessonQuizRow } from '#sync/contract/analytics.ts';
import { formatPercent } from './figure-labels.ts';
import { percentOf } from './scale.ts';

type Values = LessonQuizRow['trend'];

/** Whether there are two values to draw a line between. */
export const hasLine = (values: Values): boolean => values.filter((value) => value !== null).length > 1;

/** Steps without a value are left out of the line; nothing is drawn before there are two. */
export function Sparkline({ label, values }: { label: string; values: Values }) {
  if (!hasLine(values)) return null;
  const last = values.length - 1;
  const points = values.flatMap((value, at) => (value === null ? [] : [`${percentOf(at, last)},${100 - value}`]));
  const words = values.map((value) => (value === null ? 'none' : formatPercent(value))).join(', ');
  return (
    <svg
      role="img"
      aria-label={`${label}: ${words}`}
      viewBox="0 -8 100 116"
      preserveAspectRatio="none"
      className="h-5 w-14 shrink-0 text-accent-text"
    >
      <polyline
        points={points.join(' ')}
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}
