import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import type { LoadError } from '../api/use-api-query.ts';
import { ErrorState } from '../ui/state-view.tsx';
import { NeedsNetwork } from './needs-network.tsx';

type ApiErrorViewProps = {
  /** The page's title for the error, such as 'Failed to fetch users'. */
  title: string;
  error: LoadError;
  refetch: () => void;
  /** The message when the server sends none. */
  otherwise?: string | undefined;
  /** Where to go instead. */
  action?: ReactNode;
  /** 1 when it is the whole page. */
  level?: 1 | 2;
};

/** Shown in place of the server's data when it could not be loaded; the gate loads it again when the connection is back. */
export function ApiErrorView({ title, error, refetch, otherwise, action, level = 2 }: ApiErrorViewProps) {
  if (error.kind === 'offline' && level === 1) return <NeedsNetwork onRetry={refetch} />;
  return (
    <ErrorState
      level={level}
      title={error.kind === 'denied' ? t`Access Denied` : title}
      onRetry={refetch}
      action={action}
    >
      {messageFor(error) ?? otherwise}
    </ErrorState>
  );
}

function messageFor(error: LoadError): string | undefined {
  if (error.kind === 'offline') return t`The server cannot be reached. Check your connection and try again.`;
  if (error.kind === 'denied') return t`You do not have permission to view this page.`;
  return error.sentence;
}
