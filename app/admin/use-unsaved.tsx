import { type ReactNode, useEffect, useState } from 'react';
import { useUnfinished } from '../use-unfinished.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';

/** Asks before what was typed is lost: `close` for every way out of a dialog, `question` to be drawn inside it. */
export function useUnsaved(isUnsaved: boolean, onClose: () => void): { close: () => void; question: ReactNode } {
  useUnfinished(isUnsaved);
  const [isAsking, setIsAsking] = useState(false);
  useEffect(() => {
    if (!isUnsaved) return;
    const stay = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', stay);
    return () => window.removeEventListener('beforeunload', stay);
  }, [isUnsaved]);
  const question = (
    <ConfirmDialog
      open={isAsking}
      title="Discard what you wrote?"
      description="It is not saved yet."
      back="Keep writing"
      verb="Discard"
      running="Discard"
      isRunning={false}
      onConfirm={() => {
        setIsAsking(false);
        onClose();
      }}
      onClose={() => setIsAsking(false)}
    />
  );
  return { close: () => (isUnsaved ? setIsAsking(true) : onClose()), question };
}
