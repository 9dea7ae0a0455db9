import { type RefObject, useLayoutEffect } from 'react';

/**
 * When the element with the focus is removed, such as a row of a list, moves the focus to the page's main area, so that
 * keyboard users do not start at the top again. A dialog opened by the row counts as part of it.
 */
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
