import { useEffect } from 'react';
import { useUnsavedPart } from '../device/unsaved-guard.ts';
import { useConfirm } from '../ui/confirm.tsx';

type UnsavedGuard = {
  /** For every way out of the dialog. */
  close: () => void;
  /** For a way that leads elsewhere: closes the dialog, then goes. */
  leave: (go: () => void) => void;
};

/** While `isHeld`, neither a new version of the app nor a careless closing of the tab takes the page away. */
export function useHeldPage(isHeld: boolean): void {
  useUnsavedPart(isHeld);
  useEffect(() => {
    if (!isHeld) return;
    const stay = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', stay);
    return () => window.removeEventListener('beforeunload', stay);
  }, [isHeld]);
}

/** Asks before what was typed in a dialog is lost. */
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
