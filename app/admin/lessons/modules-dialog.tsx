// The modules of a course (Z9), including those without lessons, which the list of lessons does not show.
import { Pencil, Plus, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import {
  type CourseModule,
  groupLessons,
  ModuleChange,
  NewModule,
  OTHER_GROUP_TITLE,
  type Outline,
} from '#sync/contract/authoring.ts';
import { DESCRIPTION_LIMIT, TITLE_LIMIT } from '#sync/contract/course-draft.ts';
import { byId, call } from '../../api/client.ts';
import { server } from '../../api/session.ts';
import { fieldErrorOf } from '../../api/use-api-mutation.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { useConfirm } from '../../ui/confirm.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogForm } from '../../ui/form/dialog-form.tsx';
import { Field, fieldsOf, TextArea } from '../../ui/form/field.tsx';
import { SwitchField } from '../../ui/form/switch-field.tsx';
import { counted } from '../../ui/labels.ts';
import { showOutline, useOutlineAct } from '../frame/use-outline.ts';
import {
  type ModuleForm as Form,
  formOfModule,
  isTypedIn,
  moduleChange,
  moduleErrors,
  newModule,
} from './module-fields.ts';

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
  const groups = groupLessons(outline);
  const lessonCount = (moduleId: number) => groups.find(({ id }) => id === moduleId)?.lessons.length ?? 0;
  const form = { courseId: outline.course.id, outlineRev: outline.outlineRev, onTyped: setTyped, onDone: back };
  return (
    <Dialog
      open
      isUnsaved={isTyped}
      // From a form, Escape and the close button go back to the list.
      onOpenChange={step.at === 'list' ? onClose : back}
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

type ModuleFormProps = {
  courseId: number;
  /** Undefined for a new module. */
  module?: CourseModule;
  outlineRev: number;
  /** Called on every change with whether closing would lose something. */
  onTyped: (isTyped: boolean) => void;
  onDone: () => void;
};

function ModuleForm({ courseId, module, outlineRev, onTyped, onDone }: ModuleFormProps) {
  const [form, setForm] = useState(() => formOfModule(module));
  const [seenRev] = useState(outlineRev);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const place = useRef<HTMLFormElement>(null);
  const { run, isRunning, failure } = useOutlineAct(courseId, {
    send: (written: NewModule | (ModuleChange & { size?: undefined })) =>
      module
        ? call(server.admin.modules[':id'].$put({ ...byId(module.id), json: written }))
        : call(server.admin.courses[':id'].modules.$post({ ...byId(courseId), json: written as NewModule })),
    successToast: (_, { title = module?.title ?? '' }) => ({
      title: module ? 'Module updated' : 'Module added',
      description: title,
    }),
    errorToast: module
      ? { title: 'Error updating module', sentence: 'The module could not be changed.' }
      : { title: 'Error adding module', sentence: 'The module could not be added.' },
    fields: ['title', 'description', ...(module ? ['startLessonIndex', 'endLessonIndex'] : ['size'])],
    onSuccess: showOutline,
  });
  const [refused, setRefused] = useState(0);
  // Focuses the title at first, and after each refusal the first invalid field.
  useEffect(() => {
    const wrong = place.current?.querySelector<HTMLElement>('[aria-invalid=true]');
    if (wrong) wrong.focus();
    else if (refused === 0) place.current?.querySelector('input')?.focus();
  }, [refused]);
  const change = (part: Partial<Form>) => {
    const next = { ...form, ...part };
    setForm(next);
    onTyped(isTypedIn(next, module));
    setErrors({});
  };
  const save = async () => {
    const written = module ? { ...moduleChange(form, module), seenRev } : newModule(form);
    const found = moduleErrors(module ? ModuleChange : NewModule, written);
    setErrors(found);
    if (Object.keys(found).length > 0) return setRefused((count) => count + 1);
    if (await run(written)) onDone();
    else setRefused((count) => count + 1);
  };
  const errorOf = (field: string) => errors[field] ?? fieldErrorOf(failure, field);
  const { text } = fieldsOf(form, change, errorOf);
  return (
    <DialogForm
      ref={place}
      onSubmit={save}
      cancel={onDone}
      verb={module ? 'Save' : 'Add Module'}
      running="Saving..."
      isRunning={isRunning}
    >
      <Field label="Title" required autoComplete="off" maxLength={TITLE_LIMIT} {...text('title')} />
      <TextArea label="Description (optional)" rows={2} maxLength={DESCRIPTION_LIMIT} {...text('description')} />
      {module ? (
        <>
          <div className="grid grid-cols-2 items-start gap-4">
            <Field label="First number" inputMode="numeric" {...text('startLessonIndex')} />
            <Field label="Last number" inputMode="numeric" {...text('endLessonIndex')} />
          </div>
          <SwitchField
            label="Shown to learners"
            note="Off, its lessons are hidden and do not count for anyone's percent."
            checked={form.isEnabled}
            onChange={(event) => change({ isEnabled: event.target.checked })}
          />
        </>
      ) : (
        <Field label="Room for how many lessons" inputMode="numeric" {...text('size')} />
      )}
    </DialogForm>
  );
}
