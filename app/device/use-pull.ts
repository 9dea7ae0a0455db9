import { useCallback, useEffect, useState } from 'react';
import type { PullOutcome } from '#sync/engine.ts';
import { useEngine } from './active-user.tsx';
import { useBackOnline, useConnection } from './connection.ts';

type Offline = { kind: 'offline' };

/**
 * Runs `pull` when the page opens, again on `again()` and whenever the network comes back. `outcome` is how the last one
 * ended, undefined while the first is under way. `pull` must be stable (useCallback).
 */
export function usePull<Answer = PullOutcome>(
  pull: () => Promise<Answer>,
): { outcome: Answer | Offline | undefined; again: () => void } {
  const [ended, setEnded] = useState<{ pull: typeof pull; outcome: Answer | Offline }>();
  const [round, setRound] = useState(0);
  const again = useCallback(() => setRound((last) => last + 1), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another round is another pull
  useEffect(() => {
    let current = true;
    pull().then(
      (outcome) => current && setEnded({ pull, outcome }),
      // The device could keep nothing of it, which is told above the page (Y26); here nobody waits for ever.
      () => current && setEnded({ pull, outcome: { kind: 'offline' } }),
    );
    return () => {
      current = false;
    };
  }, [pull, round]);
  const { isOffline } = useConnection();
  useBackOnline(isOffline, again);
  return { outcome: ended?.pull === pull ? ended.outcome : undefined, again };
}

/** The same for a question beside the engine, which may not know yet that nobody can be reached. */
export function usePullCall<Answer extends { kind: string }>(ask: () => Promise<Answer>) {
  const engine = useEngine();
  const asked = usePull(ask);
  const isMissed = asked.outcome?.kind === 'offline';
  useEffect(() => {
    if (isMissed) engine.look().catch(() => undefined);
  }, [engine, isMissed]);
  return asked;
}
