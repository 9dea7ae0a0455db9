import type { AdminLesson, Outline } from '#sync/contract/authoring.ts';
import { AddLessonDialog } from './add-lesson-dialog.tsx';
import { DeleteLessonDialog } from './delete-lesson-dialog.tsx';
import { focusLesson } from './focus-lesson.ts';
import { ModulesDialog } from './modules-dialog.tsx';
import { MoveLessonDialog } from './move-lesson-dialog.tsx';

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
