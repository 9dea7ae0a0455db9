import type { KeyboardEvent as ReactKeyboardEvent } from 'react';

/** `dialog` is the lock screen, which covers everything else. */
const LAYERS = 'dialog,[role="dialog"],[role="menu"]';
const leftToFocus = new WeakSet<Event>();

/** For `onEscapeKeyDown`: Escape belongs to the layer with the focus, which closes itself by `takesEscape` (decision 046). */
export function leaveEscapeToFocus(event: KeyboardEvent): void {
  if (!(event.target instanceof Element) || event.target.closest(LAYERS) === null) return;
  event.preventDefault();
  leftToFocus.add(event);
}

/** For `onKeyDown`: true, once, for an Escape that no inner element has handled. */
export function takesEscape(event: ReactKeyboardEvent): boolean {
  if (event.key !== 'Escape' || event.nativeEvent.isComposing) return false;
  if (event.defaultPrevented && !leftToFocus.delete(event.nativeEvent)) return false;
  event.preventDefault();
  return true;
}
