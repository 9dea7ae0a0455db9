import { byId, pathOf } from '../../api/client.ts';
import { server } from '../../api/session.ts';

/** The id of a lesson's row on the page of its course. */
export const rowId = (lessonId: number) => `lesson-${lessonId}`;

/** The id of the panel below that row. An address with it opens the panel: '/admin/courses/4#lesson-12-panel'. */
export const panelId = (lessonId: number) => `${rowId(lessonId)}-panel`;

/** The id of a question in that panel; an address with `question` shows it. */
export const questionId = (question: number | string) => `question-${question}`;

/** The prefixes of the paths of everything that shows a lesson of this course. */
export const pathsOfLesson = (courseId: number): string[] => [
  pathOf(server.admin.courses[':id'], byId(courseId)),
  pathOf(server.courses[':id'].lessons, byId(courseId)),
  pathOf(server.admin['lessons-upload-status']),
];

/** Moves the focus to one of a row's buttons once the dialog or menu has closed; without a lesson to the heading. */
export function focusLesson(lessonId: number | undefined, button: 'panel' | 'edit' | 'delete' | 'more'): void {
  // Radix returns the focus a task after a dialog or a menu has closed.
  setTimeout(() => {
    const row = lessonId === undefined ? null : document.getElementById(rowId(lessonId));
    const place = row?.querySelector<HTMLElement>(`[data-focus=${button}]`) ?? document.getElementById('lessons');
    place?.focus();
    place?.scrollIntoView({ block: 'nearest' });
  }, 50);
}
