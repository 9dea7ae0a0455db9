import { Trans } from '@lingui/react/macro';
import { Skeleton } from '../ui/skeleton.tsx';
import { AccountColumn } from './account-panel.tsx';

/** A sign-in or invitation page until its code has loaded. The build writes the same into index.html (decision 059). */
export function AccountSkeleton() {
  return (
    <AccountColumn>
      <div role="status">
        <span className="sr-only">
          <Trans>Loading</Trans>
        </span>
        <Skeleton className="mt-1 h-8 w-3/5" />
        <Skeleton className="mt-4 h-5" />
        <Skeleton className="mt-14 h-14" />
        <div aria-hidden className="mt-5 h-14 rounded-md bg-accent opacity-55" />
      </div>
    </AccountColumn>
  );
}
