import { useEffect, useEffectEvent, useRef } from 'react';
import { pauseAfter } from '#sync/backoff.ts';

/** Calls `again` after each new `failure` object, ever later (Y18c), at most after `longest` ms; undefined is a success. */
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
