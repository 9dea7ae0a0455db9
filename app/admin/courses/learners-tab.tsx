// Who takes the course and how far they are, those furthest behind first; people are enrolled and removed by hand (M14).

import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import type { AdminCourse } from '#sync/contract/organization.ts';
import { byId, call, pathOf } from '../../api/client.ts';
import { server } from '../../api/session.ts';
import { useApiMutation } from '../../api/use-api-mutation.ts';
import { useApiQueries } from '../../api/use-api-query.ts';
import { ApiErrorView } from '../../shell/api-error-view.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { EmptyState } from '../../ui/state-view.tsx';
import { actsColumn, DataTable, RowButton, TableSkeleton } from '../../ui/table/data-table.tsx';
import type { Column } from '../../ui/table/table-view.ts';
import type { Admin } from '../frame/admin-gate.tsx';
import { EnrollPeopleDialog, type Learner, useEnroll } from './enroll-people-dialog.tsx';

/** Removes an enrollment by hand; the toast can undo it, as progress is kept. */
function useUnenroll(courseId: number) {
  const back = useEnroll(courseId, ({ message }) => ({ title: 'Enrolled again', description: message }));
  const { run, isRunning } = useApiMutation({
    send: ({ userId }: Learner) =>
      call(server.admin.courses[':id'].enrollments[':userId'].$delete({ param: { id: `${courseId}`, userId } })),
    successToast: (_, learner) => ({
      title: 'Removed from the course',
      description: `${learnerName(learner)} is no longer enrolled by an admin.`,
      action: { label: 'Undo', onPress: () => void back.run([learner.userId]) },
    }),
    errorToast: { title: 'Removal Failed', sentence: 'The enrollment is still there.' },
    invalidates: [pathOf(server.admin.courses[':id'], byId(courseId))],
  });
  return { unenroll: run, isRunning: isRunning || back.isRunning };
}

export function LearnersTab({ admin, course }: { admin: Admin; course: AdminCourse }) {
  const [isEnrolling, setIsEnrolling] = useState(false);
  const { data, error, refetch } = useApiQueries(server.admin.courses[':id'].learners, byId(course.id), 'learners');
  const { unenroll, isRunning } = useUnenroll(course.id);
  if (error) return <ApiErrorView title="Failed to fetch learners" error={error} refetch={refetch} />;
  if (!data) return <TableSkeleton label="Loading learners" />;
  const { learners } = data;
  const enrollPeople = !course.isArchived && (
    <Button icon={UserPlus} onClick={() => setIsEnrolling(true)}>
      Enroll people
    </Button>
  );
  return (
    <>
      <DataTable
        label="Learners"
        noun="learner"
        rows={learners}
        rowKey={({ userId }) => userId}
        columns={learnerColumns((learner) => void unenroll(learner), isRunning)}
        actions={learners.length > 0 && enrollPeople}
        empty={
          <EmptyState title="No one is enrolled yet" action={enrollPeople}>
            {course.isArchived
              ? 'This course is archived: no one new can be enrolled.'
              : 'People who start the course or whom you enroll appear here.'}
          </EmptyState>
        }
      />
      {isEnrolling && (
        <EnrollPeopleDialog admin={admin} course={course} learners={learners} onClose={() => setIsEnrolling(false)} />
      )}
    </>
  );
}

/** The name, or the email address of a person without one. */
const learnerName = ({ fullName, email }: Pick<Learner, 'fullName' | 'email'>) => fullName || email;

/** The columns of a learner; people enrolled by hand can be removed. */
const learnerColumns = (remove: (learner: Learner) => void, isBusy: boolean): readonly Column<Learner>[] => [
  { key: 'name', title: 'Name', value: learnerName },
  { key: 'email', title: 'Email', value: ({ email }) => email },
  {
    key: 'progress',
    title: 'Progress',
    value: ({ percentComplete }) => percentComplete,
    cell: (learner) => (
      <span className="flex min-w-40 items-center gap-2">
        <ProgressBar percent={learner.percentComplete} label={`Progress of ${learnerName(learner)}`} />
        <span className="w-11 shrink-0 text-right tabular-nums">{learner.percentComplete}%</span>
      </span>
    ),
  },
  {
    key: 'activity',
    title: 'Last activity',
    value: ({ lastActivityAt }) => (lastActivityAt ? new Date(lastActivityAt) : null),
  },
  { key: 'enrolled', title: 'Enrolled', value: ({ enrolledAt }) => new Date(enrolledAt) },
  {
    key: 'by',
    title: 'By',
    value: ({ isAssigned }) => (isAssigned ? 'An admin' : 'Themselves'),
    cell: ({ isAssigned }) => <Badge>{isAssigned ? 'An admin' : 'Themselves'}</Badge>,
  },
  actsColumn(
    (learner) =>
      learner.isAssigned && (
        <RowButton disabled={isBusy} aria-label={`Remove ${learnerName(learner)}`} onClick={() => remove(learner)}>
          Remove
        </RowButton>
      ),
  ),
];
