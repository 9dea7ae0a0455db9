import { useEffect } from 'react';
import { useUnsavedPart } from '../device/unsaved-guard.ts';
import { useConfirm } from '../ui/confirm.tsx';

type UnsavedGuard = {
  /** For every way to close the dialog. */
  close: () => void;
  /** For a way to another page: closes the dialog, then runs `go`. */
  leave: (go: () => void) => void;
};

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

/** Asks before unsaved changes in a dialog are discarded. */
export function useUnsaved(isUnsaved: boolean, onClose: () => void): UnsavedGuard {
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
