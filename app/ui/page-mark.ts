import { useLayoutEffect } from 'react';

/** Parts of a page that others give way to. */
export type PageMark =
  | 'bottom-bar'
  | 'bottom-prompt'
  | 'box-dialog'
  | 'upload-note'
  | 'upload-progress'
  | 'certificate';

const counts = new Map<PageMark, number>();

function count(mark: PageMark, by: number): void {
  const next = (counts.get(mark) ?? 0) + by;
  counts.set(mark, next);
  document.documentElement.toggleAttribute(`data-has-${mark}`, next > 0);
}

/**
 * While this part is on the page, `<html>` has `data-has-…`, for styles elsewhere; the answer is the part's own attribute. A
 * style that looks for the part by itself, with `html:has()`, makes the browser judge the whole page anew whenever anything
 * in it changes.
 */
export function usePageMark(mark: PageMark, isThere = true): { 'data-page-mark'?: PageMark } {
  useLayoutEffect(() => {
    if (!isThere) return;
    count(mark, 1);
    return () => count(mark, -1);
  }, [mark, isThere]);
  return isThere ? { 'data-page-mark': mark } : {};
}
