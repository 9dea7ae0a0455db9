// What a page shows when a pull has failed: what is missing, why, and how to try again.
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { PullOutcome } from '#sync/engine.ts';
import { paths } from '../paths.ts';
import { Button } from '../ui/button.tsx';
import { ErrorState, LockedState, OfflineState } from '../ui/state-view.tsx';
import { isForNewerApp, NeedsNewerApp } from './needs-newer-app.tsx';

type FailedPull = Exclude<PullOutcome, { kind: 'fresh' }>;

const SIGN_IN_AGAIN = t`Sign in again to continue`;

type PullErrorViewProps = {
  outcome: FailedPull;
  again: () => void;
  /** The title of the error: 'Failed to fetch courses'. */
  failed: string;
  /** The title when offline: 'No courses on this device yet'. */
  absent: string;
  /** What the user can do when offline. */
  children: ReactNode;
  action?: ReactNode;
  /** 1 when this is the whole page. */
  level?: 1 | 2 | 3;
};

/** Shown in place of content that is not on this device. */
export function PullErrorView({ outcome, again, failed, absent, children, ...more }: PullErrorViewProps) {
  if (outcome.kind === 'offline') {
    return (
      <OfflineState title={absent} onRetry={again} {...more}>
        {children}
      </OfflineState>
    );
  }
  if (outcome.kind === 'paused')
    return (
      <LockedState
        title={SIGN_IN_AGAIN}
        {...more}
        action={
          <Button to={paths.signIn()}>
            <Trans>Sign In</Trans>
          </Button>
        }
      />
    );
  if (isForNewerApp(outcome)) return <NeedsNewerApp {...(more.level && { level: more.level })} />;
  return (
    <ErrorState title={failed} onRetry={again} {...more}>
      {outcome.message}
    </ErrorState>
  );
}

/** Above content that could not be refreshed or may be incomplete. The strip below the header says that the device is offline. */
export function PullNote(props: {
  outcome: PullOutcome | undefined;
  again: () => void;
  failed: string;
  shown: string;
}) {
  const { outcome, again, failed, shown } = props;
  if (!outcome || outcome.kind === 'fresh') return null;
  if (outcome.kind === 'offline')
    return (
      <p role="status" className="text-ink-soft text-sm">
        {shown}
      </p>
    );
  return (
    <div role="status" className="flex flex-wrap items-center gap-x-3 rounded-md bg-sunken py-1 pe-1 ps-4 text-sm">
      <TriangleAlert aria-hidden className="size-5 shrink-0 text-ink-soft" />
      <p className="min-w-0 flex-1 basis-60 py-2">
        <span className="font-medium">{outcome.kind === 'refused' ? `${failed}.` : `${SIGN_IN_AGAIN}.`}</span>{' '}
        {outcome.kind === 'refused' && `${outcome.message} `}
        {shown}
      </p>
      <Button variant="quiet" onClick={again}>
        <Trans>Try again</Trans>
      </Button>
    </div>
  );
}
