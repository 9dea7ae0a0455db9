// The modules of a course (Z9), including those without lessons, which the list of lessons does not show.

import { Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { type CourseModule, groupLessons, OTHER_GROUP_TITLE, type Outline } from '#sync/contract/authoring.ts';
import { byId, call } from '../../api/client.ts';
import { server } from '../../api/session.ts';
import { useUnsaved } from '../../shell/use-unsaved-changes.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { useConfirm } from '../../ui/confirm.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { counted } from '../../ui/labels.ts';
import { showOutline, useOutlineAct } from '../frame/use-outline.ts';
import { ModuleForm } from './module-form.tsx';

type ModuleListProps = {
  modules: readonly CourseModule[];
  lessonCount: (moduleId: number) => number;
  onAdd: () => void;
  onEdit: (module: CourseModule) => void;
  onDelete: (module: CourseModule) => void;
};

function ModuleList({ modules, lessonCount, onAdd, onEdit, onDelete }: ModuleListProps) {
  return (
    <>
      {modules.length === 0 ? (
        <p className="rounded-md bg-sunken p-4">No modules yet. Without modules, the lessons form one list.</p>
      ) : (
        <ul aria-label="Modules" className="flex flex-col">
          {[...modules]
            .sort((a, b) => a.startLessonIndex - b.startLessonIndex)
            .map((module) => (
              <li key={module.id} className="flex flex-wrap items-center gap-x-2 border-line py-2 not-first:border-t">
                <div className="min-w-0 grow basis-48">
                  <p className="font-medium">{module.title}</p>
                  {module.description && <p className="line-clamp-2 text-ink-soft text-sm">{module.description}</p>}
                  <p className="flex flex-wrap items-center gap-x-2 text-ink-soft text-sm">
                    {rangeLabel(module)} · {counted(lessonCount(module.id), 'lesson')}
                    {!module.isEnabled && <Badge>Off</Badge>}
                  </p>
                </div>
                <div className="ml-auto flex">
                  <Button
                    icon={Pencil}
                    variant="quiet"
                    aria-label={`Edit ${module.title}`}
                    onClick={() => onEdit(module)}
                  />
                  <Button
                    icon={Trash2}
                    variant="quiet"
                    aria-label={`Delete ${module.title}`}
                    onClick={() => onDelete(module)}
                  />
                </div>
              </li>
            ))}
        </ul>
      )}
      <Button
        icon={Plus}
        variant={modules.length === 0 ? 'primary' : 'secondary'}
        onClick={onAdd}
        className="self-start"
      >
        Add Module
      </Button>
    </>
  );
}

function rangeLabel({ startLessonIndex, endLessonIndex }: CourseModule): string {
  return startLessonIndex === endLessonIndex
    ? `Lesson ${startLessonIndex}`
    : `Lessons ${startLessonIndex}-${endLessonIndex}`;
}

type Step = { at: 'list' } | { at: 'adding' } | { at: 'editing'; module: CourseModule };

const TITLES = { list: 'Modules', adding: 'Add Module', editing: 'Edit Module' };
const DESCRIPTIONS = {
  list: "Modules group lessons. Use Move to module in a lesson's menu to add lessons.",
  adding: 'It is added after the last module and before the lessons without a module.',
  editing: undefined,
};

export function ModulesDialog({ outline, onClose }: { outline: Outline; onClose: () => void }) {
  const [step, setStep] = useState<Step>({ at: 'list' });
  const deleteModule = useDeleteModule(outline.course.id);
  const [isTyped, setTyped] = useState(false);
  const back = () => {
    setTyped(false);
    setStep({ at: 'list' });
  };
  const { close: cancel } = useUnsaved(isTyped, back);
  const groups = groupLessons(outline);
  const lessonCount = (moduleId: number) => groups.find(({ id }) => id === moduleId)?.lessons.length ?? 0;
  const form = { courseId: outline.course.id, outlineRev: outline.outlineRev, onTyped: setTyped, onDone: back, cancel };
  return (
    <Dialog
      open
      // From a form, Escape and the close button go back to the list, and ask before they discard what was typed.
      onOpenChange={() => (step.at === 'list' ? onClose() : cancel())}
      title={TITLES[step.at]}
      description={DESCRIPTIONS[step.at]}
    >
      {step.at === 'list' && (
        <ModuleList
          modules={outline.modules}
          lessonCount={lessonCount}
          onAdd={() => setStep({ at: 'adding' })}
          onEdit={(module) => setStep({ at: 'editing', module })}
          onDelete={(module) => void deleteModule(module, lessonCount(module.id))}
        />
      )}
      {step.at === 'adding' && <ModuleForm {...form} />}
      {step.at === 'editing' && <ModuleForm {...form} module={step.module} />}
    </Dialog>
  );
}

/** Asks, then deletes a module; its lessons, `count` of them, stay in the course. */
function useDeleteModule(courseId: number) {
  const confirm = useConfirm();
  const { run } = useOutlineAct(courseId, {
    send: ({ id }: CourseModule) => call(server.admin.modules[':id'].$delete(byId(id))),
    successToast: (_, { title }) => ({ title: 'Module deleted', description: title }),
    errorToast: { title: 'Error deleting module', sentence: 'The module could not be deleted.' },
    onSuccess: showOutline,
  });
  return (module: CourseModule, count: number) => {
    const stay = `Its ${counted(count, 'lesson')} ${count === 1 ? 'stays' : 'stay'} in ${OTHER_GROUP_TITLE}.`;
    return confirm({
      title: 'Delete Module',
      text: `Are you sure you want to delete "${module.title}"? ${count === 0 ? 'It has no lessons.' : stay}`,
      action: 'Delete',
      running: 'Deleting...',
      run: async () => (await run(module)) !== undefined,
    });
  };
}
