import { t } from '@lingui/core/macro';
import { LoaderCircle } from 'lucide-react';

/** A placeholder while content loads; `className` sets its final size. */
export function Skeleton({ className = '' }: { className?: string }) {
  return <div aria-hidden className={`animate-pulse rounded-md bg-sunken ${className}`} />;
}

/** Placeholders of these heights, one below the other; `label` says what is loading. */
export function Skeletons({ label, heights }: { label: string; heights: readonly string[] }) {
  return (
    <div role="status" aria-label={label} className="flex flex-col gap-3">
      {heights.map((height, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they never change places
        <Skeleton key={place} className={height} />
      ))}
    </div>
  );
}

/** A spinner; `label` tells assistive technology what is loading. */
export function Spinner({ label = t`Loading` }: { label?: string }) {
  return (
    <div role="status" className="flex justify-center p-8 text-accent-text">
      <LoaderCircle aria-hidden className="size-8 animate-spin" />
      <span className="sr-only">{label}</span>
    </div>
  );
}
