import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { failureMessage, isUnreachable } from '../api/messages.ts';
import { usePullCall } from '../device/use-pull.ts';
import { Button } from '../ui/button.tsx';
import { Skeletons } from '../ui/skeleton.tsx';
import { useToast } from '../ui/toast.tsx';

type Loaded<Answer> = { kind: 'loaded'; answer: Answer } | { kind: 'offline' } | { kind: 'failed'; message: string };

/** What the server answers, asked again by `again` and when the connection comes back. `ask` must be stable. */
export function useOnlineCall<Answer>(ask: () => Promise<Answer>, fallback: string) {
  const load = async (): Promise<Loaded<Answer>> => {
    try {
      return { kind: 'loaded', answer: await ask() };
    } catch (failure) {
      if (isUnreachable(failure)) return { kind: 'offline' };
      return { kind: 'failed', message: failureMessage(failure, fallback) };
    }
  };
  return usePullCall(load, [ask, fallback]);
}

/** `attempt(title, act)` resolves to whether the act worked; if not, a toast of this title says why. */
export function useAttempt() {
  const toast = useToast();
  return async (title: string, act: () => Promise<unknown>): Promise<boolean> => {
    try {
      await act();
      return true;
    } catch (failure) {
      toast({ title, description: failureMessage(failure, t`Please try again.`), variant: 'destructive' });
      return false;
    }
  };
}

type OnlinePartProps<Answer> = {
  outcome: Loaded<Answer> | undefined;
  again: () => void;
  /** What is read out while it loads, and the sentence for a device without a connection. */
  loading: string;
  offline: string;
  children: (answer: Answer) => ReactNode;
};

/** The part of a card that shows the answer, or why there is none. */
export function OnlinePart<Answer>({ outcome, again, loading, offline, children }: OnlinePartProps<Answer>) {
  switch (outcome?.kind) {
    case undefined:
      return <Skeletons label={loading} heights={['h-12']} />;
    case 'offline':
      return <p className="text-ink-soft">{offline}</p>;
    case 'failed':
      return (
        <p role="alert" className="rounded-md bg-danger-soft p-3 text-danger-text">
          {outcome.message}{' '}
          <Button variant="quiet" onClick={again}>
            <Trans>Try again</Trans>
          </Button>
        </p>
      );
    case 'loaded':
      return children(outcome.answer);
  }
}
