import type { Signal, Signals } from '#sync/ports.ts';
import { onActiveUserChange } from './active-user-channel.ts';

const isVisible = () => document.visibilityState === 'visible';

/** The moments of a page that make a pass of the engine worth trying: the network, the window, a sign-in in any tab. */
export const pageSignals: Signals = {
  isVisible,
  listen(heard) {
    const stop = new AbortController();
    const on = (target: EventTarget, type: string, signal: Signal) =>
      target.addEventListener(type, () => heard(signal), { signal: stop.signal });
    on(window, 'online', 'online');
    on(window, 'pageshow', 'pageshow');
    on(window, 'focus', 'focus');
    document.addEventListener('visibilitychange', () => isVisible() && heard('visible'), { signal: stop.signal });
    const forget = onActiveUserChange(
      (change) => (change === 'signed-in' || change === 'switched') && heard('session'),
    );
    return () => {
      stop.abort();
      forget();
    };
  },
};
