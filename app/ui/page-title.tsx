import { useEffect } from 'react';
import { useLocation } from '../router.ts';

let shownPath: string | undefined;

/**
 * Sets the document's title to 'title · Groundwork'. After a navigation to another path (not on the first page, and
 * not for a changed query) the page's main heading gets the focus, so that keyboard and screen reader start there.
 */
export function usePageTitle(title: string): void {
  const { pathname } = useLocation();
  useEffect(() => {
    document.title = `${title} · Groundwork`;
  }, [title]);
  useEffect(() => {
    const moved = shownPath !== undefined && shownPath !== pathname;
    shownPath = pathname;
    if (!moved) return;
    window.scrollTo(0, 0);
    const heading = document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main');
    heading?.setAttribute('tabindex', '-1');
    heading?.focus({ preventScroll: true });
  }, [pathname]);
}
