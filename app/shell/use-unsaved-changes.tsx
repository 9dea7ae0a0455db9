import { useEffect } from 'react';
import { useUnsavedPart } from '../device/unsaved-guard.ts';
import { useConfirm } from '../ui/confirm.tsx';

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

/**
 * Asks before unsaved changes in a dialog are discarded: `close` is for every way to close it, `leave` closes it for another
 * page, which `go` opens.
 */
export function useUnsaved(isUnsaved: boolean, onClose: () => void) {
  useHeldPage(isUnsaved);
  const confirm = useConfirm();
  const leave = (go?: () => void) => {
    const discard = () => {
      onClose();
      go?.();
    };
    if (!isUnsaved) return discard();
    void confirm({
      title: 'Discard what you wrote?',
      text: 'It is not saved yet.',
      action: 'Discard',
      cancel: 'Keep writing',
      run: discard,
    });
  };
  return { close: () => leave(), leave };
}
