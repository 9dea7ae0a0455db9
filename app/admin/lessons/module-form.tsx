import { useEffect, useRef, useState } from 'react';
import { type CourseModule, ModuleChange, NewModule } from '#sync/contract/authoring.ts';
import { DESCRIPTION_LIMIT, TITLE_LIMIT } from '#sync/contract/course-draft.ts';
import { byId, call } from '../../api/client.ts';
import { server } from '../../api/session.ts';
import { fieldErrorOf } from '../../api/use-api-mutation.ts';
import { DialogForm } from '../../ui/form/dialog-form.tsx';
import { Field, fieldsOf, TextArea } from '../../ui/form/field.tsx';
import { SwitchField } from '../../ui/form/switch-field.tsx';
import { showOutline, useOutlineAct } from '../frame/use-outline.ts';
import {
  type ModuleForm as Form,
  formOfModule,
  isTypedIn,
  moduleChange,
  moduleErrors,
  newModule,
} from './module-fields.ts';

type ModuleFormProps = {
  courseId: number;
  /** Undefined for a new module. */
  module?: CourseModule;
  outlineRev: number;
  /** Called on every change with whether closing would lose something. */
  onTyped: (isTyped: boolean) => void;
  onDone: () => void;
  cancel: () => void;
};

export function ModuleForm({ courseId, module, outlineRev, onTyped, onDone, cancel }: ModuleFormProps) {
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
      cancel={cancel}
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
