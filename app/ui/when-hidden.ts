import { useEffect, useEffectEvent } from 'react';

/** Runs `work` when the page is hidden, as it is before it is closed: while it unloads, nothing is written any more (Y7). */
export function useWhenHidden(work: () => unknown): void {
  const run = useEffectEvent(work);
  useEffect(() => {
    const stop = new AbortController();
    const onChange = () => void (document.visibilityState === 'hidden' && run());
    document.addEventListener('visibilitychange', onChange, { signal: stop.signal });
    return () => stop.abort();
  }, []);
}
