import { type AdminLesson, Outline } from '#sync/contract/authoring.ts';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { useAct } from '../use-act.ts';
import { adminFailures, adminToasts } from '../words.ts';
import { focusLesson } from './focus-lesson.ts';
import { askAgainIfLate, OUTLINE_REFRESHES, showOutline } from './use-outline.ts';

type DeleteLessonDialogProps = { outline: Outline; lesson: AdminLesson; onClose: () => void };

/** Asks before a lesson goes; the focus then goes to the lesson that has taken its place. */
export function DeleteLessonDialog({ outline, lesson, onClose }: DeleteLessonDialogProps) {
  const { run, isRunning } = useAct({
    method: 'DELETE',
    path: () => `/api/admin/lessons/${lesson.id}`,
    answer: Outline,
    said: () => adminToasts.lessonDeleted,
    failed: adminFailures.deleteLesson,
    shows: showOutline,
    missed: (failure) => askAgainIfLate(lesson.courseId, failure),
    refreshes: OUTLINE_REFRESHES,
  });
  const remove = async () => {
    const place = outline.lessons.findIndex(({ id }) => id === lesson.id);
    const next = outline.lessons[place + 1] ?? outline.lessons[place - 1];
    const isGone = (await run(undefined)) !== undefined;
    onClose();
    if (!isGone) focusLesson(lesson.id, 'delete');
    else if (next) focusLesson(next.id, 'panel');
    else document.getElementById('lessons')?.focus();
  };
  return (
    <ConfirmDialog
      open
      title="Delete Lesson"
      description={`Are you sure you want to delete "${lesson.title}"? This action cannot be undone.`}
      verb="Delete"
      running="Deleting..."
      isRunning={isRunning}
      onConfirm={() => void remove()}
      onClose={onClose}
    />
  );
}
