import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

const TONES = {
  neutral: 'bg-sunken text-ink-soft',
  accent: 'bg-accent-soft text-accent-text',
  complete: 'bg-complete-soft text-complete-text',
  /** Late, waiting, soon; with an icon. */
  warn: 'bg-warn-soft text-warn-text',
  danger: 'bg-danger-soft text-danger-text',
};

type BadgeProps = { tone?: keyof typeof TONES; icon?: LucideIcon; title?: string | undefined; children: ReactNode };

/** A short label for a type or a state; not interactive. */
export function Badge({ tone = 'neutral', icon: Icon, title, children }: BadgeProps) {
  return (
    <span
      title={title}
      className={`inline-flex w-fit max-w-full shrink-0 items-center gap-1 rounded-sm px-2 py-0.5 font-medium text-sm ${TONES[tone]}`}
    >
      {Icon && <Icon aria-hidden className="size-4 shrink-0" />}
      {children}
    </span>
  );
}
