import { LoaderCircle } from 'lucide-react';

/** A spinner; `label` tells assistive technology what is loading. */
export function Spinner({ label = 'Loading' }: { label?: string }) {
  return (
    <div role="status" className="flex justify-center p-8 text-accent-text">
      <LoaderCircle aria-hidden className="size-8 animate-spin" />
      <span className="sr-only">{label}</span>
    </div>
  );
}
