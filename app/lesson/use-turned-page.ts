import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * What a press replaces (questions by their verdict, the verdict by the questions) takes the focus and the place with it.
 * When `shown` changes, the page begins at its top and the focus goes to the element of the answered ref, unless the
 * person is elsewhere meanwhile. Nothing happens while `shown` is undefined, nor at its first value.
 */
export function useTurnedPage(shown: string | undefined): RefObject<HTMLElement | null> {
  const place = useRef<HTMLElement>(null);
  const before = useRef(shown);
  // Before it is painted: nobody sees what is new at the old place.
  useLayoutEffect(() => {
    const turned = before.current !== undefined && shown !== undefined && before.current !== shown;
    before.current = shown;
    const focused = document.activeElement;
    const isElsewhere = focused && focused !== document.body && !place.current?.contains(focused);
    if (!turned || isElsewhere) return;
    window.scrollTo(0, 0);
    place.current?.focus({ preventScroll: true });
  }, [shown]);
  return place;
}
