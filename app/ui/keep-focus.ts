import { type RefObject, useLayoutEffect } from 'react';

/**
 * When what held the focus leaves the page, as a row of a list that was removed, the page itself takes it: nobody with a
 * keyboard starts again at the top. A dialog that the row has opened counts as the row.
 */
export function useKeepFocus(place: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const here = place.current;
    return () => {
      const { activeElement } = document;
      if (!here?.contains(activeElement) && !activeElement?.closest('[role="dialog"]')) return;
      // A closing dialog gives the focus back by then, to what is no more.
      setTimeout(() => {
        const isFree = document.activeElement === null || document.activeElement === document.body;
        if (isFree) document.getElementById('main')?.focus({ preventScroll: true });
      }, AFTER_DIALOG_MS);
    };
  }, [place]);
}

const AFTER_DIALOG_MS = 50;
