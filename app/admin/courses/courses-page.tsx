// /admin/courses (R-M4): every course that the admin may edit, including drafts, and those that their people can take.

import { CalendarClock, Plus, Upload } from 'lucide-react';
import { useState } from 'react';
import { NewCourse } from '#sync/contract/course-draft.ts';
import type { ListedCourse } from '#sync/contract/organization.ts';
import { call } from '../../api/client.ts';
import { server } from '../../api/session.ts';
import { fieldErrors, useApiMutation } from '../../api/use-api-mutation.ts';
import { useApiQuery } from '../../api/use-api-query.ts';
import { categoryLabel } from '../../learn/messages.ts';
import { paths } from '../../paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { FormDialog } from '../../ui/form/dialog-form.tsx';
import { Share } from '../../ui/progress.tsx';
import { Link, useNavigate } from '../../ui/router.ts';
import { EmptyState } from '../../ui/state-view.tsx';
import { actsColumn, RowButton } from '../../ui/table/data-table.tsx';
import type { Column, TableFilter } from '../../ui/table/table-view.ts';
import { useTableAddress } from '../../ui/table/use-table-address.ts';
import { adminTexts } from '../forms/messages.ts';
import { type Admin, gated } from '../lists/admin-gate.tsx';
import {
  DIALOG_CATEGORIES,
  DIALOG_LANGUAGES,
  STATUS_LABELS,
  StatusBadge,
  statusOf,
  VISIBILITY_LABELS,
  visibilityOptions,
} from '../lists/course-options.tsx';
import { CourseLink } from '../lists/person-link.tsx';
import { ServerTable } from '../lists/server-table.tsx';
import { AdminFrame } from '../shell/admin-frame.tsx';
import { CourseFields, ReachFields } from './course-fields.tsx';
import { COURSE_FIELD_NAMES, dialogPayload, NEW_IN_DIALOG, reachErrors } from './course-form.ts';
import { dueWords, placeOf } from './enroll-everyone.tsx';
import { ImportCourseDialog } from './import-course-dialog.tsx';
import { useCourseForm } from './use-course-form.ts';

/** Creates a course from its main fields (R-M10); then its own page opens. */
function NewCourseDialog({ admin, onClose }: { admin: Admin; onClose: () => void }) {
  const { isSuperAdmin, organization } = admin;
  const navigate = useNavigate();
  const [form, setForm] = useState(NEW_IN_DIALOG);
  const { run, isRunning, failure } = useApiMutation({
    send: (payload: ReturnType<typeof dialogPayload>) => call(server.admin.courses.$post({ json: payload })),
    successToast: ({ course }) => ({ title: 'Course created', description: course.title }),
    errorToast: { title: 'Error creating course', sentence: 'The course could not be created.' },
    fields: COURSE_FIELD_NAMES,
  });
  const typed = useCourseForm(form, setForm, failure);
  const create = async () => {
    const payload = dialogPayload(form, isSuperAdmin);
    if (!typed.validate({ ...fieldErrors(NewCourse, payload), ...reachErrors(form, isSuperAdmin) })) return;
    const made = await run(payload);
    if (made) void navigate(paths.adminCourse(made.course.id));
  };
  return (
    <FormDialog
      ref={typed.place}
      title="New Course"
      description="It begins as a draft that learners do not see."
      onSubmit={create}
      onClose={onClose}
      verb="Create Course"
      running="Creating..."
      isRunning={isRunning}
    >
      <CourseFields
        typed={typed}
        categories={DIALOG_CATEGORIES}
        languages={DIALOG_LANGUAGES}
        durationLabel="Duration (minutes, optional)"
      />
      {isSuperAdmin ? (
        <ReachFields typed={typed} isNew />
      ) : (
        <p className="text-ink-soft">Only people of {organization?.name} will see this course.</p>
      )}
      <p className="flex flex-wrap items-center justify-between gap-x-3 text-ink-soft text-sm">
        With objectives, prerequisites and a picture:
        <Button variant="quiet" to={paths.createCourse()}>
          Open the full form
        </Button>
      </p>
    </FormDialog>
  );
}

export const AdminCoursesPage = gated('any', function Courses(admin) {
  const [isMaking, setIsMaking] = useState(false);
  const [isImporting, setIsImporting] = useState(false);
  const { isSuperAdmin, organization } = admin;
  return (
    <AdminFrame
      isList
      title="Courses"
      whose={isSuperAdmin ? undefined : organization?.name}
      actions={
        <>
          <Button variant="secondary" icon={Upload} onClick={() => setIsImporting(true)}>
            Import Course
          </Button>
          <Button icon={Plus} onClick={() => setIsMaking(true)}>
            New Course
          </Button>
        </>
      }
    >
      <CourseTable isSuperAdmin={isSuperAdmin} newCourse={() => setIsMaking(true)} />
      {isImporting && <ImportCourseDialog onClose={() => setIsImporting(false)} />}
      {isMaking && <NewCourseDialog admin={admin} onClose={() => setIsMaking(false)} />}
    </AdminFrame>
  );
});

function CourseTable({ isSuperAdmin, newCourse }: { isSuperAdmin: boolean; newCourse: () => void }) {
  const among = isSuperAdmin ? {} : { among: 'usable' as const, sort: '-access' as const };
  // The categories come with every first page, whatever is filtered.
  const { data } = useApiQuery(server.admin.courses, { query: { ...among, limit: '1' } });
  const inAddress = useTableAddress().read('category');
  return (
    <ServerTable
      label="Courses"
      noun="course"
      endpoint={server.admin.courses}
      args={{ query: { ...among, figures: 'true' as const } }}
      rowsIn="courses"
      failed={adminTexts.failedCourses}
      rowKey={({ id }) => String(id)}
      columns={courseColumns(isSuperAdmin)}
      orders={['title', 'created']}
      filters={[
        ...(isSuperAdmin ? [] : [BY_ACCESS]),
        ...courseFilters(data?.categories ?? (inAddress ? [inAddress] : [])),
      ]}
      empty={
        <EmptyState title="No courses yet" action={<Button onClick={newCourse}>New Course</Button>}>
          A course that is made here can be published and taken at once.
        </EmptyState>
      }
    />
  );
}

const ACCESS_LABELS = { edit: 'Can edit', view: 'View only' } as const;

const BY_ACCESS: TableFilter<ListedCourse> = {
  key: 'access',
  label: 'Access',
  options: [['', 'All courses'], ...Object.entries(ACCESS_LABELS)],
};

const AUTOMATIC = 'Automatic enrollment';

const courseFilters = (categories: readonly string[]): readonly TableFilter<ListedCourse>[] => [
  {
    key: 'category',
    label: 'Category',
    options: [['', 'All categories'], ...categories.map((one) => [one, categoryLabel(one)] as const)],
  },
  { key: 'visibility', label: 'Visibility', options: [['', 'All visibilities'], ...visibilityOptions] },
  { key: 'status', label: 'Status', options: [['', 'All statuses'], ...Object.entries(STATUS_LABELS)] },
  {
    key: 'enrolls',
    label: 'Enrollment',
    options: [
      ['', 'Any enrollment'],
      ['automatic', AUTOMATIC],
    ],
  },
];

const accessOf = ({ isEditable }: ListedCourse) => ACCESS_LABELS[isEditable ? 'edit' : 'view'];

const ACCESS: Column<ListedCourse> = {
  ...{ key: 'access', title: 'Access', isBrief: true },
  value: accessOf,
  cell: (course) => (
    <span className="whitespace-nowrap">
      <Badge tone={course.isEditable ? 'accent' : 'neutral'}>{accessOf(course)}</Badge>
    </span>
  ),
};

/** A line of its own on a phone; the course's page has them all. */
const RULE = 'font-normal text-ink-soft text-sm max-md:w-full md:sr-only';

const NOBODY = { enrolled: 0, completed: 0, overdue: 0 };

const courseColumns = (isSuperAdmin: boolean): readonly Column<ListedCourse>[] => [
  {
    key: 'title',
    title: 'Title',
    value: ({ title }) => title,
    cell: ({ id, title, rules = [], ruleCount = 0 }) => (
      <span className="flex flex-wrap items-center gap-x-2 font-medium">
        <CourseLink id={id}>{title}</CourseLink>
        {ruleCount > 0 && <Badge tone="accent">{AUTOMATIC}</Badge>}
        {rules.map((rule) => (
          <span key={rule.group?.id ?? rule.organization.id} className={RULE}>
            {isSuperAdmin || rule.group
              ? `Who joins ${isSuperAdmin ? placeOf(rule) : rule.group?.name}`
              : 'Everyone who joins'}
            {dueWords(rule)}
          </span>
        ))}
        {ruleCount > rules.length && <span className={RULE}>and {ruleCount - rules.length} more</span>}
      </span>
    ),
  },
  { key: 'enrolled', title: 'Enrolled', isNumeric: true, value: ({ figures }) => figures?.enrolled },
  {
    key: 'completed',
    title: 'Completed',
    value: ({ figures }) => figures?.completed,
    cell: ({ title, figures: { enrolled, completed } = NOBODY }) =>
      enrolled === 0 ? (
        '–'
      ) : (
        <span className="flex items-center gap-2">
          <Share percent={Math.floor((100 * completed) / enrolled)} label={`Completed of ${title}`} />
          <span className="whitespace-nowrap text-ink-soft tabular-nums">
            {completed.toLocaleString('en')} of {enrolled.toLocaleString('en')}
          </span>
        </span>
      ),
  },
  {
    key: 'overdue',
    title: 'Overdue',
    value: ({ figures }) => figures?.overdue,
    cell: ({ id, title, figures: { overdue } = NOBODY }) =>
      overdue === 0 ? (
        '0'
      ) : (
        <Link
          to={paths.adminCourse(id, { tab: 'people', 'learner-state': 'overdue' })}
          aria-label={`${overdue} overdue in ${title}`}
        >
          <Badge icon={CalendarClock} tone="warn">
            {overdue.toLocaleString('en')}
          </Badge>
        </Link>
      ),
  },
  { key: 'category', title: 'Category', leaves: 2, value: ({ category }) => categoryLabel(category) },
  {
    ...{ key: 'visibility', title: 'Visibility', leaves: 1 },
    value: ({ visibility, organization }) =>
      organization ? `${VISIBILITY_LABELS[visibility]} (${organization.name})` : VISIBILITY_LABELS[visibility],
    cell: ({ visibility, organization }) => (
      <>
        {VISIBILITY_LABELS[visibility]}
        {organization && (
          <span className="text-ink-soft text-sm max-md:block md:ms-2">
            <bdi>{organization.name}</bdi>
          </span>
        )}
      </>
    ),
  },
  {
    key: 'status',
    title: 'Status',
    value: (course) => STATUS_LABELS[statusOf(course)],
    cell: (course) => <StatusBadge course={course} />,
  },
  { key: 'automatic', title: AUTOMATIC, isFileOnly: true, value: ({ ruleCount }) => (ruleCount ? 'Yes' : 'No') },
  { key: 'created', title: 'Created At', leaves: 3, value: ({ createdAt }) => new Date(createdAt) },
  ...(isSuperAdmin ? [] : [ACCESS]),
  actsColumn(({ id, title, isEditable }) => (
    <RowButton to={paths.adminCourse(id)} aria-label={`${isEditable ? 'Manage' : 'See the people of'} ${title}`}>
      <span className="whitespace-nowrap">{isEditable ? 'Manage' : 'See people'}</span>
    </RowButton>
  )),
];
