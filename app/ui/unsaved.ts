import { createContext, use, useEffect, useRef, useState } from 'react';

/** What keeps the page from being reloaded; the app gives it, as this room knows no device. */
export const HoldPage = createContext<(isHeld: boolean) => void>(() => undefined);

type Leaving = {
  /** Calls `go`, and asks first when something in the dialog is not saved. */
  leave: (go: () => void) => void;
  /** Takes the question back. */
  stay: () => void;
};

/** The dialog around a form. */
export const LeaveDialog = createContext<Leaving>({ leave: (go) => go(), stay: () => undefined });
export const useLeaveDialog = (): Leaving => use(LeaveDialog);

type TextField = HTMLInputElement | HTMLTextAreaElement;

/** Fields that are written in: not a search, a choice, a password or a number. */
function isWritten(target: EventTarget): target is TextField {
  if (target instanceof HTMLTextAreaElement) return !target.readOnly;
  if (!(target instanceof HTMLInputElement) || target.readOnly) return false;
  return (
    ['text', 'email', 'url', 'tel'].includes(target.type) &&
    target.inputMode !== 'numeric' &&
    target.getAttribute('role') !== 'combobox'
  );
}

/** Whether a text field holds something else than when it got the focus. */
export function useTyped() {
  const before = useRef(new Map<TextField, string>());
  const [isTyped, setTyped] = useState(false);
  const look = () =>
    setTyped([...before.current].some(([field, text]) => field.isConnected && field.value.trim() !== text.trim()));
  // Fields come and go, and are filled and emptied, with what is drawn.
  useEffect(look);
  return {
    isTyped,
    look,
    begin: (target: EventTarget) => {
      if (isWritten(target) && !before.current.has(target)) before.current.set(target, target.value);
    },
  };
}
