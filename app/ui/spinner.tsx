import { LoaderCircle } from 'lucide-react';

/** Something is being waited for; `label` says what, for those who do not see it turn. */
export function Spinner({ label = 'Loading' }: { label?: string }) {
  return (
    <div role="status" className="flex justify-center p-8 text-accent-text">
      <LoaderCircle aria-hidden className="size-8 animate-spin" />
      <span className="sr-only">{label}</span>
    </div>
  );
}
