import { useLayoutEffect } from 'react';

/** Parts of a page that other parts make room for. */
export type PageMark =
  | 'bottom-bar'
  | 'bottom-prompt'
  | 'tab-bar'
  | 'page-bar'
  | 'lesson-list'
  | 'box-dialog'
  | 'upload-note'
  | 'upload-progress'
  | 'certificate'
  | 'full-screen'
  | 'quiz-screen'
  | 'quiz-question';

const counts = new Map<PageMark, number>();

function count(mark: PageMark, by: number): void {
  const next = (counts.get(mark) ?? 0) + by;
  counts.set(mark, next);
  document.documentElement.toggleAttribute(`data-has-${mark}`, next > 0);
}

/** Marks `<html>` with `data-has-…` while this part is there, for styles elsewhere (decision 046); returns its own attribute. */
export function usePageMark(mark: PageMark, isThere = true): { 'data-page-mark'?: PageMark } {
  useLayoutEffect(() => {
    if (!isThere) return;
    count(mark, 1);
    return () => count(mark, -1);
  }, [mark, isThere]);
  return isThere ? { 'data-page-mark': mark } : {};
}
