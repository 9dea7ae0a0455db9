import type { ReactNode } from 'react';
import { Card } from '../ui/card.tsx';
import { Link } from '../ui/router.ts';

type AccountPanelProps = {
  title: string;
  /** One sentence under the title. */
  intro?: ReactNode;
  children?: ReactNode;
  /** Below the card: where else one may go. */
  below?: ReactNode;
};

/** The one column of the account screens: a card with a heading, and what stands below it. */
export function AccountPanel({ title, intro, children, below }: AccountPanelProps) {
  return (
    <div className="mx-auto w-full max-w-md px-4 py-6 sm:py-14">
      <Card className="p-5 sm:p-8">
        <h1 className="font-semibold text-2xl">{title}</h1>
        {intro && <div className="mt-1 text-ink-soft">{intro}</div>}
        {children && <div className="mt-6 flex flex-col gap-4">{children}</div>}
      </Card>
      {below && <div className="mt-4 flex flex-col items-center gap-1 text-center">{below}</div>}
    </div>
  );
}

/** Where else one may go, as a link below or at the end of a panel. */
export function PanelLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link
      to={to}
      className="inline-flex min-h-touch items-center self-center rounded-md px-3 font-medium text-accent-text hover:underline"
    >
      {children}
    </Link>
  );
}
