// The moment at which a page first shows what it is for: what nobody needs before it is loaded after it.
import { useEffect } from 'react';

/** Pages that never tell, and those behind other windows, keep nobody waiting for longer. */
const LATEST_MS = 1500;

let show: () => void;
const shown = new Promise<void>((resolve) => {
  show = resolve;
});

/** Resolves after the frame with the page's first content, a second and a half after the first question at the latest. */
export function firstContent(): Promise<void> {
  return Promise.race([shown, new Promise<void>((resolve) => setTimeout(resolve, LATEST_MS))]);
}

/** To be called by a page with whether it knows by now what to show, be it that the device holds nothing. */
export function useFirstContent(isKnown: boolean): void {
  useEffect(() => {
    if (isKnown) requestAnimationFrame(() => setTimeout(show));
  }, [isKnown]);
}
