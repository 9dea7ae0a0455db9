// Who takes the course and how far they are, those furthest behind first; people are enrolled and removed by hand (M14).

import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import type { AdminCourse } from '#sync/contract/organization.ts';
import { byId, call, pathOf } from '../../api/client.ts';
import { server } from '../../api/session.ts';
import { useApiMutation } from '../../api/use-api-mutation.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/state-view.tsx';
import { actsColumn, RowButton } from '../../ui/table/data-table.tsx';
import type { Admin } from '../frame/admin-gate.tsx';
import { type Learner, LearnersTable, learnerName } from '../frame/learners-table.tsx';
import { EnrollPeopleDialog, useEnroll } from './enroll-people-dialog.tsx';

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
  const { unenroll, isRunning } = useUnenroll(course.id);
  const enrollPeople = !course.isArchived && (
    <Button icon={UserPlus} onClick={() => setIsEnrolling(true)}>
      Enroll people
    </Button>
  );
  const acts = actsColumn<Learner>(
    (learner) =>
      learner.isAssigned && (
        <RowButton
          disabled={isRunning}
          aria-label={`Remove ${learnerName(learner)}`}
          onClick={() => void unenroll(learner)}
        >
          Remove
        </RowButton>
      ),
  );
  return (
    <>
      <LearnersTable
        courseId={course.id}
        acts={[acts]}
        actions={enrollPeople}
        empty={
          <EmptyState title="No one is enrolled yet" action={enrollPeople}>
            {course.isArchived
              ? 'This course is archived: no one new can be enrolled.'
              : 'People who start the course or whom you enroll appear here.'}
          </EmptyState>
        }
      />
      {isEnrolling && <EnrollPeopleDialog admin={admin} course={course} onClose={() => setIsEnrolling(false)} />}
    </>
  );
}
