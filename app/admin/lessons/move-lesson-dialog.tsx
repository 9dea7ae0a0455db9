import { type FormEvent, useState } from 'react';
import { type AdminLesson, groupLessons, OTHER_GROUP_ID, type Outline } from '#sync/contract/authoring.ts';
import { Button } from '../../ui/button.tsx';
import { Choice } from '../../ui/choice.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { adminToasts } from '../words.ts';
import { groupLabel } from './group-label.ts';
import { useChangeLesson } from './use-change-lesson.ts';

type MoveLessonDialogProps = { outline: Outline; lesson: AdminLesson; onClose: () => void };

/** Takes a lesson to the end of another module, also of one that is empty so far (Z9). */
export function MoveLessonDialog({ outline, lesson, onClose }: MoveLessonDialogProps) {
  const groups = groupLessons(outline.modules, outline.lessons);
  const present = groups.find(({ lessons }) => lessons.some(({ id }) => id === lesson.id));
  const others = groups.filter((group) => group !== present);
  const [chosen, setChosen] = useState(String(others[0]?.id ?? ''));
  const target = others.find(({ id }) => String(id) === chosen);
  const { change, isChanging } = useChangeLesson(lesson, () =>
    adminToasts.lessonMoved(lesson.title, target?.title ?? ''),
  );
  const move = async (event: FormEvent) => {
    event.preventDefault();
    if (isChanging || !target) return;
    if (await change({ moduleId: target.id === OTHER_GROUP_ID ? null : target.id })) onClose();
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
        <form onSubmit={(event) => void move(event)} className="flex flex-col gap-4">
          <Choice
            label="Module"
            labelled="above"
            value={chosen}
            options={others.map((group) => [String(group.id), groupLabel(group)])}
            onChange={setChosen}
          />
          <div className="flex flex-wrap justify-end gap-2">
            <Button variant="secondary" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" disabled={isChanging}>
              {isChanging ? 'Moving...' : 'Move'}
            </Button>
          </div>
        </form>
      )}
    </Dialog>
  );
}
