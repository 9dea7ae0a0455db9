import { ChevronRight, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from '../router.ts';
import { Skeleton } from '../ui/skeleton.tsx';

type AreaCardProps = {
  icon: LucideIcon;
  name: string;
  to: string;
  /** How many there are: undefined while that is not known yet. Cards with words have none. */
  count?: string | undefined;
  /** What is to be found there, instead of a count. */
  children?: ReactNode;
};

/** An item of a list: the way to one part of administration. */
export function AreaCard({ icon: Icon, name, to, count, children }: AreaCardProps) {
  return (
    <li>
      <Link
        to={to}
        className="flex h-full items-center gap-4 rounded-lg border border-line bg-surface p-5 shadow-low hover:border-accent"
      >
        <span className="rounded-md bg-accent-soft p-2.5 text-accent-text">
          <Icon aria-hidden className="size-6" />
        </span>
        <span className="min-w-0 grow">
          <span className={`block ${children ? 'font-semibold' : 'text-ink-soft'}`}>{name}</span>{' '}
          {children ? (
            <span className="block text-ink-soft text-sm">{children}</span>
          ) : count === undefined ? (
            <Skeleton className="my-0.5 h-8 w-16" />
          ) : (
            <span className="block font-bold text-3xl tabular-nums">{count}</span>
          )}
        </span>
        {!children && <ChevronRight aria-hidden className="size-5 shrink-0 text-ink-soft" />}
      </Link>
    </li>
  );
}
