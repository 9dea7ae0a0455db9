import { useEffect } from 'react';
import { useUnsavedPart } from '../device/unsaved-guard.ts';

/** While `isHeld`, the page is not reloaded for a new version, and the browser asks before the tab is closed. */
export function useHeldPage(isHeld: boolean): void {
  useUnsavedPart(isHeld);
  useEffect(() => {
    if (!isHeld) return;
    const stay = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', stay);
    return () => window.removeEventListener('beforeunload', stay);
  }, [isHeld]);
}
