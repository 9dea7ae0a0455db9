import type { ReactNode } from 'react';

const TONES = {
  neutral: 'bg-sunken text-ink-soft',
  accent: 'bg-accent-soft text-accent-text',
  complete: 'bg-complete-soft text-complete-text',
  danger: 'bg-danger-soft text-danger-text',
};

/** A short label for a type or a state; not interactive. */
export function Badge({ tone = 'neutral', children }: { tone?: keyof typeof TONES; children: ReactNode }) {
  return (
    <span
      className={`inline-flex max-w-full shrink-0 items-center gap-1 rounded-sm px-2 py-0.5 font-medium text-sm ${TONES[tone]}`}
    >
      {children}
    </span>
  );
}
