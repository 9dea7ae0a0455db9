import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { CourseChange, VALID_MONTHS_LIMIT } from '#sync/contract/course-draft.ts';
import type { AdminCourse } from '#sync/contract/organization.ts';
import { byId, call, pathOf } from '../../api/client.ts';
import { refresh } from '../../api/query-client.ts';
import { server } from '../../api/session.ts';
import { fieldErrors, useApiMutation } from '../../api/use-api-mutation.ts';
import { levelLabel } from '../../learn/messages.ts';
import { Button } from '../../ui/button.tsx';
import { Card, Fact } from '../../ui/card.tsx';
import { FormDialog } from '../../ui/form/dialog-form.tsx';
import { Field } from '../../ui/form/field.tsx';
import { counted, dateWords } from '../../ui/labels.ts';
import { ConflictBox } from '../forms/conflict-box.tsx';
import { adminFailures } from '../forms/messages.ts';
import { useEdited, type Version } from '../forms/use-edited.ts';
import { useOrganization } from '../forms/use-organizations.ts';
import type { Admin } from '../lists/admin-gate.tsx';
import { DIALOG_CATEGORIES, DIALOG_LANGUAGES, VISIBILITY_LABELS } from '../lists/course-options.tsx';
import { ArchiveCard } from './archive-card.tsx';
import { CourseFields, ReachFields, TypedList } from './course-fields.tsx';
import {
  COURSE_FIELD_NAMES,
  type CourseForm,
  durationErrors,
  editPayload,
  formOf,
  pairsOf,
  reachErrors,
} from './course-form.ts';
import { ThumbnailField } from './thumbnail-field.tsx';
import { useCourseForm } from './use-course-form.ts';

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
  const save = async ({ form: written, rev }: Version<CourseForm>) => {
    const payload = editPayload(written, isSuperAdmin);
    const errors = {
      ...fieldErrors(CourseChange, payload),
      ...durationErrors(written),
      ...reachErrors(written, isSuperAdmin),
    };
    if (typed.validate(errors) && (await run({ ...payload, seenRev: rev }))) onClose();
  };
  const isNamed = isSuperAdmin && theirs !== undefined;
  const owners = [
    useOrganization(isNamed ? form.organizationId : ''),
    useOrganization(isNamed ? theirs.organizationId : ''),
  ].flatMap(({ data }) => data?.organization ?? []);
  return (
    <FormDialog
      ref={typed.place}
      title="Edit Course"
      isUnsaved={edited.isDirty}
      onSubmit={() => save({ form, rev: seenRev })}
      onClose={onClose}
      verb="Save Changes"
      running="Saving..."
      isRunning={isRunning}
      isReady={!theirs}
    >
      {theirs && (
        <ConflictBox
          noun="course"
          pairs={pairsOf(edited.mine, theirs, owners)}
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
      {isSuperAdmin && <ReachFields typed={typed} />}
      <ThumbnailField typed={typed} courseId={course.id} />
      <TypedList typed={typed} of="objectives" />
      <TypedList typed={typed} of="prerequisites" />
    </FormDialog>
  );
}

const money = new Intl.NumberFormat('en', { minimumFractionDigits: 2 });
/** '45 min' or '1h 30m' from whole minutes. */
const durationText = (minutes: number) =>
  minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)}h ${minutes % 60}m`;

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
