// The modules of a course (Z9): also those without lessons, which the list of lessons does not show.
import { useState } from 'react';
import { type CourseModule, groupLessons, OTHER_GROUP_TITLE, type Outline } from '#sync/contract/authoring.ts';
import { counted } from '../../course-words.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useUnsaved } from '../use-unsaved.tsx';
import { ModuleForm } from './module-form.tsx';
import { ModuleList } from './module-list.tsx';
import { useDeleteModule } from './use-module-acts.ts';

type Step = { at: 'list' } | { at: 'adding' } | { at: 'editing' | 'deleting'; module: CourseModule };

const TITLES = { list: 'Modules', adding: 'Add Module', editing: 'Edit Module', deleting: 'Delete Module' };

export function ModulesDialog({ outline, onClose }: { outline: Outline; onClose: () => void }) {
  const [step, setStep] = useState<Step>({ at: 'list' });
  const [isTyped, setTyped] = useState(false);
  const back = () => {
    setTyped(false);
    setStep({ at: 'list' });
  };
  const { close: cancel, question } = useUnsaved(isTyped, back);
  const groups = groupLessons(outline.modules, outline.lessons);
  const lessonCount = (moduleId: number) => groups.find(({ id }) => id === moduleId)?.lessons.length ?? 0;
  const form = { courseId: outline.course.id, outlineRev: outline.outlineRev, onTyped: setTyped, onDone: back, cancel };
  return (
    <Dialog
      open
      // Escape and the cross go one step back first, and not past what is typed in a form.
      onOpenChange={() => (step.at === 'list' ? onClose() : cancel())}
      title={TITLES[step.at]}
      description={descriptionOf(step, lessonCount)}
    >
      {step.at === 'list' && (
        <ModuleList
          modules={outline.modules}
          lessonCount={lessonCount}
          onAdd={() => setStep({ at: 'adding' })}
          onEdit={(module) => setStep({ at: 'editing', module })}
          onDelete={(module) => setStep({ at: 'deleting', module })}
        />
      )}
      {step.at === 'adding' && <ModuleForm {...form} />}
      {step.at === 'editing' && <ModuleForm {...form} module={step.module} />}
      {step.at === 'deleting' && <DeleteModule module={step.module} onDone={back} />}
      {question}
    </Dialog>
  );
}

const WHAT_A_MODULE_IS =
  'A module holds the lessons whose numbers lie in its range. Learners and the list of lessons show it once it has one: Move to module, in the menu of a lesson, takes that lesson there.';

function descriptionOf(step: Step, lessonCount: (moduleId: number) => number): string | undefined {
  if (step.at === 'list') return WHAT_A_MODULE_IS;
  if (step.at === 'adding') return 'It comes behind the last module, and before the lessons that are in none.';
  if (step.at === 'editing') return undefined;
  const { id, title } = step.module;
  const count = lessonCount(id);
  const stay = `${counted(count, 'lesson')} ${count === 1 ? 'stays' : 'stay'} in ${OTHER_GROUP_TITLE}.`;
  const lessons = count === 0 ? 'It has no lessons.' : `Its ${stay}`;
  return `Are you sure you want to delete "${title}"? ${lessons}`;
}

function DeleteModule({ module, onDone }: { module: CourseModule; onDone: () => void }) {
  const { run, isRunning } = useDeleteModule(module);
  const remove = async () => {
    if (await run(undefined)) onDone();
  };
  return (
    <div className="flex flex-wrap justify-end gap-2">
      <Button variant="secondary" autoFocus onClick={onDone}>
        Cancel
      </Button>
      <Button variant="destructive" disabled={isRunning} onClick={() => void remove()}>
        {isRunning ? 'Deleting...' : 'Delete'}
      </Button>
    </div>
  );
}
