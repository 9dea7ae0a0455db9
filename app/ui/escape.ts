import type { KeyboardEvent as ReactKeyboardEvent } from 'react';

/** `dialog` is the lock, which covers whatever is open. */
const LAYERS = 'dialog,[role="dialog"],[role="menu"]';
const leftToFocus = new WeakSet<Event>();

/**
 * For Radix's `onEscapeKeyDown`: Escape belongs to what the focus is in. Radix gives it to the layer that came last, which may
 * be a toast, and for some milliseconds is the dialog below the one that opens. What can be closed from inside does so by `takesEscape`.
 */
export function leaveEscapeToFocus(event: KeyboardEvent): void {
  if (!(event.target instanceof Element) || event.target.closest(LAYERS) === null) return;
  event.preventDefault();
  leftToFocus.add(event);
}

/** For `onKeyDown`: true, once, for an Escape that nothing further in has taken. */
export function takesEscape(event: ReactKeyboardEvent): boolean {
  if (event.key !== 'Escape' || event.nativeEvent.isComposing) return false;
  if (event.defaultPrevented && !leftToFocus.delete(event.nativeEvent)) return false;
  event.preventDefault();
  return true;
}
