import { type ReactNode, useEffect, useState } from 'react';
import { useUnsavedPart } from '../device/unsaved-guard.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';

type Unsaved = {
  /** For every way out of the dialog. */
  close: () => void;
  /** For a way that leads elsewhere: closes the dialog, then goes. */
  leave: (go: () => void) => void;
  /** To be drawn inside the dialog. */
  question: ReactNode;
};

const STAY_NEAR = () => {};

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

/** Asks before what was typed is lost. */
export function useUnsaved(isUnsaved: boolean, onClose: () => void): Unsaved {
  useHeldPage(isUnsaved);
  const [asked, setAsked] = useState<{ go: () => void }>();
  const question = asked && (
    <ConfirmDialog
      title="Discard what you wrote?"
      description="It is not saved yet."
      back="Keep writing"
      verb="Discard"
      onConfirm={() => {
        onClose();
        asked.go();
      }}
      onClose={() => setAsked(undefined)}
    />
  );
  const leave = (go: () => void) => {
    if (isUnsaved) return setAsked({ go });
    onClose();
    go();
  };
  return { close: () => leave(STAY_NEAR), leave, question };
}
