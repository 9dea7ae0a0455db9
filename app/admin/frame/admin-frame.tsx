import { ChevronLeft } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { usePageTitle } from '../../ui/page-title.tsx';
import { Link, useLocation } from '../../ui/router.ts';

type AdminFrameProps = {
  title: string;
  /** Beside the heading. */
  actions?: ReactNode;
  description?: ReactNode;
  /** The link back above the heading. */
  back?: { to: string; label: string };
  children: ReactNode;
};

/** The search and filters that each page was left with. */
const leftWith = new Map<string, string>();

/** Heading, way back and content of an admin page. */
export function AdminFrame({ title, actions, description, back, children }: AdminFrameProps) {
  usePageTitle(title);
  const { pathname, search } = useLocation();
  useEffect(() => void leftWith.set(pathname, search), [pathname, search]);
  return (
    <div className="mx-auto flex w-full max-w-page flex-col gap-6 px-4 py-6 md:py-8">
      <header className="flex flex-col gap-2">
        {back && (
          <Link
            to={back.to + (leftWith.get(back.to) ?? '')}
            className="-ml-2 inline-flex min-h-touch items-center gap-1 self-start rounded-md px-2 font-medium text-accent-text hover:bg-accent-soft"
          >
            <ChevronLeft aria-hidden className="size-5" />
            {back.label}
          </Link>
        )}
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h1 tabIndex={-1} className="font-bold text-2xl tracking-tight">
            {title}
          </h1>
          {actions && <div className="flex min-w-0 max-w-full flex-wrap gap-2">{actions}</div>}
        </div>
        {description && <p className="text-ink-soft">{description}</p>}
      </header>
      {children}
    </div>
  );
}
