import { type RefObject, useLayoutEffect, useRef } from 'react';
import { usePageMark } from './page-mark.ts';

type BottomBar = ReturnType<typeof usePageMark> & { ref: RefObject<HTMLDivElement | null> };

/** The props of the bar at the bottom of a page, whose height in px is `--bottom-bar` on `<html>` for what stands above it. */
export function useBottomBar(): BottomBar {
  const mark = usePageMark('bottom-bar');
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const bar = ref.current;
    if (!bar) return;
    const { style } = document.documentElement;
    const resized = new ResizeObserver(() => style.setProperty('--bottom-bar', `${bar.offsetHeight}px`));
    resized.observe(bar);
    return () => {
      resized.disconnect();
      style.removeProperty('--bottom-bar');
    };
  }, []);
  return { ...mark, ref };
}
