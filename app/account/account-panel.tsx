import { CircleCheck, LoaderCircle } from 'lucide-react';
import type { ReactNode } from 'react';
import { Card } from '../ui/card.tsx';
import { Link } from '../ui/router.ts';

type AccountPanelProps = {
  title: string;
  /** One sentence under the title. */
  intro?: ReactNode;
  children?: ReactNode;
  /** Below the card: links to other screens. */
  below?: ReactNode;
};

/** The single column of the account screens: a card with a heading, and links below it. */
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

/** A link to another screen, below a panel or at its end. */
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
