import { useEffect, useLayoutEffect } from 'react';
import { useLocation } from './router.ts';

let shownPath: string | undefined;
let awaited: MutationObserver | undefined;

/** False for a missing or a hidden element, such as a page that is still loading. */
function focusOn(element: HTMLElement | null | undefined): boolean {
  if (!element) return false;
  element.setAttribute('tabindex', '-1');
  element.focus({ preventScroll: true });
  return document.activeElement === element;
}

/** Where the user has moved the focus while the page was loading. */
const ELSEWHERE = '[role="menu"][data-state="open"], [role="dialog"], [role="search"] input';

/** Focuses the main heading, or the main area until there is one; not once the user has moved the focus. */
export function focusHeading(): void {
  awaited?.disconnect();
  if (document.activeElement?.closest(ELSEWHERE)) return;
  const main = document.querySelector<HTMLElement>('main');
  // Whoever comes back to a list is where they left it.
  const returned = main?.querySelector<HTMLElement>('[data-returned]');
  if (returned) {
    returned.scrollIntoView({ block: 'center' });
    returned.focus({ preventScroll: true });
    return;
  }
  const heading = () => main?.querySelector<HTMLElement>('h1');
  if (!main || focusOn(heading())) return;
  focusOn(main);
  awaited = new MutationObserver((_, observer) => {
    const isFree = document.activeElement === main || document.activeElement === document.body;
    if (!isFree || focusOn(heading())) observer.disconnect();
  });
  awaited.observe(main, { childList: true, subtree: true });
}

/** Sets the document's title; after a navigation to another path the page's main heading gets the focus. */
export function usePageTitle(title: string): void {
  const { pathname } = useLocation();
  useLayoutEffect(() => {
    document.title = `${title} · Groundwork`;
  }, [title]);
  useEffect(() => {
    const moved = shownPath !== undefined && shownPath !== pathname;
    shownPath = pathname;
    if (!moved) return;
    window.scrollTo(0, 0);
    focusHeading();
  }, [pathname]);
}
