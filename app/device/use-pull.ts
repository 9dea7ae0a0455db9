import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import { mayPass, type PullOutcome } from '#sync/engine.ts';
import { useEngine } from './active-user.tsx';
import { useBackOnline } from './connection.ts';
import { useTryAgain } from './try-again.ts';

type Offline = { kind: 'offline' };

/**
 * Runs `pull` when the page opens or one of `changed` does, on `again()`, when the connection comes back, and after growing pauses
 * when it failed for the moment. `outcome` is how the last run ended, undefined while the first one is under way.
 */
export function usePull<Answer extends { kind: string } = PullOutcome>(
  ask: () => Promise<Answer>,
  changed: unknown[],
): { outcome: Answer | Offline | undefined; again: () => void } {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the caller names them
  const pull = useCallback(ask, changed);
  const [ended, setEnded] = useState<{ pull: typeof pull; outcome: Answer | Offline }>();
  const [round, setRound] = useState(0);
  const again = useCallback(() => setRound((last) => last + 1), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another round is another pull
  useEffect(() => {
    let isCurrent = true;
    pull().then(
      (outcome) => isCurrent && setEnded({ pull, outcome }),
      // The device could not store the result, which a notice above the page says (Y26); the page must not wait forever.
      () => isCurrent && setEnded({ pull, outcome: { kind: 'offline' } }),
    );
    return () => {
      isCurrent = false;
    };
  }, [pull, round]);
  useBackOnline(again);
  const outcome = ended?.pull === pull ? ended.outcome : undefined;
  useTryAgain(outcome && mayPass(outcome) ? outcome : undefined, again);
  return { outcome, again };
}

const REPEATED_EVERY_MS = 240_000;

/** Calls `again` every four minutes while the page is visible: what the user may no longer see leaves an open tab too. */
export function useRepeatedly(again: () => void): void {
  const run = useEffectEvent(again);
  useEffect(() => {
    const timer = setInterval(() => document.visibilityState === 'visible' && run(), REPEATED_EVERY_MS);
    return () => clearInterval(timer);
  }, []);
}

/** The same for a call outside the engine, which may not know yet that the server cannot be reached. */
export function usePullCall<Answer extends { kind: string }>(call: () => Promise<Answer>, changed: unknown[]) {
  const engine = useEngine();
  const pulled = usePull(call, changed);
  const isMissed = pulled.outcome?.kind === 'offline';
  useEffect(() => {
    if (isMissed) engine.checkReachable().catch(() => undefined);
  }, [engine, isMissed]);
  return pulled;
}
