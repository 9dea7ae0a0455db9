import type { Selected, TextEdit } from './text-edits.ts';

/** The text of an area and what is selected in it. */
export function selectedIn({ value, selectionStart, selectionEnd }: HTMLTextAreaElement): Selected {
  return { text: value, start: selectionStart, end: selectionEnd };
}

/** Chromium needs milliseconds for every line that it types; what is longer is set, and has no Undo. */
const TYPED_LINES_LIMIT = 120;

/**
 * Makes a change as if somebody had typed it: the browser's own Undo takes it back. `execCommand` is old and the only way
 * that does this; where it does not work the text is set, and Undo is lost for that step.
 */
export function applyEdit(area: HTMLTextAreaElement, { from, to, insert, select }: TextEdit): void {
  area.focus({ preventScroll: true });
  area.setSelectionRange(from, to);
  const isEmpty = from === to && insert === '';
  const isShort = insert.split('\n').length <= TYPED_LINES_LIMIT;
  // What is typed goes where the focus is, and a dialog that is open keeps it.
  const isTyped = isShort && document.activeElement === area;
  const isDone = isEmpty || (isTyped && document.execCommand(insert === '' ? 'delete' : 'insertText', false, insert));
  if (!isDone) {
    area.setRangeText(insert, from, to, 'end');
    area.dispatchEvent(new Event('input', { bubbles: true }));
  }
  area.setSelectionRange(...select);
}
