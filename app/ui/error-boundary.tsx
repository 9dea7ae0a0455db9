import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Component, type ReactNode } from 'react';
import { Button } from './button.tsx';
import { loadAgain } from './load-again.ts';
import { ErrorState } from './state-view.tsx';

type ErrorBoundaryProps = {
  /** A new value, such as another address, renders the children again. */
  place: string;
  /** Shown in place of what failed; without one, the page's own message. */
  fallback?: ReactNode;
  children: ReactNode;
};

/** Contains the failure of a page or of a part of it. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidUpdate({ place }: ErrorBoundaryProps) {
    if (place !== this.props.place && this.state.hasFailed) this.setState({ hasFailed: false });
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    if (this.props.fallback !== undefined) return this.props.fallback;
    return <NotLoaded level={1} title={t`This page could not be shown`} />;
  }
}

export const NotLoaded = (props: { title: string; level?: 1 | 2 }) => (
  <ErrorState
    {...props}
    action={
      <Button onClick={loadAgain}>
        <Trans>Load again</Trans>
      </Button>
    }
  >
    <Trans>Your work on this device is safe. If the connection is bad, load it again when it is better.</Trans>
  </ErrorState>
);
