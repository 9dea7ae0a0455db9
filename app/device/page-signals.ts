import { useEffect, useEffectEvent } from 'react';
import type { Signal, Signals } from '#sync/ports.ts';
import { onActiveUserChange } from './active-user-channel.ts';

const isVisible = () => document.visibilityState === 'visible';

/** The events of a page after which the engine should try to flush: the network, the window, a sign-in in any tab. */
export const pageSignals: Signals = {
  isVisible,
  listen(notify) {
    const stop = new AbortController();
    const on = (target: EventTarget, type: string, signal: Signal) =>
      target.addEventListener(type, () => notify(signal), { signal: stop.signal });
    on(window, 'online', 'online');
    on(window, 'pageshow', 'pageshow');
    on(window, 'focus', 'focus');
    document.addEventListener('visibilitychange', () => isVisible() && notify('visible'), { signal: stop.signal });
    const stopListening = onActiveUserChange(
      (change) => (change === 'signed-in' || change === 'switched') && notify('session'),
    );
    return () => {
      stop.abort();
      stopListening();
    };
  },
};

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
