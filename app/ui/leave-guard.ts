import { useEffectEvent, useLayoutEffect } from 'react';
import { onHistoryNavigation } from './router.ts';

/** While `isOn`, calls `ask` before the page is left by a link, Back or Forward; reloads are asked about by `useHeldPage`. */
export function useLeaveGuard(isOn: boolean, ask: (leave: () => void) => void): void {
  const askNow = useEffectEvent(ask);
  // Ends with the frame that says 'All changes saved', not some time after it.
  useLayoutEffect(() => {
    if (!isOn) return;
    const isLeaving = { current: false };
    const askFirst = (leave: () => void) =>
      askNow(() => {
        isLeaving.current = true;
        leave();
      });
    const clicked = (event: MouseEvent) => {
      const link = isLeaving.current ? undefined : linkIn(event);
      if (!link) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      askFirst(() => link.click());
    };
    // In the capture phase, to run before the router's listener.
    document.addEventListener('click', clicked, { capture: true });
    const stopTurning = guardHistory(isLeaving, askFirst);
    return () => {
      document.removeEventListener('click', clicked, { capture: true });
      stopTurning();
    };
  }, [isOn]);
}

/** The link to another page of this app that a plain click opens; undefined for any other click. */
function linkIn(event: MouseEvent): HTMLAnchorElement | undefined {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return undefined;
  const isElsewhere = link.origin !== location.origin || link.pathname === location.pathname;
  return isElsewhere || link.target === '_blank' || link.hasAttribute('download') ? undefined : link;
}

/** Reverts Back and Forward until the user has confirmed; the router, which numbers its entries as `idx`, sees neither. */
function guardHistory(isLeaving: { current: boolean }, ask: (go: () => void) => void): () => void {
  const here = indexOf(history.state);
  let isTurning = false;
  const turned = (event: PopStateEvent) => {
    if (isLeaving.current) return;
    const steps = indexOf(event.state) - here;
    if (isTurning || !Number.isFinite(steps) || steps === 0) {
      if (isTurning) event.stopImmediatePropagation();
      isTurning = false;
      return;
    }
    event.stopImmediatePropagation();
    isTurning = true;
    history.go(-steps);
    ask(() => history.go(steps));
  };
  return onHistoryNavigation(turned);
}

function indexOf(state: unknown): number {
  return typeof state === 'object' && state !== null && 'idx' in state ? Number(state.idx) : Number.NaN;
}
