import { useEffect, useEffectEvent, useRef } from 'react';
import { pauseAfter } from '#sync/backoff.ts';

/**
 * Calls `again` after each `failure`, and waits longer from one to the next (Y18c). A failure is an object of its own;
 * undefined is a success, after which the pauses begin anew. `longest` (milliseconds) limits them.
 */
export function useTryAgain(failure: object | undefined, again: () => unknown, longest?: number): void {
  const failures = useRef(0);
  const tryAgain = useEffectEvent(again);
  useEffect(() => {
    failures.current = failure ? failures.current + 1 : 0;
    if (!failure) return;
    const timer = setTimeout(() => tryAgain(), pauseAfter(failures.current, Math.random(), longest));
    return () => clearTimeout(timer);
  }, [failure, longest]);
}
