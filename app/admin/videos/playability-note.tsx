import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

/** A warning that some learners may not be able to play a video. */
export function PlayabilityNote({ children }: { children: ReactNode }) {
  return (
    <p className="flex items-start gap-2 rounded-md bg-sunken p-2.5 text-sm">
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-danger-text" />
      <span className="min-w-0">{children}</span>
    </p>
  );
}
