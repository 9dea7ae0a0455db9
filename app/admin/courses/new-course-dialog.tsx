// The 'New Course' dialog (M10): a course in its first lines; then its own page opens.
import { type FormEvent, useState } from 'react';
import { NewCourse } from '#sync/contract/course-draft.ts';
import { CourseKept } from '#sync/contract/organization.ts';
import { paths } from '../../paths.ts';
import { useNavigate } from '../../router.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import type { Admin } from '../admin-gate.tsx';
import { useAct } from '../use-act.ts';
import { useUnsaved } from '../use-unsaved.tsx';
import { adminFailures, adminToasts } from '../words.ts';
import { CourseFields } from './course-fields.tsx';
import { type CourseForm, dialogPayload, faultsOf, NEW_IN_DIALOG, reachFaults } from './course-form.ts';
import { FormActions } from './form-actions.tsx';
import { DIALOG_CATEGORIES, DIALOG_LANGUAGES } from './option-lists.ts';
import { ReachFields } from './reach-fields.tsx';
import { useCourseForm } from './use-course-form.ts';

type NewCourseDialogProps = { admin: Admin; open: boolean; onOpenChange: (open: boolean) => void };

export function NewCourseDialog({ admin, open, onOpenChange }: NewCourseDialogProps) {
  const [isTyped, setIsTyped] = useState(false);
  const close = () => {
    setIsTyped(false);
    onOpenChange(false);
  };
  const { close: cancel, question } = useUnsaved(open && isTyped, close);
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => !isOpen && cancel()}
      title="New Course"
      description="It begins as a draft that learners do not see."
    >
      <NewCourseForm admin={admin} cancel={cancel} onTyped={() => setIsTyped(true)} />
      {question}
    </Dialog>
  );
}

type NewCourseFormProps = { admin: Admin; cancel: () => void; onTyped: () => void };

function NewCourseForm({ admin, cancel, onTyped }: NewCourseFormProps) {
  const { isSuperAdmin, organization } = admin;
  const navigate = useNavigate();
  const [form, setForm] = useState(NEW_IN_DIALOG);
  const { run, isRunning, failure } = useAct({
    method: 'POST',
    path: () => '/api/admin/courses',
    payload: (wanted: CourseForm) => dialogPayload(wanted, isSuperAdmin),
    answer: CourseKept,
    said: ({ course }) => adminToasts.courseCreated(course.title),
    failed: adminFailures.createCourse,
    refreshes: [],
  });
  const keep = (next: CourseForm) => {
    setForm(next);
    onTyped();
  };
  const typed = useCourseForm(form, keep, failure);
  const create = async (event: FormEvent) => {
    event.preventDefault();
    const faults = { ...faultsOf(NewCourse, dialogPayload(form, isSuperAdmin)), ...reachFaults(form, isSuperAdmin) };
    if (isRunning || !typed.isSound(faults)) return;
    const made = await run(form);
    if (made) void navigate(paths.adminCourse(made.course.id));
  };
  return (
    <form ref={typed.place} noValidate onSubmit={(event) => void create(event)} className="flex flex-col gap-4">
      <CourseFields
        typed={typed}
        categories={DIALOG_CATEGORIES}
        languages={DIALOG_LANGUAGES}
        durationLabel="Duration (minutes, optional)"
      />
      {isSuperAdmin ? (
        <ReachFields typed={typed} />
      ) : (
        <p className="text-ink-soft">Only members of {organization?.name} will see this course.</p>
      )}
      <p className="flex flex-wrap items-center justify-between gap-x-3 text-ink-soft text-sm">
        With objectives, prerequisites and a picture:
        <Button variant="quiet" to={paths.createCourse()}>
          Open the full form
        </Button>
      </p>
      <FormActions cancel={cancel} verb="Create Course" running="Creating..." isRunning={isRunning} />
    </form>
  );
}
