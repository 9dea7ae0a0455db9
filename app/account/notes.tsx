// What the account screens say about how something went: the red box, the green one, and a quiet line while it runs.
import { CircleCheck, LoaderCircle } from 'lucide-react';
import type { ReactNode } from 'react';

/** The red box titled 'Error' of the account screens. */
export function ErrorBox({ children }: { children: ReactNode }) {
  return (
    <div role="alert" className="rounded-md border border-danger bg-danger-soft px-4 py-3 text-danger-text">
      <p className="font-semibold">Error</p>
      <p>{children}</p>
    </div>
  );
}

/** Something went well; read out when it appears. */
export function SuccessNote({ children }: { children: ReactNode }) {
  return (
    <div
      role="status"
      className="flex items-start gap-3 rounded-md border border-complete bg-complete-soft px-4 py-3 text-complete-text"
    >
      <CircleCheck aria-hidden className="mt-0.5 size-5 shrink-0" />
      <div>{children}</div>
    </div>
  );
}

/** Something is under way. */
export function BusyNote({ children }: { children: ReactNode }) {
  return (
    <p role="status" className="flex items-center gap-3 text-ink-soft">
      <LoaderCircle aria-hidden className="size-6 shrink-0 animate-spin text-accent-text" />
      {children}
    </p>
  );
}
