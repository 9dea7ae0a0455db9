import type { Selected, TextEdit } from './text-edits.ts';

export function selectedIn({ value, selectionStart, selectionEnd }: HTMLTextAreaElement): Selected {
  return { text: value, start: selectionStart, end: selectionEnd };
}

/** Chromium needs milliseconds per inserted line; a longer insertion is set directly and cannot be undone. */
const TYPED_LINES_LIMIT = 120;
/** For a paste an author waits a second, so that one Undo takes it back. */
export const PASTED_LINES_LIMIT = 500;

/**
 * Applies an edit as if it were typed, so that the browser's Undo reverts it. `execCommand` is deprecated, but nothing else
 * does this; where it fails, the text is set directly and that step cannot be undone.
 */
export function applyEdit(
  area: HTMLTextAreaElement,
  { from, to, insert, select }: TextEdit,
  linesLimit = TYPED_LINES_LIMIT,
): void {
  area.focus({ preventScroll: true });
  area.setSelectionRange(from, to);
  const isEmpty = from === to && insert === '';
  const isShort = insert.split('\n').length <= linesLimit;
  // execCommand edits the focused element, and an open dialog keeps the focus.
  const isTyped = isShort && document.activeElement === area;
  const isDone = isEmpty || (isTyped && document.execCommand(insert === '' ? 'delete' : 'insertText', false, insert));
  if (!isDone) {
    area.setRangeText(insert, from, to, 'end');
    area.dispatchEvent(new Event('input', { bubbles: true }));
  }
  area.setSelectionRange(...select);
}
