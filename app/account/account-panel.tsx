import { Trans } from '@lingui/react/macro';
import { CircleCheck, LoaderCircle } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from '../ui/router.ts';

type AccountPanelProps = {
  /** Above the title. */
  picture?: ReactNode;
  title: string;
  /** One sentence under the title. */
  intro?: ReactNode;
  children?: ReactNode;
  /** Below the card: links to other screens. */
  below?: ReactNode;
};

/** The single column of the account screens: the whole page on a phone, a card from there on, with links to other screens below. */
export function AccountColumn({ children, below }: Pick<AccountPanelProps, 'children' | 'below'>) {
  return (
    <div className="flex grow flex-col bg-surface sm:bg-transparent">
      <div className="mx-auto flex w-full max-w-md grow flex-col px-5 pt-8 pb-5 sm:px-4 sm:py-14">
        <div className="sm:rounded-lg sm:border sm:border-line sm:bg-surface sm:p-8 sm:shadow-low">{children}</div>
        {below && <div className="mt-auto flex flex-col items-center gap-1 pt-6 text-center sm:mt-0">{below}</div>}
      </div>
    </div>
  );
}

export function AccountPanel({ picture, title, intro, children, below }: AccountPanelProps) {
  return (
    <AccountColumn below={below}>
      {picture}
      <h1 className="text-balance font-bold text-2xl tracking-tight">{title}</h1>
      {intro && <div className="mt-1 text-ink-soft">{intro}</div>}
      {children && (
        <div className="mt-6 flex flex-col gap-4 [&_input]:min-h-action [&_input]:px-4 [&_input]:text-lg [&_label]:font-semibold">
          {children}
        </div>
      )}
    </AccountColumn>
  );
}

/** A link to another screen, below a panel or at its end. */
export function PanelLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link
      to={to}
      className="inline-flex min-h-touch items-center self-center rounded-md text-center font-semibold text-accent-text hover:underline"
    >
      {children}
    </Link>
  );
}

/** The red box titled 'Error' of the account screens. */
export function ErrorBox({ children }: { children: ReactNode }) {
  return (
    <div role="alert" className="rounded-md border border-danger bg-danger-soft px-4 py-3 text-danger-text">
      <p className="font-semibold">
        <Trans>Error</Trans>
      </p>
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

export function BusyNote({ children }: { children: ReactNode }) {
  return (
    <p role="status" className="flex items-center gap-3 text-ink-soft">
      <LoaderCircle aria-hidden className="size-6 shrink-0 animate-spin text-accent-text" />
      {children}
    </p>
  );
}
