import { rowId } from '../lesson-place.ts';

/** Moves the focus to one of a row's buttons, once what stands before the page has gone; false when there is no such row. */
export function focusLesson(lessonId: number, button: 'panel' | 'edit' | 'delete' | 'more'): void {
  // Radix gives the focus back a turn after a dialog or a menu closes.
  setTimeout(() => {
    const place = document.getElementById(rowId(lessonId))?.querySelector<HTMLElement>(`[data-focus=${button}]`);
    place?.focus();
    place?.scrollIntoView({ block: 'nearest' });
  }, 50);
}
