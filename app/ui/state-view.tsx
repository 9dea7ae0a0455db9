// Shown instead of a screen's content: empty, failed, sign-in required, or not on this device.
import { Trans } from '@lingui/react/macro';
import { CloudOff, LockKeyhole, type LucideIcon, SearchX, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';

type StateProps = {
  title: string;
  children?: ReactNode;
  /** Adds a 'Try again' button. */
  onRetry?: (() => void) | undefined;
  /** The next step: a button or a link. */
  action?: ReactNode;
  /** The level of the heading: 1 when the state is the whole page, 3 in a section with a heading. */
  level?: 1 | 2 | 3;
};

function StateView({
  icon: Icon,
  tone,
  title,
  children,
  onRetry,
  action,
  level = 2,
}: StateProps & { icon: LucideIcon; tone: string }) {
  const Heading = `h${level}` as const;
  return (
    <div className="flex flex-col items-center gap-3 px-4 py-12 text-center">
      <span className={`rounded-xl p-3 ${tone}`}>
        <Icon aria-hidden className="size-7" />
      </span>
      <Heading className="font-semibold text-xl">{title}</Heading>
      {children && <div className="max-w-prose text-ink-soft">{children}</div>}
      {(onRetry || action) && (
        <div className="mt-2 flex flex-wrap justify-center gap-2">
          {onRetry && (
            <Button variant="secondary" onClick={onRetry}>
              <Trans>Try again</Trans>
            </Button>
          )}
          {action}
        </div>
      )}
    </div>
  );
}

export function EmptyState({ icon = SearchX, ...props }: StateProps & { icon?: LucideIcon }) {
  return <StateView icon={icon} tone="bg-sunken text-ink-soft" {...props} />;
}

/** Available after signing in. */
export function LockedState(props: StateProps) {
  return <StateView icon={LockKeyhole} tone="bg-accent-soft text-accent-text" {...props} />;
}

export function ErrorState(props: StateProps) {
  return (
    <div role="alert">
      <StateView icon={TriangleAlert} tone="bg-danger-soft text-danger-text" {...props} />
    </div>
  );
}

/** In place of a part of a page that could not be read. */
export const NotRead = ({ refetch, children }: { refetch: () => void; children: ReactNode }) => (
  <p className="flex flex-wrap items-center gap-x-2 px-5 pb-4 text-ink-soft">
    {children}
    <Button variant="quiet" onClick={refetch}>
      <Trans>Try again</Trans>
    </Button>
  </p>
);

/** Not on this device, and no connection to load it. */
export function OfflineState(props: StateProps) {
  return <StateView icon={CloudOff} tone="bg-sunken text-ink-soft" {...props} />;
}
