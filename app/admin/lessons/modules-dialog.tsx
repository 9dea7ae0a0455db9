// The modules of a course (R-Z9), including those without lessons, which the list of lessons does not show.
import { Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import {
  type CourseModule,
  groupLessons,
  NewModule,
  OTHER_GROUP_TITLE,
  type Outline,
} from '#sync/contract/authoring.ts';
import { DESCRIPTION_LIMIT, TITLE_LIMIT } from '#sync/contract/course-draft.ts';
import { byId, call } from '../../api/client.ts';
import { server } from '../../api/session.ts';
import { fieldErrors } from '../../api/use-api-mutation.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { useConfirm } from '../../ui/confirm.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogForm } from '../../ui/form/dialog-form.tsx';
import { Choice, Field, TextArea } from '../../ui/form/field.tsx';
import { SwitchField } from '../../ui/form/switch-field.tsx';
import { counted } from '../../ui/labels.ts';
import { useForm } from '../forms/use-form.ts';
import { showOutline, useOutlineAct } from '../outline/use-outline.ts';
import { formOfModule, moduleChange } from './outline.ts';

type ModuleListProps = {
  /** In their order. */
  groups: readonly { module: CourseModule; lessons: readonly unknown[] }[];
  onAdd: () => void;
  onEdit: (module: CourseModule) => void;
  onDelete: (module: CourseModule, count: number) => void;
};

function ModuleList({ groups, onAdd, onEdit, onDelete }: ModuleListProps) {
  let before = 0;
  const listed = groups.map(({ module, lessons }) => {
    before += lessons.length;
    return { module, count: lessons.length, range: rangeLabel(before - lessons.length + 1, before) };
  });
  return (
    <>
      {listed.length === 0 ? (
        <p className="rounded-md bg-sunken p-4">No modules yet. Without modules, the lessons form one list.</p>
      ) : (
        <ul aria-label="Modules" className="flex flex-col">
          {listed.map(({ module, count, range }) => (
            <li key={module.id} className="flex flex-wrap items-center gap-x-2 border-line py-2 not-first:border-t">
              <div className="min-w-0 grow basis-48">
                <p className="font-medium">
                  <bdi>{module.title}</bdi>
                </p>
                {module.description && <p className="line-clamp-2 text-ink-soft text-sm">{module.description}</p>}
                <p className="flex flex-wrap items-center gap-x-2 text-ink-soft text-sm">
                  {count > 0 && `${range} · `}
                  {counted(count, 'lesson')}
                  {!module.isEnabled && <Badge>Off</Badge>}
                </p>
              </div>
              <div className="ms-auto flex">
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
                  onClick={() => onDelete(module, count)}
                />
              </div>
            </li>
          ))}
        </ul>
      )}
      <Button
        icon={Plus}
        variant={listed.length === 0 ? 'primary' : 'secondary'}
        onClick={onAdd}
        className="self-start"
      >
        Add Module
      </Button>
    </>
  );
}

const rangeLabel = (first: number, last: number) => (first === last ? `Lesson ${first}` : `Lessons ${first}-${last}`);

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
  const back = () => setStep({ at: 'list' });
  const groups = groupLessons(outline).flatMap(({ module, lessons }) => (module ? [{ module, lessons }] : []));
  return (
    <Dialog
      open
      // From a form, Escape and the close button go back to the list.
      onOpenChange={step.at === 'list' ? onClose : back}
      title={TITLES[step.at]}
      description={DESCRIPTIONS[step.at]}
    >
      {step.at === 'list' && (
        <ModuleList
          groups={groups}
          onAdd={() => setStep({ at: 'adding' })}
          onEdit={(module) => setStep({ at: 'editing', module })}
          onDelete={(module, count) => void deleteModule(module, count)}
        />
      )}
      {step.at === 'adding' && <ModuleForm outline={outline} onDone={back} />}
      {step.at === 'editing' && <ModuleForm outline={outline} module={step.module} onDone={back} />}
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
      run: () => run(module),
    });
  };
}

/** The form of a module; a new one without `module`. */
function ModuleForm({ outline, module, onDone }: { outline: Outline; module?: CourseModule; onDone: () => void }) {
  const courseId = outline.course.id;
  const [seen] = useState(() => {
    const modules = groupLessons(outline).flatMap(({ module }) => module ?? []);
    const place = modules.findIndex(({ id }) => id === module?.id) + 1;
    const others = modules.filter(({ id }) => id !== module?.id);
    return { initial: formOfModule(module, place), others, rev: outline.outlineRev };
  });
  const [form, setForm] = useState(seen.initial);
  const written = { ...form, title: form.title.trim(), description: form.description.trim() };
  const { title, description } = written;
  const { run, isRunning, failure } = useOutlineAct(courseId, {
    send: () => {
      if (!module)
        return call(server.admin.courses[':id'].modules.$post({ ...byId(courseId), json: { title, description } }));
      const json = { ...moduleChange(written, seen.initial), seenRev: seen.rev };
      return call(server.admin.modules[':id'].$put({ ...byId(module.id), json }));
    },
    successToast: () => ({ title: module ? 'Module updated' : 'Module added', description: title }),
    errorToast: module
      ? { title: 'Error updating module', sentence: 'The module could not be changed.' }
      : { title: 'Error adding module', sentence: 'The module could not be added.' },
    fields: ['title', 'description', 'place'],
    onSuccess: showOutline,
  });
  const { place, text, choice, change, validate } = useForm(form, setForm, failure);
  const save = async () => {
    if (validate(fieldErrors(NewModule, { title, description })) && (await run())) onDone();
  };
  return (
    <DialogForm
      ref={place}
      onSubmit={save}
      cancel={onDone}
      verb={module ? 'Save' : 'Add Module'}
      running="Saving..."
      isRunning={isRunning}
    >
      <Field label="Title" required autoFocus autoComplete="off" maxLength={TITLE_LIMIT} {...text('title')} />
      <TextArea label="Description (optional)" rows={2} maxLength={DESCRIPTION_LIMIT} {...text('description')} />
      {module && (
        <>
          {seen.others.length > 0 && (
            <Choice
              label="Place"
              options={[
                ['1', 'At the beginning'],
                ...seen.others.map(({ title }, at) => [String(at + 2), `After ${title}`] as const),
              ]}
              {...choice('place')}
            />
          )}
          <SwitchField
            label="Shown to learners"
            note="Off, its lessons are hidden and do not count for anyone's percent."
            checked={form.isEnabled}
            onChange={(event) => change({ isEnabled: event.target.checked })}
          />
        </>
      )}
    </DialogForm>
  );
}
