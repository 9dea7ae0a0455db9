import { useLayoutEffect, useRef } from 'react';
import { useHeldPage } from '../../shell/use-unsaved-changes.tsx';
import { useConfirm } from '../../ui/confirm.tsx';
import { onHistoryNavigation, useNavigate } from '../../ui/router.ts';

/** Asks before a page with unsaved text is left: by a link, Back or Forward, closing or reloading. */
export function useLeaveGuard(isOn: boolean): void {
  const navigate = useNavigate();
  const confirm = useConfirm();
  const isLeaving = useRef(false);
  useHeldPage(isOn);
  // Ends with the frame that says 'All changes saved', not some time after it.
  useLayoutEffect(() => {
    if (!isOn) return;
    const ask = (leave: () => void) =>
      void confirm({
        title: 'Leave without saving?',
        text: 'Your changes are not saved. They stay on this device and are offered to you when you open this lesson again.',
        action: 'Leave',
        run: () => {
          isLeaving.current = true;
          leave();
        },
      });
    const clicked = (event: MouseEvent) => {
      const link = isLeaving.current ? undefined : linkIn(event);
      if (!link) return;
      event.preventDefault();
      event.stopPropagation();
      ask(() => void navigate(link));
    };
    // In the capture phase, to run before the router's listener.
    document.addEventListener('click', clicked, { capture: true });
    const stopTurning = guardHistory(isLeaving, ask);
    return () => {
      document.removeEventListener('click', clicked, { capture: true });
      stopTurning();
    };
  }, [isOn, navigate, confirm]);
}

/** The address of another page of this app that a plain click opens; undefined for any other click. */
function linkIn(event: MouseEvent): string | undefined {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return undefined;
  const isElsewhere = link.origin !== location.origin || link.pathname === location.pathname;
  if (isElsewhere || link.target === '_blank' || link.hasAttribute('download')) return undefined;
  return link.pathname + link.search + link.hash;
}

/**
 * Reverts Back and Forward until the user has confirmed. The router numbers its entries in `history.state.idx` and sees
 * neither step.
 */
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
