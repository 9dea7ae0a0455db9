// The 'Edit Course' dialog: all that is said about a course, and whether learners see it (decisions 20).
import { type FormEvent, useState } from 'react';
import { CourseChange } from '#sync/contract/course-draft.ts';
import { type AdminCourse, CourseKept } from '#sync/contract/organization.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import type { Admin } from '../admin-gate.tsx';
import { useAct } from '../use-act.ts';
import { adminFailures, adminToasts } from '../words.ts';
import { CourseFields } from './course-fields.tsx';
import { type CourseForm, editPayload, faultsOf, formOf, reachFaults } from './course-form.ts';
import { DIALOG_CATEGORIES, DIALOG_LANGUAGES } from './option-lists.ts';
import { ReachFields } from './reach-fields.tsx';
import { TextList } from './text-list.tsx';
import { ThumbnailField } from './thumbnail-field.tsx';
import { useCourseForm } from './use-course-form.ts';

type EditCourseProps = { admin: Admin; course: AdminCourse; open: boolean; onOpenChange: (open: boolean) => void };

export function EditCourseDialog({ admin, course, open, onOpenChange }: EditCourseProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Edit Course">
      <EditCourseForm admin={admin} course={course} close={() => onOpenChange(false)} />
    </Dialog>
  );
}

function EditCourseForm({ admin, course, close }: { admin: Admin; course: AdminCourse; close: () => void }) {
  const { isSuperAdmin } = admin;
  const [form, setForm] = useState(() => formOf(course));
  const { run, isRunning, failure } = useAct({
    method: 'PUT',
    path: () => `/api/admin/courses/${course.id}`,
    payload: (wanted: CourseForm) => editPayload(wanted, isSuperAdmin),
    answer: CourseKept,
    said: ({ course: { title } }) => adminToasts.courseUpdated(title),
    failed: adminFailures.updateCourse,
    refreshes: ['/api/admin/courses'],
  });
  const typed = useCourseForm(form, setForm, failure);
  const save = async (event: FormEvent) => {
    event.preventDefault();
    const faults = { ...faultsOf(CourseChange, editPayload(form, isSuperAdmin)), ...reachFaults(form, isSuperAdmin) };
    if (isRunning || !typed.isSound(faults)) return;
    if (await run(form)) close();
  };
  const { change, faults } = typed;
  return (
    <form ref={typed.place} noValidate onSubmit={(event) => void save(event)} className="flex flex-col gap-4">
      <CourseFields typed={typed} categories={DIALOG_CATEGORIES} languages={DIALOG_LANGUAGES} present={course} />
      <Field
        label="Price (0 is free)"
        inputMode="decimal"
        value={form.price}
        error={faults.price}
        onChange={(event) => change({ price: event.target.value })}
      />
      {isSuperAdmin && <ReachFields typed={typed} alwaysOwned />}
      <PublishSwitch isOn={form.isPublished} onChange={(isPublished) => change({ isPublished })} />
      <ThumbnailField typed={typed} />
      <TextList
        title="Learning objectives"
        label="Add a learning objective"
        items={form.objectives}
        error={faults.objectives}
        onChange={(objectives) => change({ objectives })}
      />
      <TextList
        title="Prerequisites"
        label="Add a prerequisite"
        items={form.prerequisites}
        error={faults.prerequisites}
        onChange={(prerequisites) => change({ prerequisites })}
      />
      <DialogActions>
        <Button variant="secondary" onClick={close}>
          Cancel
        </Button>
        <Button type="submit" disabled={isRunning}>
          {isRunning ? 'Saving...' : 'Save Changes'}
        </Button>
      </DialogActions>
    </form>
  );
}

function PublishSwitch({ isOn, onChange }: { isOn: boolean; onChange: (isOn: boolean) => void }) {
  return (
    <label className="flex min-h-touch items-center gap-3">
      <input
        type="checkbox"
        checked={isOn}
        onChange={(event) => onChange(event.target.checked)}
        className="size-6 shrink-0 accent-accent"
      />
      <span>
        <span className="block font-medium">Published</span>
        <span className="block text-ink-soft text-sm">Whoever may see the course can take it.</span>
      </span>
    </label>
  );
}
