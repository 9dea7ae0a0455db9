import { useState } from 'react';
import { type AdminLesson, groupLessons, OTHER_GROUP_ID, Outline } from '#sync/contract/authoring.ts';
import { api } from '../../api/session.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Choice } from '../../ui/form/choice.tsx';
import { DialogForm } from '../../ui/form/dialog-form.tsx';
import { showOutline, useChangeLesson, useOutlineAct } from '../frame/use-outline.ts';
import { AddLessonDialog } from './add-lesson-dialog.tsx';
import { focusLesson } from './focus-lesson.ts';
import { groupLabel } from './group-label.ts';
import { ModulesDialog } from './modules-dialog.tsx';

type MoveLessonDialogProps = { outline: Outline; lesson: AdminLesson; onClose: () => void };

/** Takes a lesson to the end of another module, also of one that is empty so far (Z9). */
function MoveLessonDialog({ outline, lesson, onClose }: MoveLessonDialogProps) {
  const groups = groupLessons(outline.modules, outline.lessons);
  const present = groups.find(({ lessons }) => lessons.some(({ id }) => id === lesson.id));
  const others = groups.filter((group) => group !== present);
  const [chosen, setChosen] = useState(String(others[0]?.id ?? ''));
  const target = others.find(({ id }) => String(id) === chosen);
  const { run, isRunning } = useChangeLesson(lesson, () => ({
    title: 'Lesson moved',
    description: `${lesson.title} stands in ${target?.title ?? ''} now.`,
  }));
  const move = async () => {
    if (target && (await run({ moduleId: target.id === OTHER_GROUP_ID ? null : target.id }))) onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Move to module"
      description={`${lesson.title} stands in ${present?.title ?? 'no module'}. It goes to the end of the module that you choose.`}
    >
      {others.length === 0 ? (
        <p>This course has no modules yet. Make one under Modules first.</p>
      ) : (
        <DialogForm onSubmit={move} cancel={onClose} verb="Move" running="Moving..." isRunning={isRunning}>
          <Choice
            label="Module"
            labelled="above"
            value={chosen}
            options={others.map((group) => [String(group.id), groupLabel(group)])}
            onChange={setChosen}
          />
        </DialogForm>
      )}
    </Dialog>
  );
}

type DeleteLessonDialogProps = { outline: Outline; lesson: AdminLesson; onClose: () => void };

/** Asks before a lesson goes; the focus then goes to the lesson that has taken its place. */
function DeleteLessonDialog({ outline, lesson, onClose }: DeleteLessonDialogProps) {
  const { run } = useOutlineAct(lesson.courseId, {
    send: () => api(`/api/admin/lessons/${lesson.id}`, { method: 'DELETE', answer: Outline }),
    said: () => ({ title: 'Lesson deleted', description: 'The lesson has been successfully removed.' }),
    failed: { title: 'Error deleting lesson', sentence: 'Failed to delete lesson' },
    shows: showOutline,
  });
  const remove = async () => {
    const place = outline.lessons.findIndex(({ id }) => id === lesson.id);
    const next = outline.lessons[place + 1] ?? outline.lessons[place - 1];
    if (!(await run())) focusLesson(lesson.id, 'delete');
    else focusLesson(next?.id, 'panel');
  };
  return (
    <ConfirmDialog
      title="Delete Lesson"
      description={`Are you sure you want to delete "${lesson.title}"? This action cannot be undone.`}
      verb="Delete"
      running="Deleting..."
      onConfirm={remove}
      onClose={onClose}
    />
  );
}

/** What stands before the lessons. */
export type Asking =
  | { about: 'adding' }
  | { about: 'modules' }
  | { about: 'moving'; lesson: AdminLesson }
  | { about: 'deleting'; lesson: AdminLesson };

type OutlineDialogsProps = {
  outline: Outline;
  asking: Asking | undefined;
  ask: (asking: Asking | undefined) => void;
};

/** The one dialog that is open, and where the focus goes when it closes. */
export function OutlineDialogs({ outline, asking, ask }: OutlineDialogsProps) {
  const close = () => ask(undefined);
  switch (asking?.about) {
    case 'adding':
      return (
        <AddLessonDialog
          outline={outline}
          onClose={(made) => {
            close();
            if (made !== undefined) focusLesson(made, 'panel');
          }}
        />
      );
    case 'modules':
      return <ModulesDialog outline={outline} onClose={close} />;
    case 'moving':
      return (
        <MoveLessonDialog
          outline={outline}
          lesson={asking.lesson}
          onClose={() => {
            close();
            // Its button came out of a menu, which is gone.
            focusLesson(asking.lesson.id, 'more');
          }}
        />
      );
    case 'deleting':
      return <DeleteLessonDialog outline={outline} lesson={asking.lesson} onClose={close} />;
    default:
      return null;
  }
}
