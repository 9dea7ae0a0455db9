import { type RefObject, useLayoutEffect } from 'react';

/** When the element with the focus is removed, or a dialog that it opened, the page's main area gets the focus. */
export function useKeepFocus(place: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const here = place.current;
    return () => {
      const { activeElement } = document;
      if (!here?.contains(activeElement) && !activeElement?.closest('[role="dialog"]')) return;
      // By then a closing dialog has returned the focus to the removed element.
      setTimeout(() => {
        const isFree = document.activeElement === null || document.activeElement === document.body;
        if (isFree) document.getElementById('main')?.focus({ preventScroll: true });
      }, AFTER_DIALOG_MS);
    };
  }, [place]);
}

const AFTER_DIALOG_MS = 50;
