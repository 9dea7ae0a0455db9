import { rowId } from '../frame/lesson-place.ts';

/** Moves the focus to one of a row's buttons, once what stands before the page has gone; without a lesson to the heading. */
export function focusLesson(lessonId: number | undefined, button: 'panel' | 'edit' | 'delete' | 'more'): void {
  // Radix gives the focus back a turn after a dialog or a menu closes.
  setTimeout(() => {
    const row = lessonId === undefined ? null : document.getElementById(rowId(lessonId));
    const place = row?.querySelector<HTMLElement>(`[data-focus=${button}]`) ?? document.getElementById('lessons');
    place?.focus();
    place?.scrollIntoView({ block: 'nearest' });
  }, 50);
}
