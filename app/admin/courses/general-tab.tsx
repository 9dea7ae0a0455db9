import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { CourseChange, VALID_MONTHS_LIMIT } from '#sync/contract/course-draft.ts';
import type { AdminCourse } from '#sync/contract/organization.ts';
import { byId, call, pathOf } from '../../api/client.ts';
import { refresh } from '../../api/query-client.ts';
import { server } from '../../api/session.ts';
import { fieldErrors, useApiMutation } from '../../api/use-api-mutation.ts';
import type { ApiQuery } from '../../api/use-api-query.ts';
import { levelLabel } from '../../learn/messages.ts';
import { ApiErrorView } from '../../shell/api-error-view.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, Fact } from '../../ui/card.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogForm } from '../../ui/form/dialog-form.tsx';
import { Field } from '../../ui/form/field.tsx';
import { SwitchField } from '../../ui/form/switch-field.tsx';
import { counted, dateWords } from '../../ui/labels.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useLeaveDialog } from '../../ui/unsaved.ts';
import type { Admin } from '../frame/admin-gate.tsx';
import { ConflictBox } from '../frame/conflict-box.tsx';
import { DIALOG_CATEGORIES, DIALOG_LANGUAGES, VISIBILITY_LABELS } from '../frame/course-options.tsx';
import { adminFailures, adminTexts } from '../frame/messages.ts';
import { type Checklist, mayPublish } from '../frame/publish-checklist.ts';
import { useEdited, type Version } from '../frame/use-edited.ts';
import { useOrganization } from '../frame/use-organizations.ts';
import { ArchiveCard } from './archive-card.tsx';
import { ChecklistView, useChecklist } from './checklist-view.tsx';
import { CourseFields, ReachFields, TypedList } from './course-fields.tsx';
import {
  COURSE_FIELD_NAMES,
  type CourseForm,
  durationErrors,
  editPayload,
  type FormErrors,
  formOf,
  pairsOf,
  reachErrors,
} from './course-form.ts';
import { PeopleUnderWay } from './publish-button.tsx';
import { ThumbnailField } from './thumbnail-field.tsx';
import { type TypedCourse, useCourseForm } from './use-course-form.ts';

type PublishSwitchProps = {
  admin: Admin;
  course: AdminCourse;
  typed: TypedCourse;
  /** The checklist for the values in the form. */
  checklist: ApiQuery<Checklist>;
  /** Called when the author follows a link to fix something. */
  onLeave: () => void;
};

/** Publishes or unpublishes with the other changes. Shows what the Publish button would ask. */
function PublishSwitch({ admin, course, typed, checklist, onLeave }: PublishSwitchProps) {
  const { form, change, errors } = typed;
  return (
    <div className="flex flex-col gap-3">
      <SwitchField
        label="Published"
        note="Everyone who can see the course can take it."
        checked={form.isPublished}
        aria-invalid={errors.isPublished !== undefined}
        onChange={(event) => change({ isPublished: event.target.checked })}
      />
      {errors.isPublished && (
        <p role="alert" className="text-danger-text">
          {errors.isPublished}
        </p>
      )}
      {form.isPublished && !course.isPublished && <Checked courseId={course.id} asked={checklist} onLeave={onLeave} />}
      {!form.isPublished && course.isPublished && (
        <p className="text-ink-soft">
          Learners no longer see the course. <PeopleUnderWay admin={admin} courseId={course.id} />
        </p>
      )}
    </div>
  );
}

type CheckedProps = { courseId: number; asked: ApiQuery<Checklist>; onLeave: () => void };

/** The checklist for a draft that is about to be published. */
function Checked({ courseId, asked, onLeave }: CheckedProps) {
  const { leave } = useLeaveDialog();
  const { data: checklist, error, refetch } = asked;
  if (error) return <ApiErrorView title={adminTexts.failedChecklist} error={error} refetch={refetch} />;
  if (!checklist) return <Skeleton className="h-40" />;
  return (
    <div className="rounded-md border border-line p-4">
      <ChecklistView
        courseId={courseId}
        checklist={checklist}
        onLeave={(go) =>
          leave(() => {
            onLeave();
            go();
          })
        }
      />
    </div>
  );
}

function EditCourseDialog({ admin, course, onClose }: { admin: Admin; course: AdminCourse; onClose: () => void }) {
  const { isSuperAdmin } = admin;
  const edited = useEdited({ form: formOf(course), rev: course.rev });
  const { form, setForm, seenRev, theirs } = edited;
  const { run, isRunning, failure } = useApiMutation({
    send: (payload: ReturnType<typeof editPayload> & { seenRev: number }) =>
      call(server.admin.courses[':id'].$put({ ...byId(course.id), json: payload })),
    successToast: ({ course: { title } }) => ({ title: 'Course updated', description: title }),
    errorToast: adminFailures.updateCourse,
    fields: COURSE_FIELD_NAMES,
    onError: (refused) => {
      edited.noteFailure(refused);
      void refresh([pathOf(server.admin.courses[':id'], byId(course.id))]);
    },
    invalidates: [pathOf(server.admin.courses)],
  });
  const typed = useCourseForm(form, setForm, failure);
  const checklist = useChecklist(course, form);
  const publishErrors = (): FormErrors => {
    const isFree = !form.isPublished || course.isPublished || (checklist.data && mayPublish(checklist.data));
    return isFree ? {} : { isPublished: adminTexts.notYetPublishable };
  };
  const save = async ({ form: written, rev }: Version<CourseForm>) => {
    const payload = editPayload(written, isSuperAdmin);
    const errors = {
      ...fieldErrors(CourseChange, payload),
      ...durationErrors(written),
      ...reachErrors(written, isSuperAdmin),
      ...publishErrors(),
    };
    if (typed.validate(errors) && (await run({ ...payload, seenRev: rev }))) onClose();
  };
  const isNamed = isSuperAdmin && theirs !== undefined;
  const owners = [
    useOrganization(isNamed ? form.organizationId : ''),
    useOrganization(isNamed ? theirs.organizationId : ''),
  ];
  return (
    <Dialog open isUnsaved={edited.isDirty} onOpenChange={onClose} title="Edit Course">
      <DialogForm
        ref={typed.place}
        onSubmit={() => save({ form, rev: seenRev })}
        cancel={onClose}
        verb="Save Changes"
        running="Saving..."
        isRunning={isRunning}
        isReady={!theirs}
      >
        {theirs && (
          <ConflictBox
            noun="course"
            pairs={pairsOf(
              edited.mine,
              theirs,
              owners.flatMap(({ data }) => data?.organization ?? []),
            )}
            isSaving={isRunning}
            onKeepMine={() => edited.keepMine(save)}
            onTakeTheirs={edited.takeTheirs}
          />
        )}
        <CourseFields typed={typed} categories={DIALOG_CATEGORIES} languages={DIALOG_LANGUAGES} present={course} />
        <Field label="Price (0 is free)" inputMode="decimal" {...typed.text('price')} />
        <Field
          label="Certificates are valid for (months)"
          hint="Empty: for good. Certificates that were issued keep the day they expire."
          type="number"
          inputMode="numeric"
          min={1}
          max={VALID_MONTHS_LIMIT}
          step={1}
          {...typed.text('validMonths')}
        />
        {isSuperAdmin && <ReachFields typed={typed} alwaysOwned />}
        <PublishSwitch admin={admin} course={course} typed={typed} checklist={checklist} onLeave={onClose} />
        <ThumbnailField typed={typed} courseId={course.id} />
        <TypedList typed={typed} of="objectives" />
        <TypedList typed={typed} of="prerequisites" />
      </DialogForm>
    </Dialog>
  );
}

const money = new Intl.NumberFormat('en', { minimumFractionDigits: 2 });
/** '45 min' or '1h 30m' from whole minutes. */
const durationText = (minutes: number) =>
  minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)}h ${minutes % 60}m`;

/** 'Course Information', and the button to edit it. */
export function GeneralTab({ admin, course }: { admin: Admin; course: AdminCourse }) {
  const [isEditing, setIsEditing] = useState(false);
  const { visibility, organization, price, validMonths } = course;
  const facts: [name: string, fact: string][] = [
    ['Instructor', course.instructorName],
    ['Duration', durationText(course.duration)],
    ['Level', levelLabel(course.level)],
    ['Language', course.language],
    ['Enrollments', course.enrollmentCount.toLocaleString('en')],
    ['Rating', course.rating.toFixed(1)],
    ['Created', dateWords(course.createdAt)],
    ['Visibility', VISIBILITY_LABELS[visibility]],
    ['Organization', organization?.name ?? 'None'],
    ['Certificates', validMonths ? `Valid for ${counted(validMonths, 'month')}` : 'Valid for good'],
    ['Price', price === 0 ? 'Free' : money.format(price / 100)],
  ];
  return (
    <div className="flex flex-col gap-6">
      <Card className="flex flex-col gap-5 p-5">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h2 className="font-semibold text-xl">Course Information</h2>
          <Button icon={Pencil} variant="secondary" onClick={() => setIsEditing(true)}>
            Edit Course
          </Button>
        </div>
        <dl className="grid grid-cols-2 gap-x-6 gap-y-4 lg:grid-cols-4">
          {facts.map(([name, fact]) => (
            <Fact key={name} name={name}>
              {fact}
            </Fact>
          ))}
        </dl>
        {isEditing && <EditCourseDialog admin={admin} course={course} onClose={() => setIsEditing(false)} />}
      </Card>
      <ArchiveCard course={course} />
    </div>
  );
}
