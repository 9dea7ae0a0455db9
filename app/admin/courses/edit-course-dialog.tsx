// The 'Edit Course' dialog: all that is said about a course, and whether learners see it (decisions 20).

import { type FormEvent, useState } from 'react';
import { CourseChange } from '#sync/contract/course-draft.ts';
import { type AdminCourse, CourseKept } from '#sync/contract/organization.ts';
import { api } from '../../session.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { Admin } from '../admin-gate.tsx';
import type { Asked } from '../ask.ts';
import { TroubleView } from '../trouble-view.tsx';
import { useAct } from '../use-act.ts';
import { useUnsaved } from '../use-unsaved.tsx';
import { adminFailures, adminTexts } from '../words.ts';
import { ChecklistView } from './checklist-view.tsx';
import { CourseFields } from './course-fields.tsx';
import {
  type CourseForm,
  durationFaults,
  editPayload,
  type Faults,
  faultsOf,
  formOf,
  reachFaults,
} from './course-form.ts';
import { FormActions } from './form-actions.tsx';
import { DIALOG_CATEGORIES, DIALOG_LANGUAGES } from './option-lists.ts';
import { PeopleUnderWay } from './people-under-way.tsx';
import { type Checklist, mayPublish } from './publish-checklist.ts';
import { ReachFields } from './reach-fields.tsx';
import { ThumbnailField } from './thumbnail-field.tsx';
import { TypedList } from './typed-list.tsx';
import { useChecklist } from './use-checklist.ts';
import { type TypedCourse, useCourseForm } from './use-course-form.ts';

type PublishSwitchProps = {
  admin: Admin;
  course: AdminCourse;
  typed: TypedCourse;
  /** By what the form says of whom the course is for. */
  checklist: Asked<Checklist>;
  /** Asked when the author goes to mend something. */
  leave: (go: () => void) => void;
};

/** Whether learners see the course. What the button at the top asks before it changes that, is told here beside the box. */
function PublishSwitch({ admin, course, typed, checklist, leave }: PublishSwitchProps) {
  const { form, change, faults } = typed;
  return (
    <div className="flex flex-col gap-3">
      <label className="flex min-h-touch items-center gap-3">
        <input
          type="checkbox"
          checked={form.isPublished}
          aria-invalid={faults.isPublished !== undefined}
          onChange={(event) => change({ isPublished: event.target.checked })}
          className="size-6 shrink-0 accent-accent"
        />
        <span>
          <span className="block font-medium">Published</span>
          <span className="block text-ink-soft text-sm">Whoever may see the course can take it.</span>
        </span>
      </label>
      {faults.isPublished && (
        <p role="alert" className="text-danger-text">
          {faults.isPublished}
        </p>
      )}
      {form.isPublished && !course.isPublished && <Checked courseId={course.id} asked={checklist} leave={leave} />}
      {!form.isPublished && course.isPublished && (
        <p className="text-ink-soft">
          Learners no longer see the course. <PeopleUnderWay admin={admin} courseId={course.id} />
        </p>
      )}
    </div>
  );
}

type CheckedProps = { courseId: number; asked: Asked<Checklist>; leave: PublishSwitchProps['leave'] };

/** The checklist for a draft that is about to be published. */
function Checked({ courseId, asked, leave }: CheckedProps) {
  const { data: checklist, trouble, again } = asked;
  if (trouble) return <TroubleView title={adminTexts.failedChecklist} trouble={trouble} again={again} />;
  if (!checklist) return <Skeleton className="h-40" />;
  return (
    <div className="rounded-md border border-line p-4">
      <ChecklistView courseId={courseId} checklist={checklist} onLeave={leave} />
    </div>
  );
}

type EditCourseProps = { admin: Admin; course: AdminCourse; open: boolean; onOpenChange: (open: boolean) => void };

export function EditCourseDialog({ admin, course, open, onOpenChange }: EditCourseProps) {
  const [isTyped, setIsTyped] = useState(false);
  const close = () => {
    setIsTyped(false);
    onOpenChange(false);
  };
  const { close: cancel, leave, question } = useUnsaved(open && isTyped, close);
  return (
    <Dialog open={open} onOpenChange={(isOpen) => !isOpen && cancel()} title="Edit Course">
      <EditCourseForm {...{ admin, course, close, cancel, leave }} onTyped={() => setIsTyped(true)} />
      {question}
    </Dialog>
  );
}

type EditCourseFormProps = Pick<EditCourseProps, 'admin' | 'course'> & {
  close: () => void;
  cancel: () => void;
  leave: (go: () => void) => void;
  onTyped: () => void;
};

function EditCourseForm({ admin, course, close, cancel, leave, onTyped }: EditCourseFormProps) {
  const { isSuperAdmin } = admin;
  const [form, setForm] = useState(() => formOf(course));
  const { run, isRunning, failure } = useAct({
    send: (wanted: CourseForm) =>
      api(`/api/admin/courses/${course.id}`, {
        method: 'PUT',
        payload: editPayload(wanted, isSuperAdmin),
        answer: CourseKept,
      }),

    said: ({ course: { title } }) => ({ title: 'Course updated', description: title }),
    failed: adminFailures.updateCourse,
    refreshes: ['/api/admin/courses'],
  });
  const keep = (next: CourseForm) => {
    setForm(next);
    onTyped();
  };
  const typed = useCourseForm(form, keep, failure);
  const checklist = useChecklist(course, form);
  const publishFaults = (): Faults => {
    const isFree = !form.isPublished || course.isPublished || (checklist.data && mayPublish(checklist.data));
    return isFree ? {} : { isPublished: adminTexts.notYetPublishable };
  };
  const save = async (event: FormEvent) => {
    event.preventDefault();
    const written = faultsOf(CourseChange, editPayload(form, isSuperAdmin));
    const faults = { ...written, ...durationFaults(form), ...reachFaults(form, isSuperAdmin), ...publishFaults() };
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
      <PublishSwitch admin={admin} course={course} typed={typed} checklist={checklist} leave={leave} />
      <ThumbnailField typed={typed} courseId={course.id} />
      <TypedList typed={typed} of="objectives" />
      <TypedList typed={typed} of="prerequisites" />
      <FormActions cancel={cancel} verb="Save Changes" running="Saving..." isRunning={isRunning} />
    </form>
  );
}
